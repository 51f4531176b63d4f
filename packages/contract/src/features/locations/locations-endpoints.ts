import type { Endpoint } from '../../kernel/endpoint.ts';

/** The caller's own locations, rooms and where their cameras are. The answer's `ETag` is the revision. */
export const getLocations = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/locations' } as const satisfies Endpoint;
/** Keeps the whole of it. With `If-Match` of a revision that is no longer the newest: 409, nothing saved. */
export const saveLocations = { method: 'POST', path: '/public/api/v2/cameraphone/cameras/locations' } as const satisfies Endpoint;
