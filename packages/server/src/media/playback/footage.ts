import type { ArchiveDays, Footage } from '@watchpost/contract/schemas/archive';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import type { CameraOutagesTable, FootageTable } from '../../db/schema.ts';
import type { OpenArchive } from '../../kernel/access/open-archive.ts';
import { hourMs } from '../recording/footage-paths.ts';
import { commonSpans, explainGaps, gapsBetween, joinSpans, maxSeamMs, type Outage, type Span } from '../recording/spans.ts';
import type { FootageSource } from './footage-source.ts';
import { readOtherNodes } from './other-nodes.ts';
import { splitByPresence } from './present-footage.ts';
import { zoneDays } from './zone-days.ts';

export type { Span } from '../recording/spans.ts';

/** Rows per query, which takes a few milliseconds before other work gets its turn. */
const pageRows = 2000;
const dayMs = 86_400_000;

type FootageRow = Pick<FootageTable, 'start_ms' | 'end_ms'>;
type OutageRow = Pick<CameraOutagesTable, 'started_at' | 'ended_at' | 'reason'>;

interface FootageDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly source: Pick<FootageSource, 'hours'>;
  /** Returns the nodes that recorded a camera and can't be reached; missing where one machine runs alone. */
  readonly away?: ((cameraId: string) => Promise<readonly string[]>) | undefined;
}

/** Reads the recorded parts and gaps of a range; the span being written is neither. */
export async function readFootage(
  { db, clock, source, away: awayNodes, running }: FootageDeps & { readonly running: Span | null },
  cameraId: string,
  { from, to }: Span,
): Promise<Footage> {
  // Read before the index: what retention deletes meanwhile loses its rows first, and does not count as missing.
  const hours = await source.hours(cameraId);
  const [indexed, since] = [await readEnds(db, cameraId), await readSince({ db, clock }, cameraId)];
  const now = clock.now();
  const split = splitByPresence(await readParts(db, cameraId, { from, to }), new Set(hours));
  const nodes = (await awayNodes?.(cameraId)) ?? [];
  const away = nodes.length === 0 ? [] : await readOtherNodes(db, nodes, cameraId, { from, to }, readPages);
  const here = gapsBetween(away, { from, to });
  const [present, missing] = [split.present, split.missing].map((parts) => (away.length === 0 ? parts : commonSpans(parts, here)));
  const recordings = joinSpans(present ?? [], maxSeamMs);

  const start = Math.max(from, Math.min(since ?? Number.POSITIVE_INFINITY, indexed?.oldest ?? Number.POSITIVE_INFINITY));
  const kept = running
    ? joinSpans(
        [...recordings, running].sort((a, b) => a.from - b.from),
        maxSeamMs,
      )
    : recordings;
  const gaps = gapsBetween(kept, { from: start, to: Math.min(to, now) }).filter((gap) => gap.to - gap.from >= maxSeamMs);
  const outages = gaps.length > 0 ? await readOutages(db, cameraId, { from: start, to }) : [];
  const explained = explainGaps(
    gaps,
    [...outages, ...inReason(missing ?? [], 'missing'), ...inReason(away, 'node-away')].sort((a, b) => a.from - b.from),
  );
  const [first, last] = [hours[0], hours.at(-1)];
  const ends = first === undefined || last === undefined ? null : await readEnds(db, cameraId, { from: first, to: last + hourMs });
  const damaged = commonSpans(await readDamaged(db, cameraId, { from, to }), recordings);
  const misdated = commonSpans(await readMisdated(db, cameraId, { from, to }), recordings);
  return {
    recordings,
    gaps: explained,
    ...(damaged.length > 0 && { damaged }),
    ...(misdated.length > 0 && { misdated }),
    oldest: ends?.oldest ?? null,
    newest: ends?.newest ?? null,
  };
}

function inReason(spans: readonly Span[], reason: Outage['reason']): Outage[] {
  return spans.map((span) => ({ ...span, reason }));
}

