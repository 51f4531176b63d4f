import type { Endpoint } from '../../kernel/endpoint.ts';

/** All detections of a camera with their settings. The specification doesn't show the calls for detection settings. */
export const listDetections = { method: 'GET', path: '/public/api/v3/cameras/{id}/detections' } as const satisfies Endpoint;
/** Changes the settings of one detection. What can't run beside it must be turned off in the same call. */
export const updateDetection = { method: 'PATCH', path: '/public/api/v3/cameras/{id}/detections/{type}' } as const satisfies Endpoint;
