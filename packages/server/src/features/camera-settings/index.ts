export { createCameraSettingsModule } from './camera-settings-module.ts';
export { readRecordingSettings } from './camera-settings-service.ts';
