import type { Endpoint } from '@watchpost/sdk-core';

/** What the fake server is asked about. */
export const createInvite: Endpoint = { method: 'POST', path: '/public/api/v2/cameraphone/invites' };
export const updateInvite: Endpoint = { method: 'PATCH', path: '/public/api/v2/cameraphone/invites/{id}' };
export const emailInvite: Endpoint = { method: 'POST', path: '/public/api/v2/cameraphone/invites/{id}/emails' };
