import type { Look, LookRequest } from './object-detector.ts';

/** What the process takes and returns. */
export interface ObjectRequest extends Omit<LookRequest, 'track'> {
  readonly id: number;
  readonly codec: 'h264' | 'hevc';
  /** AVCDecoderConfigurationRecord or HEVCDecoderConfigurationRecord. */
  readonly configuration: Uint8Array;
}
export interface ObjectAnswer {
  readonly id: number;
  readonly look: Look | null;
}

/** Exit codes of the process when it can't work here, so that it is not restarted. */
export const exitWithoutDecoder = 3;
export const exitWithoutRuntime = 4;
export const exitWithoutModel = 5;
