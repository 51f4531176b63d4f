/** A buffered range, seconds on the media timeline. */
export interface BufferedRange {
  readonly start: number;
  readonly end: number;
}
