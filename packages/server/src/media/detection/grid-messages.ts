export interface GridRequest {
  readonly id: number;
  readonly codec: 'h264' | 'hevc';
  /** AVCDecoderConfigurationRecord or HEVCDecoderConfigurationRecord. */
  readonly configuration: Uint8Array;
  /** An access unit with 4-byte lengths. */
  readonly data: Uint8Array;
}
export interface GridAnswer {
  readonly id: number;
  readonly grid: Uint8Array | null;
}

/** Exit code of the process when no decoder is installed, so that it is not restarted. */
export const exitWithoutDecoder = 3;
