import { sql, type Expression, type ExpressionBuilder, type SqlBool, type Transaction } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { Database } from '../../db/schema.ts';
import { AppError } from '../../kernel/app-error.ts';
import { hourMs } from '../recording/footage-paths.ts';

/** Where a segment is stored within the object that is being indexed. */
interface SegmentPosition {
  readonly startMs: number;
  /** Bytes before it. */
  readonly position: number;
}

/** The segments of an object that was written. */
export interface PlacedObject {
  readonly objectId: string;
  readonly cameraId: string;
  readonly segments: readonly SegmentPosition[];
}

/** Where a stored segment is read from. */
export interface StoredPlace {
  readonly key: string;
  readonly position: number;
  /** Bytes. */
  readonly size: number;
}

type Writer = Transaction<Database>;

/**
 * Indexes the segments of an object. Those that were deleted while it was being sent are left out; without any, the object may go.
 * @throws {AppError} unavailable when the object is being removed, because its upload took too long
 */
export async function placeSegments(writer: Writer, { objectId, cameraId, segments }: PlacedObject): Promise<void> {
  const { numUpdatedRows } = await confirm(writer, objectId).executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw new AppError('unavailable', { message: 'An upload took so long that its object is being removed.' });
  const starts = segments.map(({ startMs }) => startMs);
  const rows = await writer
    .selectFrom('segments')
    .select('start_ms')
    .where('camera_id', '=', cameraId)
    .where('start_ms', 'in', starts)
    .execute();
  const kept = new Set(rows.map(({ start_ms }) => start_ms));
  const positions = segments
    .filter(({ startMs }) => kept.has(startMs))
    .map(({ startMs, position }) => ({ camera_id: cameraId, start_ms: startMs, object_id: objectId, position }));
  if (positions.length > 0) await writer.insertInto('stored_segments').values(positions).execute();
  else await writer.updateTable('footage_objects').set({ remove_after: 0 }).where('id', '=', objectId).execute();
}

/** Says that an object is in use, unless its removal has begun. */
function confirm(db: Db | Writer, objectId: string) {
  return db.updateTable('footage_objects').set({ remove_after: null }).where('id', '=', objectId).where('remove_after', '>', 0);
}

/** Notes that an init section is in the bucket, unless its camera was removed meanwhile. */
export async function confirmInit(db: Db, cameraId: string, objectId: string): Promise<void> {
  await confirm(db, objectId)
    .where(({ exists, selectFrom }) => exists(selectFrom('segments').select('start_ms').where('camera_id', '=', cameraId)))
    .execute();
}

/** Notes that the copy of a file is in the bucket. */
export async function confirmCopy(db: Db, name: string): Promise<void> {
  await confirm(db, name).execute();
}

/** Forgets where segments lie, in the transaction that deletes their rows. Objects that no segment needs any more may go. */
export async function forgetStored(writer: Writer, cameraId: string, starts: readonly number[]): Promise<void> {
  const own = await writer
    .selectFrom('stored_segments')
    .select('object_id')
    .distinct()
    .where('camera_id', '=', cameraId)
    .where('start_ms', 'in', starts)
    .execute();
  if (own.length === 0) return;
  await writer.deleteFrom('stored_segments').where('camera_id', '=', cameraId).where('start_ms', 'in', starts).execute();
  await writer
    .updateTable('footage_objects')
    .set({ remove_after: 0 })
    .where(
      'id',
      'in',
      own.map(({ object_id }) => object_id),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('stored_segments').select('start_ms').whereRef('stored_segments.object_id', '=', 'footage_objects.id'))),
    )
    .execute();
}

/** For queries of `segments`: only those that are on the disk alone. */
export function isOnlyOnDisk({ not, exists, selectFrom }: ExpressionBuilder<Database, 'segments'>): Expression<SqlBool> {
  return not(
    exists(
      selectFrom('stored_segments')
        .select('stored_segments.start_ms')
        .whereRef('stored_segments.camera_id', '=', 'segments.camera_id')
        .whereRef('stored_segments.start_ms', '=', 'segments.start_ms'),
    ),
  );
}

/** Finds where a segment lies; undefined when it is not stored. */
export async function findStored(db: Db, cameraId: string, startMs: number): Promise<StoredPlace | undefined> {
  return db
    .selectFrom('stored_segments')
    .innerJoin('footage_objects', 'footage_objects.id', 'stored_segments.object_id')
    .innerJoin('segments', (join) =>
      join.onRef('segments.camera_id', '=', 'stored_segments.camera_id').onRef('segments.start_ms', '=', 'stored_segments.start_ms'),
    )
    .select(['footage_objects.key', 'stored_segments.position', 'segments.size'])
    .where('stored_segments.camera_id', '=', cameraId)
    .where('stored_segments.start_ms', '=', startMs)
    .executeTakeFirst();
}

/** Lists the starts of the stored segments of an hour, Unix ms. */
export async function listStored(db: Db, cameraId: string, hour: number): Promise<number[]> {
  const rows = await db
    .selectFrom('stored_segments')
    .select('start_ms')
    .where('camera_id', '=', cameraId)
    .where('start_ms', '>=', hour)
    .where('start_ms', '<', hour + hourMs)
    .execute();
  return rows.map(({ start_ms }) => start_ms);
}

/** Lists the hours in which stored segments of a camera start, oldest first: one look into the index for each hour. */
export async function listStoredHours(db: Db, cameraId: string): Promise<number[]> {
  const hour = sql.lit(hourMs);
  const { rows } = await sql<{ hour_ms: number }>`
    with recursive hours(hour_ms) as (
      select min(start_ms) / ${hour} * ${hour} from stored_segments where camera_id = ${cameraId}
      union all
      select (select min(start_ms) / ${hour} * ${hour} from stored_segments where camera_id = ${cameraId} and start_ms >= hours.hour_ms + ${hour})
      from hours where hours.hour_ms is not null
    )
    select hour_ms from hours where hour_ms is not null`.execute(db);
  return rows.map(({ hour_ms }) => Number(hour_ms));
}

/** Finds the object of an init section; undefined when it is not stored. */
export async function findStoredInit(
  db: Db,
  cameraId: string,
  hash: string,
): Promise<{ readonly key: string; readonly size: number } | undefined> {
  return db
    .selectFrom('footage_objects')
    .select(['key', 'size'])
    .where('camera_id', '=', cameraId)
    .where('init_hash', '=', hash)
    .where('remove_after', 'is', null)
    .executeTakeFirst();
}

/** Lists the hashes of a camera's stored init sections. */
export async function listStoredInits(db: Db, cameraId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('footage_objects')
    .select('init_hash')
    .where('camera_id', '=', cameraId)
    .where('init_hash', 'is not', null)
    .where('remove_after', 'is', null)
    .execute();
  return rows.flatMap(({ init_hash }) => init_hash ?? []);
}
