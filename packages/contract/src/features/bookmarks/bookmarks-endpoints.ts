import type { Endpoint } from '../../kernel/endpoint.ts';

/** The specification doesn't show bookmarks: moments of cameras that the caller saved, the latest moment first. Only the caller sees them. */
export const listBookmarks = { method: 'GET', path: '/public/api/v3/bookmarks' } as const satisfies Endpoint;
/** Saves a moment of a camera whose archive or events the caller can see. It does not keep the footage from being deleted. */
export const createBookmark = { method: 'POST', path: '/public/api/v3/bookmarks' } as const satisfies Endpoint;
/** Changes the note. */
export const updateBookmark = { method: 'PATCH', path: '/public/api/v3/bookmarks/{id}' } as const satisfies Endpoint;
export const deleteBookmark = { method: 'DELETE', path: '/public/api/v3/bookmarks/{id}' } as const satisfies Endpoint;

/** The specification doesn't show these either: clips that the caller saved to a device, the newest first, from whatever device. */
export const listSavedClips = { method: 'GET', path: '/public/api/v3/saved-clips' } as const satisfies Endpoint;
/** Lists a clip of a camera whose archive the caller can see; one that is listed already moves to the top and keeps its note. */
export const createSavedClip = { method: 'POST', path: '/public/api/v3/saved-clips' } as const satisfies Endpoint;
/** Changes the note. */
export const updateSavedClip = { method: 'PATCH', path: '/public/api/v3/saved-clips/{id}' } as const satisfies Endpoint;
/** Takes it off the list; files and footage stay. */
export const deleteSavedClip = { method: 'DELETE', path: '/public/api/v3/saved-clips/{id}' } as const satisfies Endpoint;
