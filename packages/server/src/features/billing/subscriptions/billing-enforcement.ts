import type { Db } from '../../../db/database.ts';

/** Later than any transaction that began before, ms: what it writes is not overlooked. */
const overlapMs = 60_000;

/** Makes recordings and pictures follow the subscriptions. */
export interface Enforcement {
  /** Looks at the subscriptions that have changed, also by another server. @param now Unix ms */
  apply(now: number): Promise<void>;
}

export interface EnforcementDeps {
  readonly db: Db;
  /** Called for each camera whose recording is paused or resumed. */
  readonly onPlan: (cameraId: string, hasPlan: boolean) => void;
  /** Called for each camera whose picture is now that of its plan. */
  readonly onHd: (cameraId: string, isHd: boolean) => void;
}

export function createEnforcement({ db, onPlan, onHd }: EnforcementDeps): Enforcement {
  const paused = new Set<string>();
  const known = new Map<string, boolean>();
  let since = 0;
  return {
    apply: async (now) => {
      const rows = await db
        .selectFrom('subscriptions')
        .innerJoin('plan_versions', 'plan_versions.id', 'subscriptions.plan_id')
        .select(['subscriptions.camera_id', 'subscriptions.state', 'plan_versions.is_hd'])
        .where('subscriptions.updated_at', '>=', since)
        .execute();
      since = now - overlapMs;
      for (const { camera_id: cameraId, state, is_hd: isHdFlag } of rows) {
        const isHd = isHdFlag === 1;
        if (known.get(cameraId) !== isHd) {
          known.set(cameraId, isHd);
          onHd(cameraId, isHd);
        }
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

/** The cameras whose plan costs money: those days of footage were paid for, also after it has ended. */
export async function readPaidCameras(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('plan_versions', 'plan_versions.id', 'subscriptions.plan_id')
    .select('subscriptions.camera_id')
    .where('plan_versions.price', '>', 0)
    .execute();
  return new Set(rows.map(({ camera_id: cameraId }) => cameraId));
}

/** The cameras whose service is paused, because their plan has ended. */
export async function readPausedCameras(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('subscriptions').select('camera_id').where('state', '!=', 'Active').execute();
  return new Set(rows.map(({ camera_id: cameraId }) => cameraId));
}

/** The cameras whose plan has no HD, also one that has ended. */
export async function readReducedCameras(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .innerJoin('plan_versions', 'plan_versions.id', 'subscriptions.plan_id')
    .select('subscriptions.camera_id')
    .where('plan_versions.is_hd', '=', 0)
    .execute();
  return rows.map(({ camera_id: cameraId }) => cameraId);
}
