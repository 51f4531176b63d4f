import type { Endpoint } from '../../kernel/endpoint.ts';

/** The caller's own links, over all cameras. */
export const listInvites = { method: 'GET', path: '/public/api/v2/cameraphone/invites' } as const satisfies Endpoint;
export const createInvite = { method: 'POST', path: '/public/api/v2/cameraphone/invites' } as const satisfies Endpoint;
/** Changes a link for users who accept it from now on. Its creator only: 403 for others who manage one of its cameras. */
export const updateInvite = { method: 'PATCH', path: '/public/api/v2/cameraphone/invites/{id}' } as const satisfies Endpoint;
/** Revokes a link. Users who accepted it keep their access, except with `?removeUsers=true`; its guests lose theirs. */
export const revokeInvite = { method: 'DELETE', path: '/public/api/v2/cameraphone/invites/{id}' } as const satisfies Endpoint;
/** Sends the link by e-mail. Its creator only. */
export const emailInvite = { method: 'POST', path: '/public/api/v2/cameraphone/invites/{id}/emails' } as const satisfies Endpoint;
/** Adds the link's cameras to the caller's account. The id alone is not enough: the body has the token. */
export const acceptInvite = { method: 'POST', path: '/public/api/v2/cameraphone/invites/{id}/accept' } as const satisfies Endpoint;

/** The links of one camera, by any creator, revoked ones included. */
export const listCameraInvites = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/invites' } as const satisfies Endpoint;
/** The users who have access to one camera, its owner first. */
export const listCameraUsers = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/{id}/customers' } as const satisfies Endpoint;
export const updateCameraUser = {
  method: 'PATCH',
  path: '/public/api/v2/cameraphone/cameras/{id}/customers/{customerId}',
} as const satisfies Endpoint;
/** Revokes a user's access to one camera; one's own as well. */
export const removeCameraUser = {
  method: 'DELETE',
  path: '/public/api/v2/cameraphone/cameras/{id}/customers/{customerId}',
} as const satisfies Endpoint;
/** Everyone with access to the cameras that the caller manages. */
export const listUsers = { method: 'GET', path: '/public/api/v2/cameraphone/cameras/customers' } as const satisfies Endpoint;
/** Revokes a user's access to every camera that the caller manages. */
export const removeUser = {
  method: 'DELETE',
  path: '/public/api/v2/cameraphone/cameras/customers/{customerId}',
} as const satisfies Endpoint;

/** The invitation behind a link, for a signed-in user. */
export const getInvitation = { method: 'GET', path: '/public/api/v3/invites/by-token/{token}' } as const satisfies Endpoint;
/** The cameras of a link, for a signed-in user. */
export const listSharedCameras = { method: 'GET', path: '/public/api/v3/cameras/by-token/{token}' } as const satisfies Endpoint;
/** The invitation, for a person without an account. 404 when the link has no guests. */
export const getGuestInvitation = { method: 'GET', path: '/public/api/v3/invites/by-token/{token}/guest' } as const satisfies Endpoint;
/** A picture of one of the link's cameras; 404 when the link has none. A session, or a link with guests. */
export const getInvitationPicture = {
  method: 'GET',
  path: '/public/api/v3/invites/by-token/{token}/cameras/{cameraId}/preview.jpg',
} as const satisfies Endpoint;
/** Makes this browser a guest of the link, by a cookie that scripts can't read, and returns its first guest token. */
export const becomeGuest = { method: 'POST', path: '/public/api/v3/invites/by-token/{token}/guest' } as const satisfies Endpoint;
/** Returns a new guest token and the current invitation to the browser with the cookie. */
export const renewGuest = { method: 'POST', path: '/public/api/v3/guests/{id}' } as const satisfies Endpoint;
/** Forgets this browser as a guest. */
export const leaveGuest = { method: 'DELETE', path: '/public/api/v3/guests/{id}' } as const satisfies Endpoint;

/** What happened to the cameras that the caller manages, newest first. */
export const getAccessLog = { method: 'GET', path: '/public/api/v3/access-log' } as const satisfies Endpoint;
/** How many entries each kind has, with the same filter. */
export const countAccessLog = { method: 'GET', path: '/public/api/v3/access-log/counts' } as const satisfies Endpoint;
/** All entries of the filter as CSV (RFC 4180), newest first. */
export const exportAccessLog = { method: 'GET', path: '/public/api/v3/access-log/export.csv' } as const satisfies Endpoint;
