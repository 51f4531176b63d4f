import type { PhoneFailure } from './phone-camera-types.ts';

/** Why a phone shows no picture. */
export class PhoneCameraError extends Error {
  readonly reason: PhoneFailure;

  constructor(reason: PhoneFailure, options?: { readonly cause?: unknown }) {
    super(`The phone's camera can't be used: ${reason}.`, options);
    this.name = 'PhoneCameraError';
    this.reason = reason;
  }
}
