import type { PlayerErrorCode } from './player-state.ts';
import type { TransportName } from './transport-names.ts';

/** Playback quality, for a host page's own statistics; times in milliseconds. */
export type QualityEvent =
  /** The first requested frame is on the screen, this long `after` the request. */
  | { readonly type: 'first-frame'; readonly transport: TransportName; readonly after: number }
  /** Playback has stalled; reported within 1.5 s. */
  | { readonly type: 'stall'; readonly transport: TransportName }
  /** Playback has resumed. */
  | { readonly type: 'stall-end'; readonly transport: TransportName; readonly duration: number }
  /** Another transport delivers the picture. */
  | { readonly type: 'transport-change'; readonly transport: TransportName }
  /** The picture comes from the camera's other stream. */
  | { readonly type: 'quality-change'; readonly quality: 'low' | 'high' }
  /** The latency of the live picture, every 5 s. */
  | { readonly type: 'latency'; readonly latency: number }
  /** Playback stepped over a gap, or waits at a requested moment inside one; Unix milliseconds. */
  | { readonly type: 'gap'; readonly from: number; readonly to: number }
  | { readonly type: 'error'; readonly code: PlayerErrorCode };
