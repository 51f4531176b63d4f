import type { Endpoint } from '../../kernel/endpoint.ts';

export const requestCode = { method: 'POST', path: '/public/api/v2/cameraphone/customers/login' } as const satisfies Endpoint;
export const confirmCode = { method: 'POST', path: '/public/api/v2/cameraphone/customers/login/confirmation' } as const satisfies Endpoint;
/** Refreshes the session. The specification doesn't show the path (decision: one path for both grants). */
export const refreshSession = { method: 'POST', path: '/public/api/v2/cameraphone/customers/auth/token' } as const satisfies Endpoint;
/** Revokes the session at sign-out. The specification doesn't show this call. */
export const signOut = { method: 'POST', path: '/public/api/v2/cameraphone/customers/logout' } as const satisfies Endpoint;

/** Starts a sign-in by device code (RFC 8628), for a command or a device without a browser. */
export const startDeviceAuthorization = { method: 'POST', path: '/public/api/v3/device-authorizations' } as const satisfies Endpoint;
/** Polled with the device code: the session once the user has approved the sign-in, an error of RFC 8628 until then. */
export const redeemDeviceCode = { method: 'POST', path: '/public/api/v3/device-authorizations/token' } as const satisfies Endpoint;
/** What the signed-in user decides on. The code is in the body of these calls, because codes must not appear in the server's logs. */
export const findDeviceAuthorization = { method: 'POST', path: '/public/api/v3/device-authorizations/find' } as const satisfies Endpoint;
export const approveDeviceAuthorization = {
  method: 'POST',
  path: '/public/api/v3/device-authorizations/approval',
} as const satisfies Endpoint;
export const denyDeviceAuthorization = { method: 'POST', path: '/public/api/v3/device-authorizations/denial' } as const satisfies Endpoint;
