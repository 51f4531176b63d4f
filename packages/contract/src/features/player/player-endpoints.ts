import type { Endpoint } from '../../kernel/endpoint.ts';

/** WebSocket: one for all cameras of a page (see the live protocol). Authorized by its first message, never by its address. */
export const liveSocket = { method: 'GET', path: '/public/api/v3/live' } as const satisfies Endpoint;
/** Low-latency HLS: the playlist; its init, segments and parts are beside it. `_HLS_msn` and `_HLS_part` block until they exist. */
export const livePlaylist = { method: 'GET', path: '/public/api/v3/cameras/{id}/live/index.m3u8' } as const satisfies Endpoint;
export const liveMedia = { method: 'GET', path: '/public/api/v3/cameras/{id}/live/{file}' } as const satisfies Endpoint;
/** A token for a partner's page: one camera, read-only, one origin, at most an hour. */
export const createEmbedToken = { method: 'POST', path: '/public/api/v3/cameras/{id}/embed-tokens' } as const satisfies Endpoint;

/** WHEP (draft-ietf-wish-whep): an SDP offer in, 201 with the answer and the session's Location out. All candidates are in the two; there is no trickle. */
export const startWhep = { method: 'POST', path: '/public/api/v3/cameras/{id}/whep' } as const satisfies Endpoint;
export const endWhep = { method: 'DELETE', path: '/public/api/v3/cameras/{id}/whep/{sessionId}' } as const satisfies Endpoint;
