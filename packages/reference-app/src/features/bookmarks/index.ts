export { BookmarkDialog } from './bookmarks-dialog.tsx';
export { BookmarkList } from './bookmarks-list.tsx';
export { text as bookmarkText } from './bookmarks-texts.ts';
