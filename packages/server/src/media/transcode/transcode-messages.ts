/** Messages between the server and a transcoding process. */
export interface VideoOpen {
  readonly type: 'open';
  readonly codec: 'h264' | 'hevc' | 'mjpeg';
  /** The decoder configuration record; empty for MJPEG. */
  readonly configuration: Uint8Array;
  /** Maximum size of the picture; null keeps its size. */
  readonly fitInto: { readonly width: number; readonly height: number } | null;
  /** Maximum number of frames per second. */
  readonly frameRate: number;
}
/** A picture to transcode; `time` is its presentation time at 90 kHz. */
export interface VideoPicture {
  readonly type: 'picture';
  readonly time: number;
  readonly keyFrame: boolean;
  readonly data: Uint8Array;
}
export type VideoRequest = VideoOpen | VideoPicture;

/** The one answer to each picture; `data` is an H.264 byte stream, and `pictures` is empty for a skipped picture. */
export interface VideoAnswer {
  readonly type: 'picture';
  readonly width: number;
  readonly height: number;
  readonly pictures: readonly { readonly time: number; readonly keyFrame: boolean; readonly data: Uint8Array }[];
}

/** G.711, PCM of 16 bits (L16), or G.726; `bits` per sample, `aal2` when the first sample is in the highest bits of a byte. */
export type SoundCodec = { readonly name: 'pcma' | 'pcmu' | 'l16' } | { readonly name: 'g726' | 'g726-aal2'; readonly bits: 2 | 3 | 4 | 5 };
export interface SoundRequest {
  readonly id: number;
  readonly codec: SoundCodec;
  readonly sampleRate: number;
  readonly channels: number;
  /** Samples since the start of this audio. */
  readonly time: number;
  /** Empty at the end of the audio. */
  readonly data: Uint8Array;
}
export interface SoundAnswer {
  readonly id: number;
  readonly frames: readonly { readonly time: number; readonly data: Uint8Array }[];
}

/** Exit code of a process that finds no codecs. */
export const exitWithoutCodecs = 44;
