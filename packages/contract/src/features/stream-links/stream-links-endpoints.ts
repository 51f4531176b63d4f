import type { Endpoint } from '../../kernel/endpoint.ts';

/** The caller's stream links, newest first; revoked and expired ones for 90 days. */
export const listStreamLinks = { method: 'GET', path: '/public/api/v3/stream-links' } as const satisfies Endpoint;
/** Creates addresses by which other software plays one camera: RTSP, HLS, a snapshot. For a user who manages access to the camera. */
export const createStreamLink = { method: 'POST', path: '/public/api/v3/stream-links' } as const satisfies Endpoint;
/** What this server offers to stream links beside HLS and snapshots, which every server has. */
export const getStreamOutputs = { method: 'GET', path: '/public/api/v3/stream-links/outputs' } as const satisfies Endpoint;
export const updateStreamLink = { method: 'PATCH', path: '/public/api/v3/stream-links/{id}' } as const satisfies Endpoint;
/** Revokes a link. What plays by it ends within 10 s. */
export const revokeStreamLink = { method: 'DELETE', path: '/public/api/v3/stream-links/{id}' } as const satisfies Endpoint;

/** The live HLS playlist of a link, with its files beside it, as `livePlaylist`. The path authorizes: no header, no cookie. */
export const streamPlaylist = { method: 'GET', path: '/public/api/v3/streams/{token}/index.m3u8' } as const satisfies Endpoint;
export const streamMedia = { method: 'GET', path: '/public/api/v3/streams/{token}/{file}' } as const satisfies Endpoint;
/** A current picture, a JPEG: for an `<img>` or a dashboard. */
export const streamSnapshot = { method: 'GET', path: '/public/api/v3/streams/{token}/snapshot.jpg' } as const satisfies Endpoint;
