import type { CameraNotifications, UpdateCameraNotificationsBody } from '@watchpost/contract/schemas/notifications';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import type { CameraAccess } from '../../../kernel/access/access.ts';

/** Recipients of one outage's notification. */
interface NotifiedUsers {
  readonly customerIds: readonly string[];
  /** Start of the outage, Unix ms. */
  readonly offlineAt: number;
}

/** Stores each user's settings per camera, and which outage they were notified of. */
export interface StatusRepository {
  find(access: Pick<CameraAccess, 'cameraId' | 'customerId'>): Promise<CameraNotifications>;
  /**
   * Saves the settings.
   * @param offlineAt since when the camera has been offline, Unix ms; null while it is online. A user who subscribes then is notified of
   * its return.
   */
  save(
    access: Pick<CameraAccess, 'cameraId' | 'customerId' | 'viewerKind'>,
    change: UpdateCameraNotificationsBody,
    offlineAt: number | null,
  ): Promise<void>;
  /** Returns whom an outage, or the return of the camera, concerns. */
  recipients(cameraId: string, kind: 'away' | 'back'): Promise<NotifiedUsers>;
  /**
   * Records that they are notified. @param offlineAt start of the outage, Unix ms; null for a return
   * @returns those who were not notified yet, and whether each wants an e-mail message, too
   */
  mark(db: Db, cameraId: string, offlineAt: number | null): Promise<ReadonlyMap<string, { readonly isEmailed: boolean }>>;
}

export function createStatusRepository({ db, clock }: { readonly db: Db; readonly clock: Pick<Clock, 'now'> }): StatusRepository {
  return {
    find: async ({ cameraId, customerId }) => {
      const row = await db
        .selectFrom('camera_notifications')
        .select(['is_status_notified', 'is_status_emailed', 'snoozed_until'])
        .where('camera_id', '=', cameraId)
        .where('customer_id', '=', customerId)
        .executeTakeFirst();
      // A pause that has ended no longer counts.
      const snoozedUntil = row?.snoozed_until ?? 0;
      return {
        isStatusNotified: row?.is_status_notified === 1,
        isStatusEmailed: row?.is_status_emailed === 1,
        snoozedUntil: snoozedUntil > clock.now() ? snoozedUntil : null,
      };
    },
    save: async ({ cameraId, customerId, viewerKind }, { isStatusNotified, isStatusEmailed, snoozedUntil }, offlineAt) => {
      const on = { is_status_notified: 1 as const, ...(offlineAt !== null && { told_offline_at: offlineAt }) };
      // A user who unsubscribes is not notified of the return either.
      const status = isStatusNotified ? on : { is_status_notified: 0 as const, told_offline_at: null };
      const change = {
        ...(isStatusNotified !== undefined && status),
        ...(isStatusEmailed !== undefined && { is_status_emailed: isStatusEmailed ? (1 as const) : (0 as const) }),
        ...(snoozedUntil !== undefined && { snoozed_until: snoozedUntil }),
      };
      await db
        .insertInto('camera_notifications')
        .values({
          camera_id: cameraId,
          customer_id: customerId,
          grantee_id: viewerKind === 'owner' ? null : customerId,
          is_status_notified: 0,
          told_offline_at: null,
          ...change,
        })
        .onConflict((conflict) => conflict.columns(['camera_id', 'customer_id']).doUpdateSet(change))
        .execute();
    },
    recipients: async (cameraId, kind) => {
      const rows = await db
        .selectFrom('camera_notifications')
        .select(['customer_id', 'told_offline_at'])
        .where('camera_id', '=', cameraId)
        .$if(kind === 'away', (query) => query.where('is_status_notified', '=', 1))
        .$if(kind === 'back', (query) => query.where('told_offline_at', 'is not', null))
        .execute();
      // All of them were notified of the latest outage.
      return {
        customerIds: rows.map(({ customer_id: id }) => id),
        offlineAt: Math.max(0, ...rows.map(({ told_offline_at: at }) => at ?? 0)),
      };
    },
    mark: async (executor, cameraId, offlineAt) => {
      const rows = await executor
        .updateTable('camera_notifications')
        .set({ told_offline_at: offlineAt })
        .where('camera_id', '=', cameraId)
        .$if(offlineAt !== null, (query) => query.where('is_status_notified', '=', 1))
        .$if(offlineAt === null, (query) => query.where('told_offline_at', 'is not', null))
        .returning(['customer_id', 'is_status_emailed'])
        .execute();
      return new Map(rows.map(({ customer_id: id, is_status_emailed: isEmailed }) => [id, { isEmailed: isEmailed === 1 }]));
    },
  };
}
