import type { PhoneCamera } from '@watchpost/sdk-core';
import type { BrowserPhoneDevice } from '@watchpost/sdk-core/browser';

/** The phone that the page is open on. */
export interface Phone {
  readonly camera: PhoneCamera;
  readonly device: Pick<BrowserPhoneDevice, 'stream'>;
}
