import type { Endpoint } from '../../kernel/endpoint.ts';

/** Footage and gaps in a range. */
export const getFootage = { method: 'GET', path: '/public/api/v3/cameras/{id}/archive/footage' } as const satisfies Endpoint;
/** Deletes what was recorded in a range, for good; whole segments, so up to 6 s more on each side stay. The owner only. */
export const deleteFootage = { method: 'DELETE', path: '/public/api/v3/cameras/{id}/archive/footage' } as const satisfies Endpoint;
/** Days with footage, in the camera's time zone: what a calendar marks. */
export const getArchiveDays = { method: 'GET', path: '/public/api/v3/cameras/{id}/archive/days' } as const satisfies Endpoint;
/** Any range as an HLS playlist with PROGRAM-DATE-TIME and discontinuities. */
export const archivePlaylist = { method: 'GET', path: '/public/api/v3/cameras/{id}/archive/index.m3u8' } as const satisfies Endpoint;
/** An init section or a recorded segment of that playlist. */
export const archiveMedia = { method: 'GET', path: '/public/api/v3/cameras/{id}/archive/{file}' } as const satisfies Endpoint;
/** The picture at a moment, from the nearest key frame before it. */
export const getSnapshot = { method: 'GET', path: '/public/api/v3/cameras/{id}/archive/snapshot.jpg' } as const satisfies Endpoint;
/** A small picture of a moment, for scrubbing; of the same `at` always the same one, so that it can be cached. */
export const getPreviewPicture = { method: 'GET', path: '/public/api/v3/cameras/{id}/archive/preview.jpg' } as const satisfies Endpoint;
/** Any range as one MP4 file, resumable by Range; the specification's "download the next 5 minutes" is one of them. */
export const downloadClip = { method: 'GET', path: '/public/api/v3/cameras/{id}/archive/clip.mp4' } as const satisfies Endpoint;
/** What a clip shows, its SHA-256 and the server's signature: lets a recipient prove that the file is untouched. */
export const getClipManifest = { method: 'GET', path: '/public/api/v3/cameras/{id}/archive/clip.json' } as const satisfies Endpoint;
/** The public half of the key that signs manifests; public, because recipients have no account. */
export const getSigningKey = { method: 'GET', path: '/public/api/v3/signing-key' } as const satisfies Endpoint;
