import {
  getCameraSettings,
  getDeviceSettings,
  restartCamera,
  updateCameraSettings,
  updateDeviceNetwork,
  updateDeviceSettings,
} from '@watchpost/contract/endpoints/camera-settings';
import type {
  CameraSettings,
  DeviceSettings,
  UpdateCameraSettingsBody,
  UpdateDeviceSettingsBody,
  UpdateNetworkBody,
} from '@watchpost/contract/schemas/camera-settings';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** Cameras answer slowly: timeout from specification 2, section 9, ms. */
const deviceSettingsTimeoutMs: number = 2 * 60_000;

/** The recording settings of a camera, and the camera's own settings. */
export interface CameraSettingsApi {
  /** Returns the recording settings. @throws {WatchpostError} `not-found` for a camera that does not exist or is not visible */
  get(cameraId: string, options?: CallOptions): Promise<CameraSettings>;
  /**
   * Changes the given settings, effective from the camera's next key frame.
   * @throws {WatchpostError} `forbidden` without full access
   * @example await client.cameraSettings.update(cameraId, { archiveRecording: 'motion' });
   */
  update(cameraId: string, change: UpdateCameraSettingsBody, options?: CallOptions): Promise<CameraSettings>;
  /**
   * Queries the camera's own settings, for up to 2 minutes; settings missing in the answer are not supported.
   * @throws {WatchpostError} `forbidden` without full access, `camera-offline`, `camera-silent`, `camera-wrong-password`
   */
  device(cameraId: string, options?: CallOptions): Promise<DeviceSettings>;
  /**
   * Changes the given settings, and returns what the camera reports afterwards.
   * @throws {WatchpostError} `camera-unsupported` for settings that this camera lacks, `camera-failed`, and as `device`
   * @example await client.cameraSettings.updateDevice(cameraId, { nightVision: 'auto' });
   */
  updateDevice(cameraId: string, change: UpdateDeviceSettingsBody, options?: CallOptions): Promise<DeviceSettings>;
  /**
   * Changes the camera's network configuration, and follows it to its new address for up to 2 minutes. A camera at an unreachable address is lost until it is reset.
   * @throws {WatchpostError} `camera-unsupported`, `camera-address-forbidden`, `camera-failed` if the camera was not found as configured, and as `device`
   * @example await client.cameraSettings.changeNetwork(cameraId, { name: 'eth0', ipMode: 'dhcp' });
   */
  changeNetwork(cameraId: string, change: UpdateNetworkBody, options?: CallOptions): Promise<DeviceSettings>;
  /** Restarts the camera. @throws {WatchpostError} `camera-unsupported` for a camera that can't, and as `device` */
  restart(cameraId: string, options?: CallOptions): Promise<void>;
}

export function createCameraSettingsApi(http: HttpClient): CameraSettingsApi {
  return {
    get: (id, options) => http.request(getCameraSettings, { ...options, parameters: { id } }),
    update: (id, change, options) => http.request(updateCameraSettings, { ...options, parameters: { id }, body: change }),
    device: (id, options) => http.request(getDeviceSettings, { timeoutMs: deviceSettingsTimeoutMs, ...options, parameters: { id } }),
    updateDevice: (id, change, options) =>
      http.request(updateDeviceSettings, { timeoutMs: deviceSettingsTimeoutMs, ...options, parameters: { id }, body: change }),
    changeNetwork: (id, change, options) =>
      http.request(updateDeviceNetwork, { timeoutMs: deviceSettingsTimeoutMs, ...options, parameters: { id }, body: change }),
    restart: (id, options) => http.request(restartCamera, { ...options, parameters: { id } }),
  };
}
