import { getCameraSettings, updateCameraSettings } from '@watchpost/contract/endpoints/camera-settings';
import type { CameraSettings, UpdateCameraSettingsBody } from '@watchpost/contract/schemas/camera-settings';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** What is recorded of a camera. */
export interface CameraSettingsApi {
  /** @throws {WatchpostError} `not-found` for a camera that does not exist or is not visible */
  get(cameraId: string, options?: CallOptions): Promise<CameraSettings>;
  /**
   * Changes what is given; it counts from the camera's next key frame on.
   * @throws {WatchpostError} `forbidden` without full access
   * @example await client.cameraSettings.update(cameraId, { archiveRecording: 'motion' });
   */
  update(cameraId: string, change: UpdateCameraSettingsBody, options?: CallOptions): Promise<CameraSettings>;
}

export function createCameraSettingsApi(http: HttpClient): CameraSettingsApi {
  return {
    get: (id, options) => http.request(getCameraSettings, { ...options, parameters: { id } }),
    update: (id, change, options) => http.request(updateCameraSettings, { ...options, parameters: { id }, body: change }),
  };
}
