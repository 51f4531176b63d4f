import type { Endpoint } from '../../kernel/endpoint.ts';

/** The caller's locations and rooms with their cameras. `ETag` is the revision. */
export const getLocations = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/locations' } as const satisfies Endpoint;
/** Saves the whole configuration. If `If-Match` is not the latest revision: 409, and nothing is saved. */
export const saveLocations = { method: 'POST', path: '/public/api/v2/cameraphone/cameras/locations' } as const satisfies Endpoint;
/** Who is home where: one entry per location, and one for cameras without. The specification doesn't show it. */
export const getPresence = { method: 'GET', path: '/public/api/v3/customers/presence' } as const satisfies Endpoint;
/** Sets it, also by an API key with the scope `presence`, as for a webhook of a home. The specification doesn't show it. */
export const updatePresence = { method: 'PUT', path: '/public/api/v3/customers/presence' } as const satisfies Endpoint;
