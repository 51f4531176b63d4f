import type { Clock } from '../../kernel/clock.ts';
import type { Db } from '../../db/database.ts';

/** The ids of everybody who sees a camera now: its owner and those with a grant that has not expired. The other way round of resolving access. */
export type CameraAudience = (cameraId: string) => Promise<string[]>;

export function createCameraAudience({ db, clock }: { db: Db; clock: Clock }): CameraAudience {
  return async (cameraId) => {
    // Nobody sees a camera whose owner deleted the account.
    const owner = await db
      .selectFrom('cameras')
      .innerJoin('customers', 'customers.id', 'cameras.owner_id')
      .select('cameras.owner_id')
      .where('cameras.id', '=', cameraId)
      .where('customers.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!owner) return [];
    const grants = await db
      .selectFrom('camera_grants')
      .innerJoin('customers', 'customers.id', 'camera_grants.customer_id')
      .select('camera_grants.customer_id')
      .where('camera_grants.camera_id', '=', cameraId)
      .where('customers.deleted_at', 'is', null)
      .where(({ eb, or }) => or([eb('camera_grants.expires_at', 'is', null), eb('camera_grants.expires_at', '>', clock.now())]))
      .execute();
    return [...new Set([owner.owner_id, ...grants.map(({ customer_id: id }) => id)])];
  };
}
