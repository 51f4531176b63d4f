import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { CamerasTable } from '../../db/schema.ts';
import type { CameraAccess } from '../../kernel/access/access.ts';
import { accessOf, readAccessRows } from './cameras-access-rows.ts';

export type CameraRow = CamerasTable;

/** A camera with one customer's rights on it. */
interface VisibleCamera {
  readonly row: CameraRow;
  readonly access: CameraAccess;
}

export interface CamerasRepository {
  insert(row: CameraRow): Promise<void>;
  find(cameraId: string): Promise<CameraRow | undefined>;
  /** Returns the cameras of all accounts that are not deleted. @param ids only these of them */
  all(ids?: readonly string[]): Promise<CameraRow[]>;
  /** Includes cameras of a deleted account. */
  ownedBy(customerId: string): Promise<CameraRow[]>;
  countOwnedBy(customerId: string): Promise<number>;
  /** Owned cameras and those with a grant that has not expired, oldest first. */
  visibleTo(customerId: string, now: number): Promise<VisibleCamera[]>;
  rename(cameraId: string, title: string): Promise<void>;
  /** Returns the account's time zone; null when unknown. */
  timeZoneOf(customerId: string): Promise<string | null>;
  changeTimeZone(cameraId: string, timeZone: string): Promise<void>;
  /**
   * Replaces the source.
   * @param sealed the encrypted source
   */
  changeSource(cameraId: string, sealed: string): Promise<void>;
  /**
   * Deletes the camera with its grants and its agent, whose credential is remembered as removed; its recordings are marked for deletion.
   */
  delete(cameraId: string, now: number): Promise<void>;
  deleteGrant(cameraId: string, customerId: string): Promise<void>;
}

export function createCamerasRepository(db: Db): CamerasRepository {
  return {
    insert: async (row) => void (await db.insertInto('cameras').values(row).execute()),
    find: (cameraId) => db.selectFrom('cameras').selectAll().where('id', '=', cameraId).executeTakeFirst(),
    all: (ids) =>
      db
        .selectFrom('cameras')
        .innerJoin('customers', 'customers.id', 'cameras.owner_id')
        .selectAll('cameras')
        .where('customers.deleted_at', 'is', null)
        .$if(ids !== undefined, (query) => query.where('cameras.id', 'in', ids ?? []))
        .orderBy('cameras.created_at')
        .orderBy('cameras.id')
        .execute(),
    ownedBy: (customerId) => db.selectFrom('cameras').selectAll().where('owner_id', '=', customerId).orderBy('id').execute(),
    countOwnedBy: async (customerId) =>
      Number(
        (
          await db
            .selectFrom('cameras')
            .select(({ fn }) => fn.countAll<number>().as('total'))
            .where('owner_id', '=', customerId)
            .executeTakeFirstOrThrow()
        ).total,
      ),

    visibleTo: async (customerId, now) =>
      (await readAccessRows(db, customerId)).flatMap((row) => {
        const access = accessOf(row, customerId, now);
        return access ? [{ row, access }] : [];
      }),

    timeZoneOf: async (customerId) =>
      (await db.selectFrom('customers').select('time_zone').where('id', '=', customerId).executeTakeFirst())?.time_zone ?? null,
    changeTimeZone: async (cameraId, timeZone) =>
      void (await db.updateTable('cameras').set({ time_zone: timeZone }).where('id', '=', cameraId).execute()),
    changeSource: (cameraId, sealed) =>
      db.transaction().execute(async (transaction) => {
        await transaction.updateTable('cameras').set({ source_sealed: sealed }).where('id', '=', cameraId).execute();
        // The password was refused by what answered at the old address, not by the camera.
        await transaction.deleteFrom('password_trials').where('camera_id', '=', cameraId).execute();
      }),
    rename: async (cameraId, title) => void (await db.updateTable('cameras').set({ title }).where('id', '=', cameraId).execute()),
    delete: (cameraId, now) =>
      db.transaction().execute(async (transaction) => {
        // A month has half a million rows: retention deletes them in batches, and resumes after a kill.
        await transaction
          .insertInto('footage_removals')
          .values({ camera_id: cameraId, requested_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
        await transaction
          .insertInto('removed_agents')
          .columns(['token_hash', 'removed_at'])
          .expression(
            transaction
              .selectFrom('agents')
              .select(['token_hash', sql.lit(now).as('removed_at')])
              .where('camera_id', '=', cameraId),
          )
          .execute();
        await transaction.deleteFrom('cameras').where('id', '=', cameraId).execute();
      }),
    deleteGrant: async (cameraId, customerId) =>
      void (await db.deleteFrom('camera_grants').where('camera_id', '=', cameraId).where('customer_id', '=', customerId).execute()),
  };
}
