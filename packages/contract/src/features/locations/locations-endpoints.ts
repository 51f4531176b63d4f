import type { Endpoint } from '../../kernel/endpoint.ts';

/** The caller's locations and rooms with their cameras. `ETag` is the revision. */
export const getLocations = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/locations' } as const satisfies Endpoint;
/** Saves the whole configuration. If `If-Match` is not the latest revision: 409, and nothing is saved. */
export const saveLocations = { method: 'POST', path: '/public/api/v2/cameraphone/cameras/locations' } as const satisfies Endpoint;