/** Reads the days with open footage between two dates of a time zone. */
export async function readDays(
  { db, source }: Pick<FootageDeps, 'db' | 'source'>,
  cameraId: string,
  range: { readonly from: string; readonly to: string },
  timeZone: string,
  open: OpenArchive,
): Promise<ArchiveDays> {
  const days = [...zoneDays(range, timeZone)].map((day) => ({ ...day, recorded: 0 }));
  const { present: parts } = splitByPresence(
    await readParts(db, cameraId, {
      from: Math.max(open.from, days[0]?.from ?? 0),
      to: Math.min(open.to, days.at(-1)?.to ?? 0),
    }),
    new Set(await source.hours(cameraId)),
  );
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

/** Reads the first and last recorded instant among the segments that start in a range. */
async function readEnds(
  db: Db,
  cameraId: string,
  { from, to }: Span = { from: 0, to: Number.MAX_SAFE_INTEGER },
): Promise<{ oldest: number; newest: number } | null> {
  const inside = db
    .selectFrom('segments')
    .select(['start_ms', 'duration_ms'])
    .where('camera_id', '=', cameraId)
    .where('start_ms', '>=', from)
    .where('start_ms', '<', to);
  const first = await inside.orderBy('start_ms').limit(1).executeTakeFirst();
  const last = await inside.orderBy('start_ms', 'desc').limit(1).executeTakeFirst();
  return first && last ? { oldest: first.start_ms, newest: last.start_ms + last.duration_ms } : null;
}

/** Reads from when on footage should exist: since the camera was added, but with a plan not before its days. */
async function readSince({ db, clock }: Pick<FootageDeps, 'db' | 'clock'>, cameraId: string): Promise<number | null> {
  const camera = await db.selectFrom('cameras').select(['created_at', 'archive_days']).where('id', '=', cameraId).executeTakeFirst();
  if (!camera) return null;
  return camera.archive_days > 0 ? Math.max(camera.created_at, clock.now() - camera.archive_days * dayMs) : camera.created_at;
}

/** Reads the recorded parts that overlap a range, cut to it. */
async function readParts(db: Db, cameraId: string, { from, to }: Span): Promise<Span[]> {
  const first = await db
    .selectFrom('footage')
    .select('start_ms')
    .where('camera_id', '=', cameraId)
    .where('start_ms', '<=', from)
    .orderBy('start_ms', 'desc')
    .limit(1)
    .executeTakeFirst();
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
  return rows
    .map(({ start_ms, end_ms }) => ({ from: Math.max(from, start_ms), to: Math.min(to, end_ms) }))
    .filter((span) => span.to > span.from);
}

/** Reads the marks of damaged footage that overlap a range. */
async function readDamaged(db: Db, cameraId: string, { from, to }: Span): Promise<Span[]> {
  const rows = await readPages<FootageRow>((after) =>
    db
      .selectFrom('damaged_footage')
      .select(['start_ms', 'end_ms'])
      .where('camera_id', '=', cameraId)
      .where('start_ms', after === null ? '>=' : '>', after?.start_ms ?? 0)
      .where('start_ms', '<', to)
      .where('end_ms', '>', from)
      .orderBy('start_ms')
      .limit(pageRows)
      .execute(),
  );
  return joinSpans(
    rows.map(({ start_ms, end_ms }) => ({ from: start_ms, to: end_ms })),
    maxSeamMs,
  );
}

/** Reads the marks of footage with wrong times that overlap a range: a few for each time that the clock was set back. */
async function readMisdated(db: Db, cameraId: string, { from, to }: Span): Promise<Span[]> {
  const rows = await db
    .selectFrom('misdated_footage')
    .select(['start_ms', 'end_ms'])
    .where('camera_id', '=', cameraId)
    .where('start_ms', '<', to)
    .where('end_ms', '>', from)
    .orderBy('start_ms')
    .execute();
  return joinSpans(
    rows.map(({ start_ms, end_ms }) => ({ from: start_ms, to: end_ms })),
    maxSeamMs,
  );
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

/** Reads all rows of a query page by page, so that a long query does not block others. */
async function readPages<T>(readAfter: (last: T | null) => Promise<T[]>): Promise<T[]> {
  const rows: T[] = [];
  for (;;) {
    const page = await readAfter(rows.at(-1) ?? null);
    for (const row of page) rows.push(row);
    if (page.length < pageRows) return rows;
    await nextTurn();
  }
}
