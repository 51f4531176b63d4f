export { createBookmarksApi } from './bookmarks-api.ts';
export type { BookmarksApi } from './bookmarks-api.ts';
