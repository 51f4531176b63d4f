export { createCameraSettingsApi } from './camera-settings-api.ts';
export type { CameraSettingsApi } from './camera-settings-api.ts';
