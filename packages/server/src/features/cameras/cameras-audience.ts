import { capabilities } from '@watchpost/contract/access/capabilities';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import { grantOf } from './cameras-grants.ts';

/**
 * Returns the ids of all customers who see a camera now: its owner and those with an unexpired grant. The inverse of resolving access.
 * @param right `watch` leaves out those who can't watch now, because of their hours; `view` when absent
 */
export type CameraAudience = (cameraId: string, right?: 'view' | 'watch') => Promise<string[]>;

export function createCameraAudience({ db, clock }: { db: Db; clock: Clock }): CameraAudience {
  return async (cameraId, right = 'view') => {
    // Cameras of a deleted account are invisible.
    const camera = await db
      .selectFrom('cameras')
      .innerJoin('customers', 'customers.id', 'cameras.owner_id')
      .select(['cameras.owner_id', 'cameras.platform', 'cameras.time_zone'])
      .where('cameras.id', '=', cameraId)
      .where('customers.deleted_at', 'is', null)
      .executeTakeFirst();
    if (!camera) return [];
    const rows = await db
      .selectFrom('camera_grants')
      .innerJoin('customers', 'customers.id', 'camera_grants.customer_id')
      .selectAll('camera_grants')
      .where('camera_grants.camera_id', '=', cameraId)
      .where('customers.deleted_at', 'is', null)
      .execute();
    const now = clock.now();
    const place = { platform: camera.platform, timeZone: camera.time_zone };
    const granted = rows.filter((row) => {
      const { isVisible, canWatch } = capabilities(place, { kind: 'grantee' }, grantOf(row), now);
      return right === 'watch' ? canWatch : isVisible;
    });
    return [...new Set([camera.owner_id, ...granted.map(({ customer_id: id }) => id)])];
  };
}
