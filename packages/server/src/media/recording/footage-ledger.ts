import { sql, type Transaction } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Database, SegmentsTable } from '../../db/schema.ts';
import { createMutex } from '../../kernel/mutex.ts';
import { forgetStored, placeSegments, type PlacedObject } from '../object-store/stored-index.ts';
import { lockLeases, refusedSegments } from './segment-fence.ts';
import { joinSpans, maxSeamMs, type Span } from './spans.ts';

/**
 * The only writer of `segments` and of `footage`, which contains the same segments joined into few rows, so that a month of a
 * camera is one quick read. Both change in one transaction and stay consistent when the process is killed at any moment.
 */
export interface FootageLedger {
  /**
   * Adds finished segments; a known one stays as it is unless `replace` is set.
   * @returns those that were refused, because another node of the cluster records the camera or has recorded that time
   */
  add(rows: readonly SegmentsTable[], options?: { readonly replace?: boolean }): Promise<readonly SegmentsTable[]>;
  /** Removes segments by their starts. */
  remove(cameraId: string, starts: readonly number[]): Promise<void>;
  /**
   * Removes the oldest segments of a camera.
   * @returns false when none is left
   */
  removeOldest(cameraId: string, count: number): Promise<boolean>;
  /** Indexes the places of segments in an object that was written. */
  place(object: PlacedObject): Promise<void>;
  /** Removes the places of segments in objects: their files are on the disk again. */
  unplace(cameraId: string, starts: readonly number[]): Promise<void>;
  /** Bytes added minus bytes removed since the ledger was created. */
  changedBytes(): number;
}

type Writer = Transaction<Database>;

/** @param isFenced whether the server is a node of a cluster, whose leases decide what it may write */
export function createFootageLedger(db: Db, isFenced = false): FootageLedger {
  // Only one server uses the data folder and records a camera, so ordering within the process is enough: two changes of one row never mix.
  const mutex = createMutex();
  let changedBytes = 0;
  /** Bytes of the transaction that runs: counted once it is committed. */
  let pendingBytes = 0;
  const change = async <T>(work: (writer: Writer) => Promise<T>): Promise<T> => {
    const release = await mutex.acquire();
    pendingBytes = 0;
    try {
      const result = await db.transaction().execute(work);
      changedBytes += pendingBytes;
      return result;
    } finally {
      release();
    }
  };
  const remove = async (writer: Writer, cameraId: string, starts: readonly number[]): Promise<void> => {
    if (starts.length === 0) return;
    if (isFenced) await lockLeases(writer, [cameraId]);
    const removed = await writer
      .deleteFrom('segments')
      .where('camera_id', '=', cameraId)
      .where('start_ms', 'in', starts)
      .returning('size')
      .execute();
    pendingBytes -= bytesOf(removed);
    await forgetStored(writer, cameraId, starts);
    await rejoin(writer, cameraId, boundsOf(starts));
  };

  return {
    add: (given, { replace = false } = {}) =>
      change(async (writer) => {
        const refused = isFenced ? await refusedSegments(writer, given) : [];
        const rows = refused.length === 0 ? given : given.filter((row) => !refused.includes(row));
        if (rows.length === 0) return refused;
        const added = await writer
          .insertInto('segments')
          .values(rows)
          .onConflict((conflict) => {
            const known = conflict.columns(['camera_id', 'start_ms']);
            return replace
              ? known.doUpdateSet(({ ref }) => ({
                  size: ref('excluded.size'),
                  duration_ms: ref('excluded.duration_ms'),
                  init_hash: ref('excluded.init_hash'),
                }))
              : known.doNothing();
          })
          .returning('size')
          .execute();
        pendingBytes += bytesOf(added);
        for (const [cameraId, own] of Map.groupBy(rows, (row) => row.camera_id))
          await rejoin(writer, cameraId, boundsOf(own.map(({ start_ms }) => start_ms)));
        return refused;
      }),
    remove: (cameraId, starts) => change((writer) => remove(writer, cameraId, starts)),
    removeOldest: (cameraId, count) =>
      change(async (writer) => {
        const rows = await writer
          .selectFrom('segments')
          .select('start_ms')
          .where('camera_id', '=', cameraId)
          .orderBy('start_ms')
          .limit(count)
          .execute();
        await remove(
          writer,
          cameraId,
          rows.map(({ start_ms }) => start_ms),
        );
        return rows.length === count;
      }),
    place: (object) => change((writer) => placeSegments(writer, object)),
    unplace: (cameraId, starts) => change((writer) => forgetStored(writer, cameraId, starts)),
    changedBytes: () => changedBytes,
  };
}

