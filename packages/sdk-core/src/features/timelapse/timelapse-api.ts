import { getTimelapseSettings, getTimelapseVideo, updateTimelapseSettings } from '@watchpost/contract/endpoints/timelapse';
import { fillPath } from '@watchpost/contract/kernel';
import type { CameraEvent } from '@watchpost/contract/schemas/events';
import type { TimelapseSettings, UpdateTimelapseSettingsBody } from '@watchpost/contract/schemas/timelapse';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** Films of whole days: made at night, announced in the morning, kept as events of type `timelapse`. */
export interface TimelapseApi {
  /**
   * Returns the settings of a camera, and whether the server can make films.
   * @throws {WatchpostError} `forbidden` without full access
   * @example
   * const { isAvailable, isEnabled } = await client.timelapse.settings(camera.id);
   */
  settings(cameraId: string, options?: CallOptions): Promise<TimelapseSettings>;
  /**
   * Changes the given settings; hours and channels are replaced as a whole.
   * @throws {WatchpostError} `forbidden` without full access, `invalid-request` with `details.fields`
   * @example await client.timelapse.updateSettings(camera.id, { isEnabled: true, lengthSeconds: 90, channels: ['push', 'email'] });
   */
  updateSettings(cameraId: string, change: UpdateTimelapseSettingsBody, options?: CallOptions): Promise<TimelapseSettings>;
  /**
   * Returns the URL of an event's film, for a video element on the server's own origin; null for an event that has none. Of a day without a
   * film, the event's label is `empty` (nothing was recorded) or `failed`.
   * @example video.src = client.timelapse.videoUrl(event) ?? '';
   */
  videoUrl(event: Pick<CameraEvent, 'id' | 'cameraId' | 'type' | 'label'>): string | null;
}

export function createTimelapseApi(http: HttpClient): TimelapseApi {
  return {
    settings: (id, options) => http.request(getTimelapseSettings, { ...options, parameters: { id } }),
    updateSettings: (id, body, options) => http.request(updateTimelapseSettings, { ...options, parameters: { id }, body }),
    videoUrl: ({ id: eventId, cameraId: id, type, label }) =>
      type === 'timelapse' && label === null ? http.baseUrl + fillPath(getTimelapseVideo.path, { id, eventId }) : null,
  };
}
