export { announceOnvif } from './onvif-announcer.ts';
export { createDeviceNetwork } from './onvif-device-network.ts';
export type { DeviceCable, DeviceNetwork, DeviceNetworkOptions } from './onvif-device-network.ts';
export { createDevicePtz } from './onvif-device-ptz.ts';
export type { DevicePtz, DevicePtzOptions } from './onvif-device-ptz.ts';
export { createDeviceSettings } from './onvif-device-settings.ts';
export type { DeviceSettings, DeviceSettingsOptions } from './onvif-device-settings.ts';
export { startOnvifDevice } from './onvif-device.ts';
export type { DeviceProfile, OnvifDevice, OnvifDeviceOptions } from './onvif-device.ts';
