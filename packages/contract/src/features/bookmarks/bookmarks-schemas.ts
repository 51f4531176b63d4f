import { z } from 'zod';
import { hasAtMostCharacters } from '../../kernel/characters.ts';
import { maxBookmarkNote } from '../../protocols/bookmarks-protocol.ts';
import { cameraIdSchema } from '../cameras/cameras-schemas.ts';

/** Bookmarks of one account. */
export const maxBookmarks = 500;
export const bookmarkIdSchema = z.string().regex(/^bmk_[\w-]{22}$/);
export const bookmarkNoteSchema = z
  .string()
  .trim()
  .refine((note) => hasAtMostCharacters(note, maxBookmarkNote), `At most ${maxBookmarkNote} characters`);
const moment = z.int().min(0).max(8.64e15);

export const bookmarkSchema = z.object({
  id: bookmarkIdSchema,
  cameraId: cameraIdSchema,
  /** The saved moment, Unix milliseconds. */
  at: z.int(),
  /** May be empty. */
  note: z.string(),
  /**
   * When its footage will have been deleted by age, Unix milliseconds; a bookmark doesn't keep it. Null for a camera without an archive.
   * Less space than the archive needs deletes it sooner.
   */
  footageUntil: z.int().nullable(),
  createdAt: z.int(),
});
export const bookmarkListSchema = z.object({ /** The latest moment first. */ bookmarks: z.array(bookmarkSchema) });
export const createBookmarkBody = z.strictObject({
  cameraId: cameraIdSchema,
  /** Unix milliseconds; not in the future. */
  at: moment,
  note: bookmarkNoteSchema.default(''),
});
export const updateBookmarkBody = z.strictObject({ note: bookmarkNoteSchema });
export const bookmarkParameters = z.object({ id: bookmarkIdSchema });

export type Bookmark = z.infer<typeof bookmarkSchema>;
export type CreateBookmarkBody = z.input<typeof createBookmarkBody>;
export type UpdateBookmarkBody = z.input<typeof updateBookmarkBody>;
