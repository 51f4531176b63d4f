import { sql } from 'kysely';
import type { Footage, GapReason } from '@watchpost/contract/schemas/archive';
import type { Db } from '../../db/database.ts';
import type { Clock } from '../../kernel/clock.ts';

export interface Span {
  readonly from: number;
  readonly to: number;
}
export interface Outage extends Span {
  readonly reason: GapReason;
}

/** Parts closer than this are one, ms. */
const joinWithin = 2000;
const dayMs = 86_400_000;

/** Recorded parts and gaps of a range; a long range is read day by day, so that nothing else waits for it. */
export async function readFootage({ db, clock }: { db: Db; clock: Clock }, cameraId: string, { from, to }: Span): Promise<Footage> {
  const ends = await readEnds(db, cameraId);
  if (!ends) return { recordings: [], gaps: [], oldest: null, newest: null };
  const start = Math.max(from, ends.oldest);
  const end = Math.min(to, ends.newest);
  const parts: Span[] = [];
  for (let day = start; day < end; day += dayMs) parts.push(...(await readParts(db, cameraId, { from: day, to: Math.min(end, day + dayMs) })));
  const recordings = joinSpans(parts, joinWithin);

  const missing = gapsBetween(recordings, { from: start, to: Math.min(to, clock.now()) }).filter((gap) => gap.to - gap.from >= joinWithin);
  const outages = missing.length > 0 ? await readOutages(db, cameraId, { from: start, to }) : [];
  return { recordings, gaps: missing.flatMap((gap) => explainGap(gap, outages)), oldest: ends.oldest, newest: ends.newest };
}

async function readEnds(db: Db, cameraId: string): Promise<{ oldest: number; newest: number } | null> {
  const ends = (direction: 'asc' | 'desc') =>
    db.selectFrom('segments').select(['start_ms', 'duration_ms']).where('camera_id', '=', cameraId).orderBy('start_ms', direction).limit(1).executeTakeFirst();
  const [first, last] = [await ends('asc'), await ends('desc')];
  return first && last ? { oldest: first.start_ms, newest: last.start_ms + last.duration_ms } : null;
}

/** Runs of segments; the database joins those that touch, a day is a handful of rows. */
async function readParts(db: Db, cameraId: string, { from, to }: Span): Promise<Span[]> {
  const first = await db.selectFrom('segments').select('start_ms').where('camera_id', '=', cameraId).where('start_ms', '<=', from).orderBy('start_ms', 'desc').limit(1).executeTakeFirst();
  const marked = db
    .selectFrom('segments')
    .select(['start_ms', sql<number>`start_ms + duration_ms`.as('end_ms'), sql<number | null>`lag(start_ms + duration_ms) over (order by start_ms)`.as('before_ms')])
    .where('camera_id', '=', cameraId)
    .where('start_ms', '>=', first?.start_ms ?? from)
    .where('start_ms', '<', to);
  const runs = await db
    .selectFrom(db.selectFrom(marked.as('marked')).select(['start_ms', 'end_ms', sql<number>`sum(case when before_ms is null or start_ms - before_ms >= ${sql.lit(joinWithin)} then 1 else 0 end) over (order by start_ms)`.as('run')]).as('runs'))
    .select(['run', sql<number>`min(start_ms)`.as('start'), sql<number>`max(end_ms)`.as('end')])
    .groupBy('run')
    .orderBy('start')
    .execute();
  return runs.map(({ start, end }) => ({ from: Math.max(from, Number(start)), to: Math.min(to, Number(end)) })).filter((span) => span.to > span.from);
}

async function readOutages(db: Db, cameraId: string, { from, to }: Span): Promise<Outage[]> {
  const rows = await db
    .selectFrom('camera_outages')
    .select(['started_at', 'ended_at', 'reason'])
    .where('camera_id', '=', cameraId)
    .where('started_at', '<', to)
    .where((where) => where.or([where('ended_at', 'is', null), where('ended_at', '>', from)]))
    .orderBy('started_at')
    .execute();
  return rows.map(({ started_at, ended_at, reason }) => ({ from: started_at, to: ended_at ?? Number.MAX_SAFE_INTEGER, reason }));
}

/** Sorted spans, joined where less than `within` apart. */
export function joinSpans(spans: readonly Span[], within: number): Span[] {
  const joined: { from: number; to: number }[] = [];
  for (const span of spans) {
    const last = joined.at(-1);
    if (last && span.from - last.to < within) last.to = Math.max(last.to, span.to);
    else joined.push({ ...span });
  }
  return joined;
}

/** What sorted, separate spans leave of a range. */
export function gapsBetween(spans: readonly Span[], range: Span): Span[] {
  const gaps: Span[] = [];
  let from = range.from;
  for (const span of spans) {
    if (from >= range.to) break;
    if (span.from > from) gaps.push({ from, to: Math.min(span.from, range.to) });
    from = Math.max(from, span.to);
  }
  if (from < range.to) gaps.push({ from, to: range.to });
  return gaps;
}

/** The gap in pieces, each with the reason known for it. */
export function explainGap(gap: Span, outages: readonly Outage[]): Outage[] {
  const pieces: Outage[] = [];
  let from = gap.from;
  const add = (to: number, reason: GapReason): void => {
    const last = pieces.at(-1);
    if (to <= from) return;
    if (last?.reason === reason) pieces[pieces.length - 1] = { ...last, to };
    else pieces.push({ from, to, reason });
    from = to;
  };
  for (const outage of outages) {
    // A second between the last picture and the notice of the outage needs no reason of its own.
    const start = outage.from - from <= joinWithin ? from : outage.from;
    add(Math.min(start, gap.to), 'unknown');
    add(Math.min(outage.to, gap.to), outage.reason);
  }
  if (gap.to - from <= joinWithin && pieces.length > 0) add(gap.to, pieces[pieces.length - 1]?.reason ?? 'unknown');
  else add(gap.to, 'unknown');
  return pieces;
}
