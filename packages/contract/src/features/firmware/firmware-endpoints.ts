import type { Endpoint } from '../../kernel/endpoint.ts';

/** Asks the camera which firmware it has, and looks whether there is a newer one; and how an update goes. */
export const getLatestFirmware = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/firmware/latest' } as const satisfies Endpoint;
/** Begins the update; `getLatestFirmware` tells how it goes. */
export const updateFirmware = { method: 'POST', path: '/public/api/v2/cameraphone/cameras/{id}/firmware/update' } as const satisfies Endpoint;
/** The package itself, for a camera with its agent token. The specification does not show how cameras get theirs. */
export const downloadFirmware = { method: 'GET', path: '/public/api/v3/agent/firmware/{version}' } as const satisfies Endpoint;
