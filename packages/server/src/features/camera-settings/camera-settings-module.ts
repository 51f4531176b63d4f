import type { ServerModule } from '../../kernel/module/server-module.ts';
import { createDeviceSettingsService, type DeviceSettingsDeps } from './camera-settings-device-service.ts';
import { registerCameraSettingsRoutes } from './camera-settings-routes.ts';
import { createCameraSettingsService, type CameraSettingsDeps } from './camera-settings-service.ts';

export function createCameraSettingsModule(deps: CameraSettingsDeps & DeviceSettingsDeps): ServerModule {
  const service = createCameraSettingsService(deps);
  const device = createDeviceSettingsService(deps);
  return { name: 'camera settings', routes: (app) => registerCameraSettingsRoutes(app, { service, device }) };
}
