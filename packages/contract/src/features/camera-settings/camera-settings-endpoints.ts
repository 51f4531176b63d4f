import type { Endpoint } from '../../kernel/endpoint.ts';

/** The specification doesn't show the calls for camera settings; these follow its other paths. */
export const getCameraSettings = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/settings' } as const satisfies Endpoint;
export const updateCameraSettings = {
  method: 'PATCH',
  path: '/public/api/v2/cameraphone/cameras/{id}/settings',
} as const satisfies Endpoint;
/** The camera's own settings. The server queries the camera, which may take up to 2 minutes. */
export const getDeviceSettings = {
  method: 'GET',
  path: '/public/api/v2/cameraphone/cameras/{id}/settings/device',
} as const satisfies Endpoint;
export const updateDeviceSettings = {
  method: 'PATCH',
  path: '/public/api/v2/cameraphone/cameras/{id}/settings/device',
} as const satisfies Endpoint;
/** Changes the camera's network configuration. The server follows it to its new address, which takes up to 2 minutes. */
export const updateDeviceNetwork = {
  method: 'PUT',
  path: '/public/api/v2/cameraphone/cameras/{id}/settings/network',
} as const satisfies Endpoint;
export const restartCamera = { method: 'POST', path: '/public/api/v2/cameraphone/cameras/{id}/restart' } as const satisfies Endpoint;
