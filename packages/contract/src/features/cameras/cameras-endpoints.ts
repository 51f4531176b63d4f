import type { Endpoint } from '../../kernel/endpoint.ts';

export const listCameras = { method: 'GET', path: '/public/api/v3/cameras' } as const satisfies Endpoint;
export const getCamera = { method: 'GET', path: '/public/api/v3/cameras/{id}' } as const satisfies Endpoint;
export const renameCamera = { method: 'PATCH', path: '/public/api/v2/cameraphone/cameras/{id}' } as const satisfies Endpoint;
export const removeCamera = { method: 'DELETE', path: '/public/api/v2/cameraphone/cameras/{id}' } as const satisfies Endpoint;
/** What support asks for: what it is, and how to tell it from others. */
export const getCameraAbout = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/about' } as const satisfies Endpoint;
/** The last key frame as JPEG; `previewUrl` of a camera points here. */
export const getPreview = { method: 'GET', path: '/public/api/v3/cameras/{id}/preview.jpg' } as const satisfies Endpoint;
