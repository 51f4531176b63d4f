import { addPtzPreset, getPtz, removePtzPreset, replacePtzPreset, setPtzHome, setPtzPatrol } from '@watchpost/contract/endpoints/ptz';
import type { Ptz, PtzPatrol, PtzPreset, SetPtzPatrolBody } from '@watchpost/contract/schemas/ptz';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions, ClockPort } from '../../kernel/ports.ts';
import type { PtzSteering } from './ptz-steering.ts';

/** Cameras that pan, tilt and zoom, for users with the right to move them. Changing home, presets and patrol requires full access (`forbidden`). */
export interface PtzApi {
  /**
   * Returns what the camera supports; `abilities` is null for one that can't be moved.
   * @throws {WatchpostError} `forbidden` for a user who can't move it, `camera-offline`, `camera-silent`
   * @example const { abilities, presets } = await client.ptz.get(camera.id);
   */
  get(cameraId: string, options?: CallOptions): Promise<Ptz>;
  /**
   * Opens a page's control of the camera; nothing is sent before its first use.
   * @example
   * const steering = await client.ptz.steer(cameraId);
   * pad.onpointermove = () => steering.move({ pan: 0.4, tilt: 0, zoom: 0 });
   * pad.onpointerup = () => steering.stop();
   */
  steer(cameraId: string): Promise<PtzSteering>;
  /** Makes the current position the home position. @throws {WatchpostError} `camera-steered` while another user moves the camera */
  setHome(cameraId: string, options?: CallOptions): Promise<void>;
  /**
   * Saves the current position as a preset.
   * @param name 1 to 64 characters
   * @throws {WatchpostError} `camera-steered` while another user moves the camera
   * @example const { id } = await client.ptz.addPreset(camera.id, 'Gate');
   */
  addPreset(cameraId: string, name: string, options?: CallOptions): Promise<PtzPreset>;
  /** Moves a preset to the current position. @throws {WatchpostError} `camera-steered` while another user moves the camera */
  replacePreset(cameraId: string, preset: PtzPreset, options?: CallOptions): Promise<PtzPreset>;
  /** Deletes a preset. The patrol skips it from now on. @example await client.ptz.removePreset(camera.id, preset.id); */
  removePreset(cameraId: string, presetId: string, options?: CallOptions): Promise<void>;
  /** Sets the patrol: the camera moves from preset to preset while no user moves it. @throws {WatchpostError} `invalid-request` with fewer than two presets */
  setPatrol(cameraId: string, patrol: SetPtzPatrolBody, options?: CallOptions): Promise<PtzPatrol>;
}

export function createPtzApi({ http, clock }: { readonly http: HttpClient; readonly clock: ClockPort }): PtzApi {
  return {
    get: (id, options) => http.request(getPtz, { ...options, parameters: { id } }),
    steer: async (cameraId) => {
      const { createPtzSteering } = await import('./ptz-steering.ts');
      return createPtzSteering({ http, clock, cameraId });
    },
    setHome: (id, options) => http.request(setPtzHome, { ...options, parameters: { id } }),
    addPreset: (id, name, options) => http.request(addPtzPreset, { ...options, parameters: { id }, body: { name } }),
    replacePreset: (id, { id: presetId, name }, options) =>
      http.request(replacePtzPreset, { ...options, parameters: { id, presetId }, body: { name } }),
    removePreset: (id, presetId, options) => http.request(removePtzPreset, { ...options, parameters: { id, presetId } }),
    setPatrol: (id, patrol, options) => http.request(setPtzPatrol, { ...options, parameters: { id }, body: patrol }),
  };
}
