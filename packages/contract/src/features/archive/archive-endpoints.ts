import type { Endpoint } from '../../kernel/endpoint.ts';

/** Footage and gaps of a range. */
export const getFootage = { method: 'GET', path: '/public/api/v3/cameras/{id}/archive/footage' } as const satisfies Endpoint;
/** Permanently deletes the footage of a range. Only whole segments are deleted, so up to 6 s remain at each end. Owners only. */
export const deleteFootage = { method: 'DELETE', path: '/public/api/v3/cameras/{id}/archive/footage' } as const satisfies Endpoint;
/** Days with footage in the camera's time zone, for a calendar. */
export const getArchiveDays = { method: 'GET', path: '/public/api/v3/cameras/{id}/archive/days' } as const satisfies Endpoint;
/** Any range as HLS playlist with PROGRAM-DATE-TIME and discontinuities. */
export const archivePlaylist = { method: 'GET', path: '/public/api/v3/cameras/{id}/archive/index.m3u8' } as const satisfies Endpoint;
/** An init section or a segment of that playlist; `at-{ms}.m4s` is the segment of a moment with its init section, for a jump. */
export const archiveMedia = { method: 'GET', path: '/public/api/v3/cameras/{id}/archive/{file}' } as const satisfies Endpoint;
/** As `getLiveAccess`, for one file of that playlist. A viewer of a part of the archive shares with nobody. */
export const getArchiveAccess = { method: 'GET', path: '/public/api/v3/cameras/{id}/archive/access' } as const satisfies Endpoint;
/** The picture at an instant, from the key frame before it. */
export const getSnapshot = { method: 'GET', path: '/public/api/v3/cameras/{id}/archive/snapshot.jpg' } as const satisfies Endpoint;
/** A preview for scrubbing. The same `at` always returns the same picture, so that it can be cached. */
export const getPreviewPicture = { method: 'GET', path: '/public/api/v3/cameras/{id}/archive/preview.jpg' } as const satisfies Endpoint;
/** Any range as one MP4 file, resumable by Range, such as the specification's "download the next 5 minutes". */
export const downloadClip = { method: 'GET', path: '/public/api/v3/cameras/{id}/archive/clip.mp4' } as const satisfies Endpoint;
/** A clip's content, its SHA-256 and the server's signature, with which a recipient can prove that the file is unchanged. */
export const getClipManifest = { method: 'GET', path: '/public/api/v3/cameras/{id}/archive/clip.json' } as const satisfies Endpoint;
/** The public key for manifests. No session needed, because recipients have no account. */
export const getSigningKey = { method: 'GET', path: '/public/api/v3/signing-key' } as const satisfies Endpoint;
