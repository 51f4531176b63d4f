import type { VideoTrack } from '../../media-types.ts';

/** The parameters that a stream declares in its parameter sets. */
export interface StreamParameters {
  /** Adds a parameter set; ignores broken ones and other units. */
  add(unit: Uint8Array): void;
  /** Returns false for a picture that names a parameter set which has not come: no decoder can show it. */
  canDecode(picture: readonly Uint8Array[]): boolean;
  /**
   * Null until all parameter sets are known; then the same object until one changes.
   * @param picture the units of a key frame: its slices name the parameter sets that it is decoded with; without it, the newest count
   */
  current(
    picture?: readonly Uint8Array[],
  ): { readonly track: VideoTrack; readonly reorderFrames: number | null; readonly frameRate: number | null } | null;
}
