import type { PhoneCamera } from '@watchpost/sdk-core';
import type { BrowserPhoneDevice } from '@watchpost/sdk-core/browser';

/** The phone that this page runs on. */
export interface Phone {
  readonly camera: PhoneCamera;
  readonly device: Pick<BrowserPhoneDevice, 'stream'>;
}
