import {
  listDetections,
  listPlugInDetections,
  listSoundDetections,
  replayDetection,
  testDetection,
  updateDetection,
  updatePlugInDetection,
  updateSoundDetection,
} from '@watchpost/contract/endpoints/smart-events';
import type { DetectionType, PlugInDetectionType, SoundDetectionType } from '@watchpost/contract/protocols/detection';
import type {
  CameraDetections,
  CameraPlugInDetections,
  CameraSoundDetections,
  DetectionDraft,
  DetectionReplayMessage,
  DetectionSettingsOf,
  DetectionTestMessage,
  PlugInDetectionSettings,
  SoundDetectionSettings,
  UpdateDetectionBody,
  UpdatePlugInDetectionBody,
  UpdateSoundDetectionBody,
} from '@watchpost/contract/schemas/smart-events';
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
  /**
   * Tries unsaved settings on the live picture, without making events. It goes on until you leave the loop, abort the signal, or it ends by
   * itself: after ten minutes, or when the same user tests this camera again.
   * @param draft what differs from the saved settings; may be empty
   * @throws {WatchpostError} `forbidden` without full access, `invalid-request`, `unavailable` if the server can't recognise objects,
   * `too-many-requests` while others test, `network` when the connection breaks
   * @example
   * for await (const message of client.smartEvents.test(camera.id, 'human', { confidence: 0.6 }, { signal }))
   *   if (message.kind === 'frame') drawWhenShown(message.at, message.boxes);
   */
  test<T extends DetectionType>(
    cameraId: string,
    type: T,
    draft: DetectionDraft<T>,
    options?: CallOptions,
  ): AsyncGenerator<DetectionTestMessage, void>;
  /**
   * Tries unsaved settings on the recordings in which something moved, newest first. The server limits how much it looks at.
   * @param range Unix milliseconds; up to two days
   * @throws {WatchpostError} as `test`, and `no-archive-access`
   * @example
   * for await (const message of client.smartEvents.replay(camera.id, 'human', {}, yesterday))
   *   if (message.kind === 'found') show(message.event);
   */
  replay<T extends DetectionType>(
    cameraId: string,
    type: T,
    draft: DetectionDraft<T>,
    range: { readonly from: number; readonly to: number },
    options?: CallOptions,
  ): AsyncGenerator<DetectionReplayMessage, void>;
  /**
   * Returns what is listened for in the sound of a camera, and whether its sound can be analysed.
   * @throws {WatchpostError} `not-found` for a camera that does not exist or is not visible
   * @example
   * const { analysis, detections } = await client.smartEvents.sounds(camera.id);
   * if (analysis.state === 'unavailable') showWhy(analysis.reason);
   */
  sounds(cameraId: string, options?: CallOptions): Promise<CameraSoundDetections>;
  /**
   * Changes the given settings of one sound.
   * @throws {WatchpostError} `forbidden` without full access, `invalid-request`
   * @example await client.smartEvents.updateSound(camera.id, 'smokeAlarm', { isEnabled: true });
   */
  updateSound(
    cameraId: string,
    type: SoundDetectionType,
    change: UpdateSoundDetectionBody,
    options?: CallOptions,
  ): Promise<SoundDetectionSettings>;
  /**
   * Returns what the operator's own detector finds on a camera beside people and vehicles: fire, smoke, breaking glass, a crying baby.
   * @returns only what it says that it finds; none without such a detector
   * @throws {WatchpostError} `not-found` for a camera that does not exist or is not visible
   * @example const { detections } = await client.smartEvents.plugIn(camera.id);
   */
  plugIn(cameraId: string, options?: CallOptions): Promise<CameraPlugInDetections>;
  /**
   * Changes the given settings of one of them.
   * @throws {WatchpostError} `forbidden` without full access, `invalid-request`
   * @example await client.smartEvents.updatePlugIn(camera.id, 'fire', { isEnabled: true });
   */
  updatePlugIn(
    cameraId: string,
    type: PlugInDetectionType,
    change: UpdatePlugInDetectionBody,
    options?: CallOptions,
  ): Promise<PlugInDetectionSettings>;
}

/** Few pages need it. */
const loadLines = (): Promise<typeof import('./smart-events-lines.ts')> => import('./smart-events-lines.ts');

export function createSmartEventsApi(http: HttpClient): SmartEventsApi {
  return {
    list: (id, options) => http.request(listDetections, { ...options, parameters: { id } }),
    async *test(id, type, body, options) {
      const { requestLines } = await loadLines();
      yield* requestLines(http, testDetection, { ...options, parameters: { id, type }, body });
    },
    async *replay(id, type, body, query, options) {
      const { requestLines } = await loadLines();
      yield* requestLines(http, replayDetection, { ...options, parameters: { id, type }, query: { ...query }, body });
    },
    sounds: (id, options) => http.request(listSoundDetections, { ...options, parameters: { id } }),
    updateSound: (id, type, body, options) => http.request(updateSoundDetection, { ...options, parameters: { id, type }, body }),
    plugIn: (id, options) => http.request(listPlugInDetections, { ...options, parameters: { id } }),
    updatePlugIn: (id, type, body, options) => http.request(updatePlugInDetection, { ...options, parameters: { id, type }, body }),
    update: (id, type, body, options) => http.request(updateDetection, { ...options, parameters: { id, type }, body }),
  };
}
