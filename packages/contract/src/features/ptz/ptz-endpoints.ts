import type { Endpoint } from '../../kernel/endpoint.ts';

/** Abilities, presets, patrol, and who moves the camera. The specification names only the page; these paths follow its others. */
export const getPtz = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/ptz' } as const satisfies Endpoint;
/** Moves at a speed until the next call. Repeat it every `steeringIntervalMs`: otherwise the camera stops. */
export const movePtz = { method: 'POST', path: '/public/api/v2/cameraphone/cameras/{id}/ptz/move' } as const satisfies Endpoint;
/** Moves to a preset or to the home position. */
export const goPtz = { method: 'POST', path: '/public/api/v2/cameraphone/cameras/{id}/ptz/go' } as const satisfies Endpoint;
/** Makes the current position the home position. */
export const setPtzHome = { method: 'PUT', path: '/public/api/v2/cameraphone/cameras/{id}/ptz/home' } as const satisfies Endpoint;
/** Saves the current position as a preset. */
export const addPtzPreset = { method: 'POST', path: '/public/api/v2/cameraphone/cameras/{id}/ptz/presets' } as const satisfies Endpoint;
/** Moves a preset to the current position. */
export const replacePtzPreset = {
  method: 'PUT',
  path: '/public/api/v2/cameraphone/cameras/{id}/ptz/presets/{presetId}',
} as const satisfies Endpoint;
export const removePtzPreset = {
  method: 'DELETE',
  path: '/public/api/v2/cameraphone/cameras/{id}/ptz/presets/{presetId}',
} as const satisfies Endpoint;
export const setPtzPatrol = { method: 'PUT', path: '/public/api/v2/cameraphone/cameras/{id}/ptz/patrol' } as const satisfies Endpoint;
