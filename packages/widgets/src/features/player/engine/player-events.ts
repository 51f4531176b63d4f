import type { PlayerErrorCode } from './player-state.ts';
import type { TransportName } from './transport-names.ts';

/** How well playback goes; times in milliseconds. For a host page's own statistics. */
export type QualityEvent =
  /** The first frame of what was asked for is on the screen, so long `after` it was asked for. */
  | { readonly type: 'first-frame'; readonly transport: TransportName; readonly after: number }
  /** The picture stands still; told within 1.5 s. */
  | { readonly type: 'stall'; readonly transport: TransportName }
  /** It moves again. */
  | { readonly type: 'stall-end'; readonly transport: TransportName; readonly duration: number }
  /** Something else brings the picture now. */
  | { readonly type: 'transport-change'; readonly transport: TransportName }
  /** The picture is from another stream of the camera now. */
  | { readonly type: 'quality-change'; readonly quality: 'low' | 'high' }
  /** How late the live picture is, every 5 s. */
  | { readonly type: 'latency'; readonly latency: number }
  /** A part without a recording was stepped over, or is where a person wanted to be; Unix milliseconds. */
  | { readonly type: 'gap'; readonly from: number; readonly to: number }
  | { readonly type: 'error'; readonly code: PlayerErrorCode };
