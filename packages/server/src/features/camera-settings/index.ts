export { createDeviceSettingsService } from './camera-settings-device-service.ts';
export type { CameraPlaces } from './camera-settings-network.ts';
export { registerCameraSettingsRoutes } from './camera-settings-routes.ts';
export { createCameraSettingsService, readCameraSettings } from './camera-settings-service.ts';
export type { CameraSettingsService } from './camera-settings-service.ts';
