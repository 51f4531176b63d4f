import type { Endpoint } from '../../kernel/endpoint.ts';

/** One WebSocket for all cameras of a page (see the live protocol). Authorized by its first message, never by its URL. */
export const liveSocket = { method: 'GET', path: '/public/api/v3/live' } as const satisfies Endpoint;
/** The low-latency HLS playlist, with its init section, segments and parts beside it. `_HLS_msn` and `_HLS_part` block until they exist. */
export const livePlaylist = { method: 'GET', path: '/public/api/v3/cameras/{id}/live/index.m3u8' } as const satisfies Endpoint;
export const liveMedia = { method: 'GET', path: '/public/api/v3/cameras/{id}/live/{file}' } as const satisfies Endpoint;

/**
 * Whether the caller can watch, for a cache in front of the server (not in the specification): it asks once every few seconds for each
 * viewer, and serves the media above itself. `Watchpost-Media` names what viewers of one kind share.
 */
export const getLiveAccess = { method: 'GET', path: '/public/api/v3/cameras/{id}/live/access' } as const satisfies Endpoint;

/** WHEP (draft-ietf-wish-whep): accepts an SDP offer, returns 201 with the answer and the session's Location. Both contain all candidates, without trickle. */
export const startWhep = { method: 'POST', path: '/public/api/v3/cameras/{id}/whep' } as const satisfies Endpoint;
export const endWhep = { method: 'DELETE', path: '/public/api/v3/cameras/{id}/whep/{sessionId}' } as const satisfies Endpoint;
