import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DeletionSummary } from '@watchpost/contract/schemas/account';
import type { Db } from '../../db/database.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** Counts what a deletion takes away. @param now Unix ms: grants that have expired by then do not count */
export async function readDeletionSummary(db: Db, customerId: string, now: number): Promise<Omit<DeletionSummary, 'graceDays'>> {
  const owned = await db.selectFrom('cameras').select('id').where('owner_id', '=', customerId).execute();
  const grants = () =>
    db
      .selectFrom('camera_grants')
      .innerJoin('cameras', 'cameras.id', 'camera_grants.camera_id')
      .where(({ eb, or }) => or([eb('camera_grants.expires_at', 'is', null), eb('camera_grants.expires_at', '>', now)]));
  const shared = await grants()
    .innerJoin('customers', 'customers.id', 'cameras.owner_id')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('camera_grants.customer_id', '=', customerId)
    .where('customers.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  const people = await grants()
    .innerJoin('customers', 'customers.id', 'camera_grants.customer_id')
    .select(({ fn }) => fn.count<number>('camera_grants.customer_id').distinct().as('total'))
    .where('cameras.owner_id', '=', customerId)
    .where('customers.deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  let footageBytes = 0;
  for (const { id } of owned) footageBytes += await readFootageBytes(db, id);
  return { ownedCameras: owned.length, sharedCameras: Number(shared.total), peopleLosingAccess: Number(people.total), footageBytes };
}

/** Day by day, with a turn for everybody else in between: a camera's rows are many, and SQLite answers without letting go. */
async function readFootageBytes(db: Db, cameraId: string): Promise<number> {
  const end = async (direction: 'asc' | 'desc'): Promise<number | undefined> =>
    (await db.selectFrom('segments').select('start_ms').where('camera_id', '=', cameraId).orderBy('start_ms', direction).limit(1).executeTakeFirst())?.start_ms;
  const first = await end('asc');
  const last = await end('desc');
  let bytes = 0;
  if (first === undefined || last === undefined) return bytes;
  for (let day = first; day <= last; day += dayMs) {
    await nextTurn();
    const { size } = await db
      .selectFrom('segments')
      .select(({ fn }) => fn.sum<number | null>('size').as('size'))
      .where('camera_id', '=', cameraId)
      .where('start_ms', '>=', day)
      .where('start_ms', '<', day + dayMs)
      .executeTakeFirstOrThrow();
    bytes += Number(size ?? 0);
  }
  return bytes;
}
