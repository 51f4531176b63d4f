import { addPtzPreset, getPtz, removePtzPreset, replacePtzPreset, setPtzHome, setPtzPatrol } from '@watchpost/contract/endpoints/ptz';
import type { Ptz, PtzPatrol, PtzPreset, SetPtzPatrolBody } from '@watchpost/contract/schemas/ptz';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions, ClockPort } from '../../kernel/ports.ts';
import type { PtzSteering } from './ptz-steering.ts';

/** Cameras that pan, tilt and zoom; for owners and full access. */
export interface PtzApi {
  /**
   * What of a camera can be steered; `abilities` is null for one that can't.
   * @throws {WatchpostError} `forbidden` without full access, `camera-offline`, `camera-silent`
   */
  get(cameraId: string, options?: CallOptions): Promise<Ptz>;
  /**
   * A hand on the camera, for as long as a page is open; it takes nothing before it is used.
   * @example
   * const steering = await client.ptz.steer(cameraId);
   * pad.onpointermove = () => steering.move({ pan: 0.4, tilt: 0, zoom: 0 });
   * pad.onpointerup = () => steering.stop();
   */
  steer(cameraId: string): Promise<PtzSteering>;
  /** Where it looks now becomes home. @throws {WatchpostError} `camera-steered` while somebody else moves it */
  setHome(cameraId: string, options?: CallOptions): Promise<void>;
  /** Where it looks now becomes a preset. @throws {WatchpostError} `camera-steered` while somebody else moves it */
  addPreset(cameraId: string, name: string, options?: CallOptions): Promise<PtzPreset>;
  /** Puts a preset to where it looks now. @throws {WatchpostError} `camera-steered` while somebody else moves it */
  replacePreset(cameraId: string, preset: PtzPreset, options?: CallOptions): Promise<PtzPreset>;
  /** A patrol leaves it out from now on. */
  removePreset(cameraId: string, presetId: string, options?: CallOptions): Promise<void>;
  /** From preset to preset by itself, while nobody steers. @throws {WatchpostError} `invalid-request` with fewer than two places */
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
    replacePreset: (id, { id: presetId, name }, options) => http.request(replacePtzPreset, { ...options, parameters: { id, presetId }, body: { name } }),
    removePreset: (id, presetId, options) => http.request(removePtzPreset, { ...options, parameters: { id, presetId } }),
    setPatrol: (id, patrol, options) => http.request(setPtzPatrol, { ...options, parameters: { id }, body: patrol }),
  };
}
