export { createBookmarksApi } from './bookmarks-api.ts';
export type { BookmarksApi } from './bookmarks-api.ts';
export { createSavedClipsApi } from './bookmarks-clips-api.ts';
export type { SavedClipsApi } from './bookmarks-clips-api.ts';
