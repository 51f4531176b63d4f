import type { Endpoint } from '../../kernel/endpoint.ts';

export const listCameras = { method: 'GET', path: '/public/api/v3/cameras' } as const satisfies Endpoint;
export const getCamera = { method: 'GET', path: '/public/api/v3/cameras/{id}' } as const satisfies Endpoint;
export const renameCamera = { method: 'PATCH', path: '/public/api/v2/cameraphone/cameras/{id}' } as const satisfies Endpoint;
export const removeCamera = { method: 'DELETE', path: '/public/api/v2/cameraphone/cameras/{id}' } as const satisfies Endpoint;
/** Details for support requests: model, firmware, identifiers. */
export const getCameraAbout = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/about' } as const satisfies Endpoint;
/** The latest key frame as JPEG. A camera's `previewUrl` points here. */
export const getPreview = { method: 'GET', path: '/public/api/v3/cameras/{id}/preview.jpg' } as const satisfies Endpoint;
/** The state of the caller's cameras in the text format of Prometheus. */
export const getCameraMetrics = { method: 'GET', path: '/public/api/v3/cameras/metrics' } as const satisfies Endpoint;
/** Takes a snapshot in the camera's full quality. `takenAtHeader` has its time. */
export const takeSnapshot = { method: 'POST', path: '/public/api/v3/cameras/{id}/snapshot' } as const satisfies Endpoint;
/** Uploads results that are too large for an answer: a picture, a piece of a recording. `Authorization: Bearer <agentToken>`. */
export const uploadFromCamera = { method: 'PUT', path: '/public/api/v3/agent/uploads/{uploadId}' } as const satisfies Endpoint;
/** The latest event of each visible camera. It is here because an overview of all cameras shows it, and needs no other call about events. */
export const latestEvents = { method: 'GET', path: '/public/api/v3/events/latest' } as const satisfies Endpoint;
