import type { Endpoint } from '../../kernel/endpoint.ts';

/** The customer's profile. Not in the specification, but clients need the language and a pending deletion. */
export const getProfile = { method: 'GET', path: '/public/api/v2/cameraphone/customers/profile' } as const satisfies Endpoint;
export const updateProfile = { method: 'PATCH', path: '/public/api/v2/cameraphone/customers/profile' } as const satisfies Endpoint;
/** Sends a code to the new address. */
export const requestEmailCode = {
  method: 'POST',
  path: '/public/api/v2/cameraphone/customers/email/confirmation',
} as const satisfies Endpoint;
export const changeEmail = { method: 'PUT', path: '/public/api/v2/cameraphone/customers/email' } as const satisfies Endpoint;
/** What deleting the account removes, to show before the user confirms. */
export const getDeletionSummary = { method: 'GET', path: '/public/api/v2/cameraphone/customers/deletion' } as const satisfies Endpoint;
/** Sends a new code to the account's address. */
export const requestDeletionCode = {
  method: 'POST',
  path: '/public/api/v2/cameraphone/customers/deletion/confirmation',
} as const satisfies Endpoint;
export const deleteAccount = { method: 'DELETE', path: '/public/api/v2/cameraphone/customers/' } as const satisfies Endpoint;
export const listDevices = { method: 'GET', path: '/public/api/v2/cameraphone/customers/devices' } as const satisfies Endpoint;
/** Signs out every device but the caller's. */
export const signOutOtherDevices = { method: 'DELETE', path: '/public/api/v2/cameraphone/customers/devices' } as const satisfies Endpoint;
export const signOutDevice = {
  method: 'DELETE',
  path: '/public/api/v2/cameraphone/customers/devices/{deviceId}',
} as const satisfies Endpoint;
