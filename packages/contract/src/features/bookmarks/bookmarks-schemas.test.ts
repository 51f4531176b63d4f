import { expect, test } from 'vitest';
import {
  bookmarkIdSchema,
  createBookmarkBody,
  createSavedClipBody,
  savedClipIdSchema,
  updateBookmarkBody,
  updateSavedClipBody,
} from './bookmarks-schemas.ts';

const body = { cameraId: 'yard', at: 1_800_000_000_000 };

test('a bookmark needs a camera and a moment; its note is trimmed, and empty unless it is given', () => {
  expect(createBookmarkBody.parse(body)).toEqual({ ...body, note: '' });
  expect(createBookmarkBody.parse({ ...body, note: ' The van \n' }).note).toBe('The van');
});

test.each([
  ['a fraction of a millisecond', { at: 1.5 }],
  ['a moment before 1970', { at: -1 }],
  ['no date at all', { at: 8.64e15 + 1 }],
  ['a note of 501 characters', { note: 'x'.repeat(501) }],
  ['an unknown field', { protects: true }],
  ['another type', { note: 5 }],
])('%s is refused', (_, change) => {
  expect(createBookmarkBody.safeParse({ ...body, ...change }).success).toBe(false);
});

test('a note has up to 500 characters as people count them', () => {
  expect(createBookmarkBody.safeParse({ ...body, note: '👨‍👩‍👧‍👦'.repeat(500) }).success).toBe(true);
});

test('a change is of the note alone', () => {
  expect(updateBookmarkBody.parse({ note: '' })).toEqual({ note: '' });
  expect(updateBookmarkBody.safeParse({}).success).toBe(false);
  expect(updateBookmarkBody.safeParse({ note: '', at: 5 }).success).toBe(false);
});

test('an id of another form is no bookmark', () => {
  expect(bookmarkIdSchema.safeParse('bmk_AAAAAAAAAAAAAAAAAAAAAA').success).toBe(true);
  for (const id of ['', 'bmk_', 'evt_AAAAAAAAAAAAAAAAAAAAAA', 'bmk_AAAAAAAAAAAAAAAAAAAAA/'])
    expect(bookmarkIdSchema.safeParse(id).success).toBe(false);
});

const clip = { cameraId: 'yard', from: 1_800_000_000_000, to: 1_800_000_060_000 };

test('a saved clip is a range of a camera, at most as long as a clip can be', () => {
  expect(createSavedClipBody.parse(clip)).toEqual(clip);
  expect(createSavedClipBody.safeParse({ ...clip, to: clip.from + 10_800_000, savedAt: 5 }).success).toBe(true);
  expect(savedClipIdSchema.safeParse('scl_AAAAAAAAAAAAAAAAAAAAAA').success).toBe(true);
  expect(savedClipIdSchema.safeParse('bmk_AAAAAAAAAAAAAAAAAAAAAA').success).toBe(false);
});

test.each([
  ['an empty range', { to: clip.from }],
  ['a range that ends before it begins', { to: clip.from - 1 }],
  ['more than three hours', { to: clip.from + 10_800_001 }],
  ['a fraction of a millisecond', { from: 1.5 }],
  ['a note, which comes later', { note: 'The van' }],
  ['no camera', { cameraId: undefined }],
])('%s is no saved clip', (_, change) => {
  expect(createSavedClipBody.safeParse({ ...clip, ...change }).success).toBe(false);
});

test('a change of a saved clip is of the note alone', () => {
  expect(updateSavedClipBody.parse({ note: ' The van ' })).toEqual({ note: 'The van' });
  expect(updateSavedClipBody.safeParse({ note: 'x'.repeat(501) }).success).toBe(false);
  expect(updateSavedClipBody.safeParse({ note: '', to: 5 }).success).toBe(false);
});
