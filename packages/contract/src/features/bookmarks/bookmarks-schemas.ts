import { z } from 'zod';
import { hasAtMostCharacters } from '../../kernel/characters.ts';
import { maxBookmarkNote } from '../../protocols/bookmarks-protocol.ts';
import { maxClipDurationMs } from '../archive/archive-schemas.ts';
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

/** Saved clips of one account. A new one takes the place of the oldest without a note. */
export const maxSavedClips = 200;
export const savedClipIdSchema = z.string().regex(/^scl_[\w-]{22}$/);

export const savedClipSchema = z.object({
  id: savedClipIdSchema,
  cameraId: cameraIdSchema,
  /** What was requested, Unix milliseconds; `from` inclusive, `to` exclusive. */
  from: z.int(),
  to: z.int(),
  /** May be empty. */
  note: z.string(),
  /** Unix milliseconds. */
  savedAt: z.int(),
  /** Whether it can be downloaded again: `none` when nothing of it is recorded any more, `closed` when the archive is not open to the caller. */
  footage: z.enum(['available', 'none', 'closed']),
});
export const savedClipListSchema = z.object({ /** The newest first. */ clips: z.array(savedClipSchema) });
export const createSavedClipBody = z
  .strictObject({
    cameraId: cameraIdSchema,
    /** Unix milliseconds; at most 3 hours, not in the future. */
    from: moment,
    to: moment,
    /** When it was saved, Unix milliseconds: earlier than now for one that could not be listed then. Now unless it is given. */
    savedAt: moment.optional(),
  })
  .refine(({ from, to }) => to > from, { path: ['to'], message: 'The end of the clip must be after its start.' })
  .refine(({ from, to }) => to - from <= maxClipDurationMs, { path: ['to'], message: 'A clip has at most 3 hours.' });
export const updateSavedClipBody = z.strictObject({ note: bookmarkNoteSchema });
export const savedClipParameters = z.object({ id: savedClipIdSchema });

export type Bookmark = z.infer<typeof bookmarkSchema>;
export type CreateBookmarkBody = z.input<typeof createBookmarkBody>;
export type UpdateBookmarkBody = z.input<typeof updateBookmarkBody>;
export type SavedClip = z.infer<typeof savedClipSchema>;
export type CreateSavedClipBody = z.input<typeof createSavedClipBody>;
export type UpdateSavedClipBody = z.input<typeof updateSavedClipBody>;
