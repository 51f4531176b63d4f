import type { Jpeg } from './jpeg-encoder.ts';
import type { Look, LookRequest } from './object-detector.ts';

/** What the process takes and returns. */
export interface ObjectRequest extends Omit<LookRequest, 'track'> {
  readonly id: number;
  readonly codec: 'h264' | 'hevc';
  /** AVCDecoderConfigurationRecord or HEVCDecoderConfigurationRecord. */
  readonly configuration: Uint8Array;
}
/** A look whose objects are still to be found where the process has no model. */
export interface PictureLook extends Look {
  /** The picture as JPEG, for a detector outside; null with a model, and where nothing moves. */
  readonly jpeg: Jpeg | null;
}
export interface ObjectAnswer {
  readonly id: number;
  readonly look: PictureLook | null;
}

/** First parameter of the process: whether it runs a model, whose folder is the second, or makes JPEGs for a detector outside. */
export const withModel = 'model';
export const withPictures = 'pictures';

/** Exit codes of the process when it can't work here, so that it is not restarted. */
export const exitWithoutDecoder = 3;
export const exitWithoutRuntime = 4;
export const exitWithoutModel = 5;
