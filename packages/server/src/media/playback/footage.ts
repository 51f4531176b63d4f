import type { ArchiveDays, Footage } from '@watchpost/contract/schemas/archive';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Db } from '../../db/database.ts';
import type { CameraOutagesTable, FootageTable } from '../../db/schema.ts';
import type { Clock } from '../../kernel/clock.ts';
import { explainGaps, gapsBetween, joinSpans, joinWithin, type Outage, type Span } from '../recording/spans.ts';
import { zoneDays } from './zone-days.ts';

export type { Span } from '../recording/spans.ts';

/** Rows read in one go, a few milliseconds; then it is others' turn. */
const pageRows = 2000;
const dayMs = 86_400_000;

type FootageRow = Pick<FootageTable, 'start_ms' | 'end_ms'>;
type OutageRow = Pick<CameraOutagesTable, 'started_at' | 'ended_at' | 'reason'>;

interface FootageDeps {
  readonly db: Db;
  readonly clock: Clock;
}

/** Recorded parts and gaps of a range. */
export async function readFootage({ db, clock }: FootageDeps, cameraId: string, { from, to }: Span): Promise<Footage> {
  const [ends, since] = [await readEnds(db, cameraId), await readSince({ db, clock }, cameraId)];
  const now = clock.now();
  const parts = await readParts(db, cameraId, { from, to });
  const recordings = joinSpans(parts, joinWithin);

  const start = Math.max(from, Math.min(since ?? Number.POSITIVE_INFINITY, ends?.oldest ?? Number.POSITIVE_INFINITY));
  const missing = gapsBetween(recordings, { from: start, to: Math.min(to, now) }).filter((gap) => gap.to - gap.from >= joinWithin);
  const outages = missing.length > 0 ? await readOutages(db, cameraId, { from: start, to }) : [];
  return { recordings, gaps: explainGaps(missing, outages), oldest: ends?.oldest ?? null, newest: ends?.newest ?? null };
}

/** Days with footage between two dates of a zone's calendar. */
export async function readDays({ db }: Pick<FootageDeps, 'db'>, cameraId: string, range: { readonly from: string; readonly to: string }, timeZone: string): Promise<ArchiveDays> {
  const days = [...zoneDays(range, timeZone)].map((day) => ({ ...day, recorded: 0 }));
  const parts = await readParts(db, cameraId, { from: days[0]?.from ?? 0, to: days.at(-1)?.to ?? 0 });
  let first = 0;
  for (const part of parts) {
    while ((days[first]?.to ?? Number.POSITIVE_INFINITY) <= part.from) first += 1;
    for (let index = first; ; index += 1) {
      const day = days[index];
      if (!day || day.from >= part.to) break;
      day.recorded += Math.max(0, Math.min(part.to, day.to) - Math.max(part.from, day.from));
    }
  }
  return { timeZone, days: days.filter(({ recorded }) => recorded > 0) };
}

async function readEnds(db: Db, cameraId: string): Promise<{ oldest: number; newest: number } | null> {
  const ends = (direction: 'asc' | 'desc') => db.selectFrom('footage').select(['start_ms', 'end_ms']).where('camera_id', '=', cameraId).orderBy('start_ms', direction).limit(1).executeTakeFirst();
  const [first, last] = [await ends('asc'), await ends('desc')];
  return first && last ? { oldest: first.start_ms, newest: last.end_ms } : null;
}

/** From when on footage should be there: since the camera was added, but not before its plan's days; without a plan, since it was added. */
async function readSince({ db, clock }: FootageDeps, cameraId: string): Promise<number | null> {
  const camera = await db.selectFrom('cameras').select(['created_at', 'archive_days']).where('id', '=', cameraId).executeTakeFirst();
  if (!camera) return null;
  return camera.archive_days > 0 ? Math.max(camera.created_at, clock.now() - camera.archive_days * dayMs) : camera.created_at;
}

/** The recorded parts that overlap a range, cut to it. */
async function readParts(db: Db, cameraId: string, { from, to }: Span): Promise<Span[]> {
  const first = await db.selectFrom('footage').select('start_ms').where('camera_id', '=', cameraId).where('start_ms', '<=', from).orderBy('start_ms', 'desc').limit(1).executeTakeFirst();
  const rows = await readPages<FootageRow>((after) =>
    db
      .selectFrom('footage')
      .select(['start_ms', 'end_ms'])
      .where('camera_id', '=', cameraId)
      .where('start_ms', after === null ? '>=' : '>', after?.start_ms ?? first?.start_ms ?? from)
      .where('start_ms', '<', to)
      .orderBy('start_ms')
      .limit(pageRows)
      .execute(),
  );
  return rows.map(({ start_ms, end_ms }) => ({ from: Math.max(from, start_ms), to: Math.min(to, end_ms) })).filter((span) => span.to > span.from);
}

async function readOutages(db: Db, cameraId: string, { from, to }: Span): Promise<Outage[]> {
  const rows = await readPages<OutageRow>((after) =>
    db
      .selectFrom('camera_outages')
      .select(['started_at', 'ended_at', 'reason'])
      .where('camera_id', '=', cameraId)
      .where('started_at', after === null ? '>=' : '>', after?.started_at ?? 0)
      .where('started_at', '<', to)
      .where((where) => where.or([where('ended_at', 'is', null), where('ended_at', '>', from)]))
      .orderBy('started_at')
      .limit(pageRows)
      .execute(),
  );
  return rows.map(({ started_at, ended_at, reason }) => ({ from: started_at, to: ended_at ?? Number.MAX_SAFE_INTEGER, reason }));
}

/** All rows of a query, a page at a time, so that nobody waits for a long one. */
async function readPages<T>(readAfter: (last: T | null) => Promise<T[]>): Promise<T[]> {
  const rows: T[] = [];
  for (;;) {
    const page = await readAfter(rows.at(-1) ?? null);
    for (const row of page) rows.push(row);
    if (page.length < pageRows) return rows;
    await nextTurn();
  }
}
