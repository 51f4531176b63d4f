/** Thrown when the bytes are not an MP4, or not one that this package reads. */
export class Mp4Error extends Error {
  override readonly name = 'Mp4Error';
}
