import { createBookmark, deleteBookmark, listBookmarks, updateBookmark } from '@watchpost/contract/endpoints/bookmarks';
import type { Bookmark, CreateBookmarkBody, UpdateBookmarkBody } from '@watchpost/contract/schemas/bookmarks';
import type { HttpClient } from '../../kernel/http.ts';
import type { CallOptions } from '../../kernel/ports.ts';

/** Moments of cameras that the user saved, each with a note. Nobody else sees them, and they don't keep footage from being deleted. */
export interface BookmarksApi {
  /**
   * Lists the user's bookmarks of cameras whose archive they can play, the latest moment first.
   * @example const bookmarks = await client.bookmarks.list();
   */
  list(options?: CallOptions): Promise<Bookmark[]>;
  /**
   * Saves a moment.
   * @param body `at`: Unix milliseconds, not in the future; `note`: at most 500 characters
   * @returns with `footageUntil`, when its footage will have been deleted by age
   * @throws {WatchpostError} `not-found` for a camera that is not visible, `no-archive-access`, `limit-reached` with 500 bookmarks
   * @example await client.bookmarks.create({ cameraId: camera.id, at: event.startAt, note: 'A white van' });
   */
  create(body: CreateBookmarkBody, options?: CallOptions): Promise<Bookmark>;
  /** Changes the note. @throws {WatchpostError} `not-found` @example await client.bookmarks.update(bookmark.id, { note: 'The neighbour’s van' }); */
  update(id: string, change: UpdateBookmarkBody, options?: CallOptions): Promise<Bookmark>;
  /** Deletes a bookmark; the footage stays. @throws {WatchpostError} `not-found` @example await client.bookmarks.remove(bookmark.id); */
  remove(id: string, options?: CallOptions): Promise<void>;
}

export function createBookmarksApi(http: HttpClient): BookmarksApi {
  return {
    list: async (options) => (await http.request<{ readonly bookmarks: Bookmark[] }>(listBookmarks, { ...options })).bookmarks,
    create: (body, options) => http.request(createBookmark, { ...options, body }),
    update: (id, body, options) => http.request(updateBookmark, { ...options, parameters: { id }, body }),
    remove: (id, options) => http.request(deleteBookmark, { ...options, parameters: { id } }),
  };
}
