import type { Endpoint } from '../../kernel/endpoint.ts';

/** What can be steered, where to, who steers now, and the patrol. The specification names the page only; these paths follow its others. */
export const getPtz = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/ptz' } as const satisfies Endpoint;
/** Moves at a speed until the next one; repeated every `steeringRhythm`, for a camera that hears nothing more stops by itself. */
export const movePtz = { method: 'POST', path: '/public/api/v2/cameraphone/cameras/{id}/ptz/move' } as const satisfies Endpoint;
/** To a preset or home. */
export const goPtz = { method: 'POST', path: '/public/api/v2/cameraphone/cameras/{id}/ptz/go' } as const satisfies Endpoint;
/** Where it looks now becomes home. */
export const setPtzHome = { method: 'PUT', path: '/public/api/v2/cameraphone/cameras/{id}/ptz/home' } as const satisfies Endpoint;
/** Where it looks now becomes a preset. */
export const addPtzPreset = { method: 'POST', path: '/public/api/v2/cameraphone/cameras/{id}/ptz/presets' } as const satisfies Endpoint;
/** Where it looks now becomes the place of a preset that is there. */
export const replacePtzPreset = { method: 'PUT', path: '/public/api/v2/cameraphone/cameras/{id}/ptz/presets/{presetId}' } as const satisfies Endpoint;
export const removePtzPreset = { method: 'DELETE', path: '/public/api/v2/cameraphone/cameras/{id}/ptz/presets/{presetId}' } as const satisfies Endpoint;
export const setPtzPatrol = { method: 'PUT', path: '/public/api/v2/cameraphone/cameras/{id}/ptz/patrol' } as const satisfies Endpoint;

/** While a camera moves, whoever steers says so this often, ms. */
export const steeringRhythm = 400;
