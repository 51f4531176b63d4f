/** Messages between the server and the process that makes films. */
export interface FilmOpen {
  readonly type: 'open';
  /** Maximum size of the film; it has the shape of its first picture. */
  readonly fitInto: { readonly width: number; readonly height: number };
  readonly frameRate: number;
}
/** A recorded key frame to add. */
export interface FilmPicture {
  readonly type: 'picture';
  readonly codec: 'h264' | 'hevc' | 'mjpeg';
  /** AVCDecoderConfigurationRecord or HEVCDecoderConfigurationRecord. */
  readonly configuration: Uint8Array;
  /** An access unit with 4-byte lengths. */
  readonly data: Uint8Array;
  /** Burnt into the picture: `2026-11-27 14:05`. */
  readonly time: string;
}
export interface FilmFinish {
  readonly type: 'finish';
}
export type FilmRequest = FilmOpen | FilmPicture | FilmFinish;

/** The one answer to each picture, and to the end. */
export interface FilmAnswer {
  /** Size of the film, pixels; 0 before its first picture. */
  readonly width: number;
  readonly height: number;
  /** Finished pictures, in order, as H.264 byte streams: an encoder looks ahead, so they come later than they were sent. */
  readonly pictures: readonly { readonly keyFrame: boolean; readonly data: Uint8Array }[];
  /** Processor time of the process so far, ms. */
  readonly cpuMs: number;
}
