import type { Endpoint } from '../../kernel/endpoint.ts';

/** The specification doesn't show bookmarks: moments of cameras that the caller saved, the latest moment first. Only the caller sees them. */
export const listBookmarks = { method: 'GET', path: '/public/api/v3/bookmarks' } as const satisfies Endpoint;
/** Saves a moment of a camera whose archive or events the caller can see. It does not keep the footage from being deleted. */
export const createBookmark = { method: 'POST', path: '/public/api/v3/bookmarks' } as const satisfies Endpoint;
/** Changes the note. */
export const updateBookmark = { method: 'PATCH', path: '/public/api/v3/bookmarks/{id}' } as const satisfies Endpoint;
export const deleteBookmark = { method: 'DELETE', path: '/public/api/v3/bookmarks/{id}' } as const satisfies Endpoint;
