import type { PhoneFailure } from './phone-camera-types.ts';

/** The reason why a phone has no picture. */
export class PhoneCameraError extends Error {
  override name: string = 'PhoneCameraError';
  readonly reason: PhoneFailure;

  constructor(reason: PhoneFailure, options?: { readonly cause?: unknown }) {
    super(`The phone's camera can't be used: ${reason}.`, options);
    this.reason = reason;
  }
}
