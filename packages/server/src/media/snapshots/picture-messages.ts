import type { PictureBox } from './corner-marks.ts';

export interface PictureRequest {
  readonly id: number;
  readonly codec: 'h264' | 'hevc' | 'mjpeg';
  /** AVCDecoderConfigurationRecord or HEVCDecoderConfigurationRecord; empty for a JPEG. */
  readonly configuration: Uint8Array;
  /** The pictures that it is built on, from a key frame on; absent for a key frame. */
  readonly before?: readonly Uint8Array[];
  /** An access unit with 4-byte lengths, or a JPEG. */
  readonly data: Uint8Array;
  /** Width of the answer in pixels; null keeps the recorded width. */
  readonly width: number | null;
  /** What is marked by corners. */
  readonly box?: PictureBox | undefined;
}
export interface PictureAnswer {
  readonly id: number;
  /** Null when it can't be decoded. */
  readonly jpeg: Uint8Array | null;
}

/** Sent when the process has loaded its decoder. */
export interface PictureReady {
  readonly ready: true;
}

/** Exit code of the process when no decoder is installed, so that it is not restarted. */
export const exitWithoutDecoder = 3;
