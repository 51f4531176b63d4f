import type { ErrorCode } from '@watchpost/contract/kernel';

/** What a device can be wrong in, by the codes of the contract. */
export type OnvifErrorCode = Extract<
  ErrorCode,
  | 'camera-url-invalid'
  | 'camera-address-forbidden'
  | 'camera-host-unknown'
  | 'camera-unreachable'
  | 'camera-timeout'
  | 'camera-not-onvif'
  | 'camera-wrong-password'
  | 'camera-stream-not-found'
  | 'camera-codec-unsupported'
  | 'camera-no-video'
  | 'camera-offline'
  | 'camera-silent'
  | 'camera-unsupported'
  | 'camera-failed'
>;

/** The one error of this package: a code, with what a log may say about it. Never holds a password. */
export class OnvifError extends Error {
  override readonly name = 'OnvifError';
  readonly code: OnvifErrorCode;

  constructor(code: OnvifErrorCode, message: string = code, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The camera understood and said no: it has not what was asked for, or does not do it. */
export function isRefused(error: unknown): error is OnvifError {
  return error instanceof OnvifError && error.code === 'camera-failed';
}

/** What the network's owner says of a host, in this package's words; anything else as it is. */
export function networkErrorOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'camera-host-unknown' || code === 'camera-address-forbidden' ? new OnvifError(code, code, { cause: error }) : error;
}
