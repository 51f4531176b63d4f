import type { Db } from '../../../db/database.ts';

/** Later than any transaction that began before, ms: what it writes is not overlooked. */
const overlapMs = 60_000;

/** Makes the recorder follow the subscriptions. */
export interface Enforcement {
  /** Looks at the subscriptions that have changed, also by another server. @param now Unix ms */
  apply(now: number): Promise<void>;
}

/** @param onPlan called for each camera whose recording is paused or resumed */
export function createEnforcement({
  db,
  onPlan,
}: {
  readonly db: Db;
  readonly onPlan: (cameraId: string, hasPlan: boolean) => void;
}): Enforcement {
  const paused = new Set<string>();
  let since = 0;
  return {
    apply: async (now) => {
      const rows = await db.selectFrom('subscriptions').select(['camera_id', 'state']).where('updated_at', '>=', since).execute();
      since = now - overlapMs;
      for (const { camera_id: cameraId, state } of rows) {
        const hasPlan = state === 'Active';
        if (hasPlan !== paused.has(cameraId)) continue;
        if (hasPlan) paused.delete(cameraId);
        else paused.add(cameraId);
        onPlan(cameraId, hasPlan);
      }
    },
  };
}

/** Whether a camera is recorded: one that has had no trial yet is. */
export async function readHasPlan(db: Db, cameraId: string): Promise<boolean> {
  const row = await db.selectFrom('subscriptions').select('state').where('camera_id', '=', cameraId).executeTakeFirst();
  return row === undefined || row.state === 'Active';
}
