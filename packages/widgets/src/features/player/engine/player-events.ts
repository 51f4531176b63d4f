import type { Transport } from './transport.ts';
import type { PlayerErrorCode } from './player-state.ts';

/** How well playback goes; times in milliseconds. For a host page's own statistics. */
export type QualityEvent =
  | { readonly type: 'first-frame'; readonly transport: Transport['name']; readonly after: number }
  | { readonly type: 'stall'; readonly transport: Transport['name'] }
  | { readonly type: 'transport-change'; readonly transport: Transport['name'] }
  | { readonly type: 'latency'; readonly latency: number }
  | { readonly type: 'gap'; readonly from: number; readonly to: number }
  | { readonly type: 'error'; readonly code: PlayerErrorCode };
