import type { Endpoint } from '../../kernel/endpoint.ts';

/** The caller's video wall: the account's layout, and this device's own, if any. */
export const getVideoWall = { method: 'GET', path: '/public/api/v3/video-wall' } as const satisfies Endpoint;
export const saveVideoWall = { method: 'PUT', path: '/public/api/v3/video-wall' } as const satisfies Endpoint;
/** Deletes this device's own layout; the account's applies again. */
export const deleteDeviceVideoWall = { method: 'DELETE', path: '/public/api/v3/video-wall/device' } as const satisfies Endpoint;
