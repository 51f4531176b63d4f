import type { Endpoint } from '../../kernel/endpoint.ts';

/** The specification does not show the calls of the camera settings; these follow its other paths. */
export const getCameraSettings = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/settings' } as const satisfies Endpoint;
export const updateCameraSettings = { method: 'PATCH', path: '/public/api/v2/cameraphone/cameras/{id}/settings' } as const satisfies Endpoint;
