import {
  createBookmark,
  createSavedClip,
  deleteBookmark,
  deleteSavedClip,
  listBookmarks,
  listSavedClips,
  updateBookmark,
  updateSavedClip,
} from '@watchpost/contract/endpoints/bookmarks';
import type { Endpoint, ErrorCode } from '@watchpost/contract/kernel';
import type { Bookmark, SavedClip } from '@watchpost/contract/schemas/bookmarks';

/** The in-memory server's bookmarks and saved clips. */
export interface FakeBookmarksState {
  /** In any order. */
  bookmarks: Bookmark[];
  /** In any order. */
  savedClips: SavedClip[];
}

const week = 7 * 86_400_000;

/** Builds a bookmark; a test sets only the fields it depends on. */
export function buildBookmark(bookmark: Partial<Bookmark> = {}): Bookmark {
  const { at = 0 } = bookmark;
  return { id: 'bmk_0000000000000000000001', cameraId: 'camera-1', at, note: '', footageUntil: at + week, createdAt: 0, ...bookmark };
}

/** Answers a call about bookmarks; null for any other call. */
export function answerBookmarks(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  body: Readonly<Record<string, unknown>>,
  state: FakeBookmarksState,
  now: number,
): Response | ErrorCode | null {
  if (is(listBookmarks)) return Response.json({ bookmarks: state.bookmarks.toSorted((a, b) => b.at - a.at) });
  if (is(createBookmark)) {
    const last = Math.max(0, ...state.bookmarks.map(({ id }) => Number(id.slice(4))));
    const made = buildBookmark({ ...body, id: `bmk_${String(last + 1).padStart(22, '0')}`, createdAt: now });
    state.bookmarks = [...state.bookmarks, made];
    return Response.json(made, { status: 201 });
  }
  if (!is(updateBookmark) && !is(deleteBookmark)) return null;
  const found = state.bookmarks.find(({ id }) => path.endsWith(`/bookmarks/${id}`));
  if (!found) return 'not-found';
  if (is(deleteBookmark)) {
    state.bookmarks = state.bookmarks.filter(({ id }) => id !== found.id);
    return new Response(null, { status: 204 });
  }
  const changed: Bookmark = { ...found, ...body };
  state.bookmarks = state.bookmarks.map((one) => (one.id === found.id ? changed : one));
  return Response.json(changed);
}

/** Builds a saved clip; a test sets only the fields it depends on. */
export function buildSavedClip(clip: Partial<SavedClip> = {}): SavedClip {
  return {
    id: 'scl_0000000000000000000001',
    cameraId: 'camera-1',
    from: 0,
    to: 60_000,
    note: '',
    savedAt: 0,
    footage: 'available',
    ...clip,
  };
}

/** Answers a call about saved clips; null for any other call. */
export function answerSavedClips(
  is: (endpoint: Endpoint) => boolean,
  path: string,
  body: Readonly<Record<string, unknown>>,
  state: FakeBookmarksState,
  now: number,
): Response | ErrorCode | null {
  if (is(listSavedClips)) return Response.json({ clips: state.savedClips.toSorted((a, b) => b.savedAt - a.savedAt) });
  if (is(createSavedClip)) {
    const last = Math.max(0, ...state.savedClips.map(({ id }) => Number(id.slice(4))));
    const made = buildSavedClip({ savedAt: now, ...body });
    const isSame = (one: SavedClip): boolean => one.cameraId === made.cameraId && one.from === made.from && one.to === made.to;
    const known = state.savedClips.find(isSame);
    const saved: SavedClip = { ...made, id: known?.id ?? `scl_${String(last + 1).padStart(22, '0')}`, note: known?.note ?? '' };
    state.savedClips = [...state.savedClips.filter((one) => !isSame(one)), saved];
    return Response.json(saved, { status: 201 });
  }
  if (!is(updateSavedClip) && !is(deleteSavedClip)) return null;
  const found = state.savedClips.find(({ id }) => path.endsWith(`/saved-clips/${id}`));
  if (!found) return 'not-found';
  const others = state.savedClips.filter(({ id }) => id !== found.id);
  if (is(deleteSavedClip)) {
    state.savedClips = others;
    return new Response(null, { status: 204 });
  }
  const changed: SavedClip = { ...found, ...body };
  state.savedClips = [...others, changed];
  return Response.json(changed);
}
