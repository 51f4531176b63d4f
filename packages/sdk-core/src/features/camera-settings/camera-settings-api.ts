import { getCameraSettings, getDeviceSettings, restartCamera, updateCameraSettings, updateDeviceNetwork, updateDeviceSettings } from '@watchpost/contract/endpoints/camera-settings';
import type { CameraSettings, DeviceSettings, UpdateCameraSettingsBody, UpdateDeviceSettingsBody, UpdateNetworkBody } from '@watchpost/contract/schemas/camera-settings';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** Cameras take their time: specification 2, section 9, ms. */
export const deviceSettingsTimeout: number = 2 * 60_000;

/** What is recorded of a camera, and what the camera itself is set to. */
export interface CameraSettingsApi {
  /** @throws {WatchpostError} `not-found` for a camera that does not exist or is not visible */
  get(cameraId: string, options?: CallOptions): Promise<CameraSettings>;
  /**
   * Changes what is given; it counts from the camera's next key frame on.
   * @throws {WatchpostError} `forbidden` without full access
   * @example await client.cameraSettings.update(cameraId, { archiveRecording: 'motion' });
   */
  update(cameraId: string, change: UpdateCameraSettingsBody, options?: CallOptions): Promise<CameraSettings>;
  /**
   * Asks the camera itself, for up to 2 minutes; a setting that is missing in the answer it does not have.
   * @throws {WatchpostError} `forbidden` without full access, `camera-offline`, `camera-silent`, `camera-wrong-password`
   */
  device(cameraId: string, options?: CallOptions): Promise<DeviceSettings>;
  /**
   * Changes what is given; the answer is what the camera says afterwards.
   * @throws {WatchpostError} `camera-unsupported` for what this camera has not, `camera-failed`, and as `device`
   * @example await client.cameraSettings.updateDevice(cameraId, { nightVision: 'auto' });
   */
  updateDevice(cameraId: string, change: UpdateDeviceSettingsBody, options?: CallOptions): Promise<DeviceSettings>;
  /**
   * Changes how the camera is in its network, and follows it there for up to 2 minutes. A camera that is sent to an address where nobody reaches it is lost until it is reset.
   * @throws {WatchpostError} `camera-unsupported`, `camera-address-forbidden`, `camera-failed` when it was not found as it should be, and as `device`
   * @example await client.cameraSettings.changeNetwork(cameraId, { name: 'eth0', ipMode: 'dhcp' });
   */
  changeNetwork(cameraId: string, change: UpdateNetworkBody, options?: CallOptions): Promise<DeviceSettings>;
  /** @throws {WatchpostError} `camera-unsupported` for a camera that can't, and as `device` */
  restart(cameraId: string, options?: CallOptions): Promise<void>;
}

export function createCameraSettingsApi(http: HttpClient): CameraSettingsApi {
  return {
    get: (id, options) => http.request(getCameraSettings, { ...options, parameters: { id } }),
    update: (id, change, options) => http.request(updateCameraSettings, { ...options, parameters: { id }, body: change }),
    device: (id, options) => http.request(getDeviceSettings, { timeout: deviceSettingsTimeout, ...options, parameters: { id } }),
    updateDevice: (id, change, options) => http.request(updateDeviceSettings, { timeout: deviceSettingsTimeout, ...options, parameters: { id }, body: change }),
    changeNetwork: (id, change, options) => http.request(updateDeviceNetwork, { timeout: deviceSettingsTimeout, ...options, parameters: { id }, body: change }),
    restart: (id, options) => http.request(restartCamera, { ...options, parameters: { id } }),
  };
}
