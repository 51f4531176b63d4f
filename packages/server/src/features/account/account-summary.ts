import type { DeletionSummary } from '@watchpost/contract/schemas/account';
import type { Db } from '../../db/database.ts';
import { readFootageBytes } from '../../media/retention/footage-bytes.ts';

/**
 * Counts what a deletion would delete.
 * @param now Unix ms: grants expired by then do not count
 */
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
