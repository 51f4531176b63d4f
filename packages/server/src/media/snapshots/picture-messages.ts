export interface PictureRequest {
  readonly id: number;
  readonly codec: 'h264' | 'hevc' | 'mjpeg';
  /** AVCDecoderConfigurationRecord or HEVCDecoderConfigurationRecord; a JPEG has none. */
  readonly configuration: Uint8Array;
  /** An access unit with 4-byte lengths, or a JPEG. */
  readonly data: Uint8Array;
  /** Pixels across the answer; null: as it was recorded. */
  readonly width: number | null;
}
export interface PictureAnswer {
  readonly id: number;
  /** Null when it can't be decoded. */
  readonly jpeg: Uint8Array | null;
}

/** The process has loaded what it decodes with. */
export interface PictureReady {
  readonly ready: true;
}

/** Exit code of the process when there is nothing to decode with: it is not tried again. */
export const exitWithoutDecoder = 3;
