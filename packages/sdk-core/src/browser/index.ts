export { createBrowserClientCore } from './browser-client-core.ts';
export { createBrowserClient } from './browser-client.ts';
export { createLocalStorage, createNetworkHints, createStorageEvents, createWebLocks } from './browser-ports.ts';
export { copyText } from './clipboard.ts';
export { createBrowserPush } from './push-browser.ts';
export type { BrowserPushOptions, FirebasePushModule } from './push-browser.ts';
export { registerWorker } from './push-worker.ts';
export { createPhoneDevice } from './phone-camera/phone-device.ts';
export type { BrowserPhoneDevice, PhoneDeviceOptions } from './phone-camera/phone-device.ts';