function bytesOf(rows: readonly { readonly size: number }[]): number {
  return rows.reduce((sum, { size }) => sum + Number(size), 0);
}

/** Reads runs of the segments that start in a range from the segments themselves; segments less than 2 s apart belong to one run. */
export async function readRuns(db: Db | Writer, cameraId: string, { from, to }: Span): Promise<Span[]> {
  const marked = db
    .selectFrom('segments')
    .select([
      'start_ms',
      sql<number>`start_ms + duration_ms`.as('end_ms'),
      sql<number | null>`lag(start_ms + duration_ms) over (order by start_ms)`.as('before_ms'),
    ])
    .where('camera_id', '=', cameraId)
    .where('start_ms', '>=', from)
    .where('start_ms', '<', to);
  const runs = await db
    .selectFrom(
      db
        .selectFrom(marked.as('marked'))
        .select([
          'start_ms',
          'end_ms',
          sql<number>`sum(case when before_ms is null or start_ms - before_ms >= ${sql.lit(maxSeamMs)} then 1 else 0 end) over (order by start_ms)`.as(
            'run',
          ),
        ])
        .as('runs'),
    )
    .select([sql<number>`min(start_ms)`.as('start'), sql<number>`max(end_ms)`.as('end')])
    .groupBy('run')
    .orderBy('start')
    .execute();
  return runs.map(({ start, end }) => ({ from: Number(start), to: Number(end) }));
}

function boundsOf(starts: readonly number[]): Span {
  let [from, to] = [Number.POSITIVE_INFINITY, 0];
  for (const start of starts) {
    from = Math.min(from, start);
    to = Math.max(to, start + 1);
  }
  return { from, to };
}

/** Updates `footage` after the segments that start in a range have changed; reads only these and their neighbours. */
async function rejoin(writer: Writer, cameraId: string, { from, to }: Span): Promise<void> {
  const segments = writer.selectFrom('segments').select(['start_ms', 'duration_ms']).where('camera_id', '=', cameraId);
  const ranges = writer.selectFrom('footage').where('camera_id', '=', cameraId);
  const before = await segments.where('start_ms', '<', from).orderBy('start_ms', 'desc').limit(1).executeTakeFirst();
  const after = await segments.where('start_ms', '>=', to).orderBy('start_ms').limit(1).executeTakeFirst();
  const inside = await readRuns(writer, cameraId, { from, to });
  const first = await ranges.select('start_ms').where('start_ms', '<=', from).orderBy('start_ms', 'desc').limit(1).executeTakeFirst();
  const reach = Math.max(to, inside.at(-1)?.to ?? 0) + maxSeamMs;
  const known = await ranges
    .select(['start_ms', 'end_ms'])
    .where('start_ms', '>=', first?.start_ms ?? from)
    .where('start_ms', '<=', reach)
    .orderBy('start_ms')
    .execute();

  const parts: Span[] = [...inside];
  for (const { start_ms, end_ms } of known) {
    if (start_ms < from && before && before.start_ms >= start_ms) parts.push({ from: start_ms, to: before.start_ms + before.duration_ms });
    if (start_ms >= to) parts.push({ from: start_ms, to: end_ms });
    else if (end_ms > to && after && after.start_ms < end_ms) parts.push({ from: after.start_ms, to: end_ms });
  }
  const joined = joinSpans(
    parts.sort((a, b) => a.from - b.from),
    maxSeamMs,
  );

  const starts = new Set(joined.map((span) => span.from));
  const gone = known.filter(({ start_ms }) => !starts.has(start_ms)).map(({ start_ms }) => start_ms);
  if (gone.length > 0) await writer.deleteFrom('footage').where('camera_id', '=', cameraId).where('start_ms', 'in', gone).execute();
  const ends = new Map(known.map(({ start_ms, end_ms }) => [start_ms, end_ms]));
  const changed = joined
    .filter((span) => ends.get(span.from) !== span.to)
    .map((span) => ({ camera_id: cameraId, start_ms: span.from, end_ms: span.to }));
  if (changed.length === 0) return;
  await writer
    .insertInto('footage')
    .values(changed)
    .onConflict((conflict) => conflict.columns(['camera_id', 'start_ms']).doUpdateSet(({ ref }) => ({ end_ms: ref('excluded.end_ms') })))
    .execute();
}
