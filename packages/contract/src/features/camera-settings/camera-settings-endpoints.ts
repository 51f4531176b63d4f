import type { Endpoint } from '../../kernel/endpoint.ts';

/** The specification does not show the calls of the camera settings; these follow its other paths. */
export const getCameraSettings = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/settings' } as const satisfies Endpoint;
export const updateCameraSettings = { method: 'PATCH', path: '/public/api/v2/cameraphone/cameras/{id}/settings' } as const satisfies Endpoint;
/** What the camera itself is set to: it is asked, which takes up to 2 minutes. */
export const getDeviceSettings = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/settings/device' } as const satisfies Endpoint;
export const updateDeviceSettings = { method: 'PATCH', path: '/public/api/v2/cameraphone/cameras/{id}/settings/device' } as const satisfies Endpoint;
/** How the camera is in its network: it is followed to its new address, which takes up to 2 minutes. */
export const updateDeviceNetwork = { method: 'PUT', path: '/public/api/v2/cameraphone/cameras/{id}/settings/network' } as const satisfies Endpoint;
export const restartCamera = { method: 'POST', path: '/public/api/v2/cameraphone/cameras/{id}/restart' } as const satisfies Endpoint;
