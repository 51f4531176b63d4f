import type { VideoTrack } from '../../media-types.ts';

/** What the parameter sets of a stream say. */
export interface StreamParameters {
  /** Takes a parameter set; a broken one, or another kind of unit, is passed over. */
  add(unit: Uint8Array): void;
  /** Null until all of them are known. The same object until something changes. */
  current(): { readonly track: VideoTrack; readonly reorderFrames: number | null; readonly frameRate: number | null } | null;
}
