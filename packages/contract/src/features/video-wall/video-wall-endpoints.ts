import type { Endpoint } from '../../kernel/endpoint.ts';

/** The caller's wall: the account's arrangement and this device's own, where there is one. */
export const getVideoWall = { method: 'GET', path: '/public/api/v3/video-wall' } as const satisfies Endpoint;
export const saveVideoWall = { method: 'PUT', path: '/public/api/v3/video-wall' } as const satisfies Endpoint;
/** Forgets this device's own arrangement: the account's counts again. */
export const deleteDeviceVideoWall = { method: 'DELETE', path: '/public/api/v3/video-wall/device' } as const satisfies Endpoint;
