import type { Endpoint } from '../../kernel/endpoint.ts';

/** Creates a single-use token, valid for 10 minutes: a camera that presents it is added to the caller's account. */
export const createRegistrationToken = {
  method: 'POST',
  path: '/public/api/v2/cameraphone/registration/token',
} as const satisfies Endpoint;
/** Creates a token that only the camera with this serial number can use. */
export const createSerialRegistrationToken = {
  method: 'POST',
  path: '/public/api/v2/cameraphone/watchpost-cameras/registration/token/by-serial',
} as const satisfies Endpoint;
/** The state of a registration, for the account that started it: waiting, registered or refused. */
export const getRegistration = { method: 'GET', path: '/public/api/v3/registrations/{id}' } as const satisfies Endpoint;
/** Registers a camera at an address in the server's network (port 7654): the server identifies it and sends it a token that only it can use. */
export const registerLocalCamera = { method: 'POST', path: '/public/api/v3/registrations/local' } as const satisfies Endpoint;
/** Registers a camera with such a token: an address that the server pulls from, or an agent that pushes. */
export const registerCamera = { method: 'POST', path: '/public/api/v3/registrations' } as const satisfies Endpoint;
/** Tests an address and returns what is there, or the exact error. Adds nothing. */
export const probeSource = { method: 'POST', path: '/public/api/v3/registrations/probe' } as const satisfies Endpoint;
/** Discovers ONVIF cameras in the server's networks, which takes 3 s. Empty if the operator doesn't allow private addresses. */
export const discoverCameras = { method: 'POST', path: '/public/api/v3/registrations/discovery' } as const satisfies Endpoint;
/** A snapshot (JPEG) of a camera that the caller discovered in the last half hour; without credentials if the camera allows that. */
export const getFoundPicture = { method: 'POST', path: '/public/api/v3/registrations/discovery/picture' } as const satisfies Endpoint;
/** WebSocket on which an agent pushes video (see the agent protocol). Authorized by the agent's bearer token, in the upgrade or in the first message. */
export const agentLink = { method: 'GET', path: '/public/api/v3/agent' } as const satisfies Endpoint;
