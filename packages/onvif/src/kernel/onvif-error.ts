import type { ErrorCode } from '@watchpost/contract/kernel';

/** The contract's error codes that a device can cause. */
export type OnvifErrorCode = Extract<
  ErrorCode,
  | 'camera-url-invalid'
  | 'camera-url-ambiguous'
  | 'camera-address-forbidden'
  | 'camera-address-loopback'
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

/** The only error of this package: a code, with a reason for the log. Never contains a password. */
export class OnvifError extends Error {
  override readonly name = 'OnvifError';
  readonly code: OnvifErrorCode;

  constructor(code: OnvifErrorCode, message: string = code, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** The camera understood the request and refused it: it lacks the feature, or doesn't execute the command. */
export function isRefused(error: unknown): error is OnvifError {
  return error instanceof OnvifError && error.code === 'camera-failed';
}

/** Converts an error of the network policy to one of this package; others stay unchanged. */
export function networkErrorOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'camera-host-unknown' || code === 'camera-address-forbidden' || code === 'camera-address-loopback'
    ? new OnvifError(code, code, { cause: error })
    : error;
}
