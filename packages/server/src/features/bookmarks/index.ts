export { createBookmarksModule } from './bookmarks-module.ts';
