import type { Endpoint } from '../../kernel/endpoint.ts';

/** A single-use token, 10 minutes, bound to the account: whoever brings it adds a camera to that account. */
export const createRegistrationToken = { method: 'POST', path: '/public/api/v2/cameraphone/registration/token' } as const satisfies Endpoint;
/** The same for one camera alone, whose serial number was scanned or typed: no other camera can use the token. */
export const createSerialRegistrationToken = { method: 'POST', path: '/public/api/v2/cameraphone/watchpost-cameras/registration/token/by-serial' } as const satisfies Endpoint;
/** What has become of a registration, for whoever began it: nobody has used its token yet, a camera is there, or it was refused. */
export const getRegistration = { method: 'GET', path: '/public/api/v3/registrations/{id}' } as const satisfies Endpoint;
/** A camera that registers itself, by its address in the server's network (port 7654): the server asks who it is and hands it a token for it alone. */
export const registerLocalCamera = { method: 'POST', path: '/public/api/v3/registrations/local' } as const satisfies Endpoint;
/** Registers a camera with such a token: an address that the server pulls from, or an agent that will push. */
export const registerCamera = { method: 'POST', path: '/public/api/v3/registrations' } as const satisfies Endpoint;
/** Tries an address and says what is there or what exactly is wrong; adds nothing. */
export const probeSource = { method: 'POST', path: '/public/api/v3/registrations/probe' } as const satisfies Endpoint;
/** The ONVIF cameras in the networks that the server is in; takes 3 s. Nothing where the operator does not allow private addresses. */
export const discoverCameras = { method: 'POST', path: '/public/api/v3/registrations/discovery' } as const satisfies Endpoint;
/** A picture (JPEG) of a camera that the caller's search has found in the last half hour: without a name and a password where the camera gives one to anybody. */
export const getFoundPicture = { method: 'POST', path: '/public/api/v3/registrations/discovery/picture' } as const satisfies Endpoint;
/** WebSocket on which an agent pushes its video (see the agent protocol); authorized by the agent's bearer token, on the upgrade or in the first message. */
export const agentLink = { method: 'GET', path: '/public/api/v3/agent' } as const satisfies Endpoint;
