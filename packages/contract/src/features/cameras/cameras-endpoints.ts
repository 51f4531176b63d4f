import type { Endpoint } from '../../kernel/endpoint.ts';

export const listCameras = { method: 'GET', path: '/public/api/v3/cameras' } as const satisfies Endpoint;
export const getCamera = { method: 'GET', path: '/public/api/v3/cameras/{id}' } as const satisfies Endpoint;
export const renameCamera = { method: 'PATCH', path: '/public/api/v2/cameraphone/cameras/{id}' } as const satisfies Endpoint;
export const removeCamera = { method: 'DELETE', path: '/public/api/v2/cameraphone/cameras/{id}' } as const satisfies Endpoint;
/** What support asks for: what it is, and how to tell it from others. */
export const getCameraAbout = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/about' } as const satisfies Endpoint;
/** The last key frame as JPEG; `previewUrl` of a camera points here. */
export const getPreview = { method: 'GET', path: '/public/api/v3/cameras/{id}/preview.jpg' } as const satisfies Endpoint;
/** A picture of now in the camera's own full quality, made because it is asked for; `takenAtHeader` says of when it is. */
export const takeSnapshot = { method: 'POST', path: '/public/api/v3/cameras/{id}/snapshot' } as const satisfies Endpoint;
/** What a camera was asked for and is too large for an answer: a picture, a piece of a recording. `Authorization: Bearer <agentToken>`. */
export const uploadFromCamera = { method: 'PUT', path: '/public/api/v3/agent/uploads/{uploadId}' } as const satisfies Endpoint;
