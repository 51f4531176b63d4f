/** What the server and a process that transcodes tell each other. */
export interface VideoOpen {
  readonly type: 'open';
  readonly codec: 'h264' | 'hevc' | 'mjpeg';
  /** The decoder configuration record; empty for MJPEG. */
  readonly configuration: Uint8Array;
  /** The picture is made no larger than this; null: it keeps its size. */
  readonly fitInto: { readonly width: number; readonly height: number } | null;
  /** Frames a second at most. */
  readonly frameRate: number;
}
/** `time`: when it is shown, 90 kHz. */
export interface VideoPicture {
  readonly type: 'picture';
  readonly time: number;
  readonly keyFrame: boolean;
  readonly data: Uint8Array;
}
export type VideoRequest = VideoOpen | VideoPicture;

/** One answer to each picture; `data`, an H.264 byte stream, is null for one that was left out. */
export interface VideoAnswer {
  readonly type: 'picture';
  readonly width: number;
  readonly height: number;
  readonly pictures: readonly { readonly time: number; readonly keyFrame: boolean; readonly data: Uint8Array }[];
}

export type SoundLaw = 'a' | 'u';
export interface SoundRequest {
  readonly id: number;
  readonly law: SoundLaw;
  readonly sampleRate: number;
  readonly channels: number;
  /** Samples since the beginning of this sound. */
  readonly time: number;
  /** Empty: the sound is over. */
  readonly data: Uint8Array;
}
export interface SoundAnswer {
  readonly id: number;
  readonly frames: readonly { readonly time: number; readonly data: Uint8Array }[];
}

/** Exit code of a process that finds no codecs. */
export const exitWithoutCodecs = 44;
