import type { VideoTrack } from '../../media-types.ts';

/** The parameters that a stream declares in its parameter sets. */
export interface StreamParameters {
  /** Adds a parameter set; ignores broken ones and other units. */
  add(unit: Uint8Array): void;
  /** Null until all parameter sets are known; then the same object until one changes. */
  current(): { readonly track: VideoTrack; readonly reorderFrames: number | null; readonly frameRate: number | null } | null;
}
