import type { Endpoint } from '../../kernel/endpoint.ts';

export const requestCode = { method: 'POST', path: '/public/api/v2/cameraphone/customers/login' } as const satisfies Endpoint;
export const confirmCode = { method: 'POST', path: '/public/api/v2/cameraphone/customers/login/confirmation' } as const satisfies Endpoint;
/** Refresh; the specification does not show its path (architecture decision: one path for both grants). */
export const refreshSession = { method: 'POST', path: '/public/api/v2/cameraphone/customers/auth/token' } as const satisfies Endpoint;
/** Sign-out revokes on the server too; the specification does not show this call. */
export const signOut = { method: 'POST', path: '/public/api/v2/cameraphone/customers/logout' } as const satisfies Endpoint;
