import { listDetections, updateDetection } from '@watchpost/contract/endpoints/smart-events';
import type { DetectionType } from '@watchpost/contract/protocols/detection';
import type { CameraDetections, DetectionSettingsOf, UpdateDetectionBody } from '@watchpost/contract/schemas/smart-events';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** What a camera recognises: people, vehicles, crossed lines and intrusions. Settings of motion are `client.events.motionDetection`. */
export interface SmartEventsApi {
  /**
   * Returns all detections of a camera with their settings, and whether the server can recognise objects.
   * @throws {WatchpostError} `not-found` for a camera that does not exist or is not visible
   * @example
   * const { engine, detections } = await client.smartEvents.list(camera.id);
   * if (engine.state === 'unavailable') showHowToInstall(engine.reason);
   */
  list(cameraId: string, options?: CallOptions): Promise<CameraDetections>;
  /**
   * Changes the given settings of one detection. Line crossing and intrusion can't run beside motion detection: name what they replace in
   * `turnOff`. What is turned off keeps its settings.
   * @param type the detection to change
   * @param change lists of zones, lines and classes are replaced as a whole
   * @throws {WatchpostError} `forbidden` without full access, `invalid-request` with `details.fields` for a zone that is too large or crosses
   * itself, `detection-conflict` with `details.conflicts`, the detections that must be turned off
   * @example await client.smartEvents.update(camera.id, 'lineCrossing', { isEnabled: true, turnOff: ['motion'] });
   */
  update<T extends DetectionType>(
    cameraId: string,
    type: T,
    change: UpdateDetectionBody<T>,
    options?: CallOptions,
  ): Promise<DetectionSettingsOf<T>>;
}

export function createSmartEventsApi(http: HttpClient): SmartEventsApi {
  return {
    list: (id, options) => http.request(listDetections, { ...options, parameters: { id } }),
    update: (id, type, body, options) => http.request(updateDetection, { ...options, parameters: { id, type }, body }),
  };
}
