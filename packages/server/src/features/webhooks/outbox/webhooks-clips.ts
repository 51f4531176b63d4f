import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';

interface Span {
  readonly from: number;
  readonly to: number;
}

/** The recording of an event: what of it can be played; `pending` while more may come; null when nothing was recorded. */
export type FindClip = (cameraId: string, event: Span) => Promise<Span | 'pending' | null>;

export interface ClipDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, 'now'>;
  /** Returns the span of a camera that is being written and is not footage yet. */
  readonly unfinished: (cameraId: string) => Span | null;
}

/** A segment that is finished appears in the index within this time, ms. */
const indexDelayMs = 15_000;
/** What a clip has at least, where it is recorded, ms. */
const minClipMs = 1000;
/** No segment is longer, ms; what is not complete by then never will be. */
const maxWaitMs = 3 * 60_000;

/**
 * Finds the recording of an event that has ended. It is complete when it reaches the event's end: the last segment is finished up to a key
 * frame interval later.
 */
export function createFindClip({ db, clock, unfinished }: ClipDeps): FindClip {
  return async (cameraId, { from, to: endedAt }) => {
    // One moving picture has no length.
    const to = Math.max(endedAt, from + minClipMs);
    // Read first: a segment that is finished meanwhile is missing when the database is read, and the next call finds it.
    const running = unfinished(cameraId);
    const last = await partAt(db, cameraId, to);
    const end = last && last.to > from ? last.to : null;
    const age = clock.now() - to;
    const isWritten = running !== null && running.from <= to;
    if ((end ?? from) < to && age < maxWaitMs && (isWritten || age < indexDelayMs)) return 'pending';
    return end === null ? null : { from: await firstRecorded(db, cameraId, from), to: Math.min(to, end) };
  };
}

/** Returns the last part of the recordings that begins at or before a time. */
async function partAt(db: Db, cameraId: string, at: number): Promise<Span | undefined> {
  return parts(db, cameraId).where('start_ms', '<=', at).orderBy('start_ms', 'desc').limit(1).executeTakeFirst();
}

/** Returns the first recorded moment at or after a time; the caller knows that there is one. */
async function firstRecorded(db: Db, cameraId: string, from: number): Promise<number> {
  const before = await partAt(db, cameraId, from);
  if (before && before.to > from) return from;
  const after = await parts(db, cameraId).where('start_ms', '>', from).orderBy('start_ms').limit(1).executeTakeFirst();
  return after?.from ?? from;
}

function parts(db: Db, cameraId: string) {
  return db.selectFrom('footage').select(['start_ms as from', 'end_ms as to']).where('camera_id', '=', cameraId);
}
