import type { Endpoint } from '../../kernel/endpoint.ts';

/** Queries the camera's firmware, an available newer version, and the progress of an update. */
export const getLatestFirmware = {
  method: 'GET',
  path: '/public/api/v2/cameraphone/cameras/{id}/firmware/latest',
} as const satisfies Endpoint;
/** Starts the update; `getLatestFirmware` returns its progress. */
export const updateFirmware = {
  method: 'POST',
  path: '/public/api/v2/cameraphone/cameras/{id}/firmware/update',
} as const satisfies Endpoint;
/** The package itself, for a camera with its agent token. The specification doesn't show how cameras download it. */
export const downloadFirmware = { method: 'GET', path: '/public/api/v3/agent/firmware/{version}' } as const satisfies Endpoint;
