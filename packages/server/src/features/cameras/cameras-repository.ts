import type { Db } from '../../db/database.ts';
import type { CamerasTable } from '../../db/schema.ts';
import type { CameraAccess } from '../../kernel/access.ts';

export type CameraRow = CamerasTable;

/** A camera with what one customer may do with it. */
export interface VisibleCamera {
  readonly row: CameraRow;
  readonly access: CameraAccess;
}

export interface CamerasRepository {
  insert(row: CameraRow): Promise<void>;
  find(cameraId: string): Promise<CameraRow | undefined>;
  /** Of everybody whose account is not deleted. */
  all(): Promise<CameraRow[]>;
  /** Also those of a deleted account. */
  ownedBy(customerId: string): Promise<CameraRow[]>;
  /** Owned cameras and those with a grant that has not expired, oldest first. */
  visibleTo(customerId: string, now: number): Promise<VisibleCamera[]>;
  rename(cameraId: string, title: string): Promise<void>;
  changeTimeZone(cameraId: string, timeZone: string): Promise<void>;
  /** @param sealed what its source is, encrypted */
  changeSource(cameraId: string, sealed: string): Promise<void>;
  /** With its grants and agent; what it recorded is noted as to be removed. */
  delete(cameraId: string, now: number): Promise<void>;
  deleteGrant(cameraId: string, customerId: string): Promise<void>;
}

export function createCamerasRepository(db: Db): CamerasRepository {
  return {
    insert: async (row) => void (await db.insertInto('cameras').values(row).execute()),
    find: (cameraId) => db.selectFrom('cameras').selectAll().where('id', '=', cameraId).executeTakeFirst(),
    all: () =>
      db
        .selectFrom('cameras')
        .innerJoin('customers', 'customers.id', 'cameras.owner_id')
        .selectAll('cameras')
        .where('customers.deleted_at', 'is', null)
        .orderBy('cameras.created_at')
        .orderBy('cameras.id')
        .execute(),
    ownedBy: (customerId) => db.selectFrom('cameras').selectAll().where('owner_id', '=', customerId).orderBy('id').execute(),

    visibleTo: async (customerId, now) => {
      const rows = await db
        .selectFrom('cameras')
        .innerJoin('customers', 'customers.id', 'cameras.owner_id')
        .leftJoin('camera_grants', (join) => join.onRef('camera_grants.camera_id', '=', 'cameras.id').on('camera_grants.customer_id', '=', customerId))
        .selectAll('cameras')
        .select(['camera_grants.access', 'camera_grants.with_audio', 'camera_grants.with_archive'])
        .where('customers.deleted_at', 'is', null)
        .where(({ eb, or, and }) =>
          or([
            eb('cameras.owner_id', '=', customerId),
            and([
              eb('camera_grants.customer_id', '=', customerId),
              or([eb('camera_grants.expires_at', 'is', null), eb('camera_grants.expires_at', '>', now)]),
            ]),
          ]),
        )
        .orderBy('cameras.created_at')
        .orderBy('cameras.id')
        .execute();
      return rows.map(({ access, with_audio: withAudio, with_archive: withArchive, ...row }) => {
        const isOwner = row.owner_id === customerId;
        return {
          row,
          access: {
            cameraId: row.id,
            customerId,
            isOwner,
            isFullAccess: isOwner || access === 'full',
            withAudio: isOwner || withAudio === 1,
            withArchive: isOwner || withArchive === 1,
            origin: null,
          },
        };
      });
    },

    changeTimeZone: async (cameraId, timeZone) => void (await db.updateTable('cameras').set({ time_zone: timeZone }).where('id', '=', cameraId).execute()),
    changeSource: async (cameraId, sealed) => void (await db.updateTable('cameras').set({ source_sealed: sealed }).where('id', '=', cameraId).execute()),
    rename: async (cameraId, title) => void (await db.updateTable('cameras').set({ title }).where('id', '=', cameraId).execute()),
    delete: (cameraId, now) =>
      db.transaction().execute(async (transaction) => {
        // Half a million rows a month: retention takes them in parts, and after a kill it still knows of them.
        await transaction.insertInto('footage_removals').values({ camera_id: cameraId, requested_at: now }).onConflict((conflict) => conflict.doNothing()).execute();
        await transaction.deleteFrom('cameras').where('id', '=', cameraId).execute();
      }),
    deleteGrant: async (cameraId, customerId) =>
      void (await db.deleteFrom('camera_grants').where('camera_id', '=', cameraId).where('customer_id', '=', customerId).execute()),
  };
}
