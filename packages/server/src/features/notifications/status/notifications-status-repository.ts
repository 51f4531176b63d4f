import type { CameraNotifications, UpdateCameraNotificationsBody } from '@watchpost/contract/schemas/notifications';
import type { Db } from '../../../db/database.ts';
import type { CameraAccess } from '../../../kernel/access.ts';

/** Whoever is told of one outage. */
export interface ToldPeople {
  readonly customerIds: readonly string[];
  /** When it began, Unix ms. */
  readonly offlineAt: number;
}

/** What each person is told of each camera, and what they were told. */
export interface StatusRepository {
  find(access: Pick<CameraAccess, 'cameraId' | 'customerId'>): Promise<CameraNotifications>;
  /** @param offlineAt since when the camera is away now, Unix ms; null while it is there. Whoever asks then is told of its return. */
  save(access: Pick<CameraAccess, 'cameraId' | 'customerId' | 'isOwner'>, change: UpdateCameraNotificationsBody, offlineAt: number | null): Promise<void>;
  /** Who asked to be told; noted as told. */
  takeAway(cameraId: string, at: number): Promise<ToldPeople>;
  /** Who was told that it is away; forgotten. */
  takeBack(cameraId: string): Promise<ToldPeople>;
}

export function createStatusRepository(db: Db): StatusRepository {
  return {
    find: async ({ cameraId, customerId }) => {
      const row = await db.selectFrom('camera_notifications').select('is_status_notified').where('camera_id', '=', cameraId).where('customer_id', '=', customerId).executeTakeFirst();
      return { isStatusNotified: row?.is_status_notified === 1 };
    },
    save: async ({ cameraId, customerId, isOwner }, { isStatusNotified }, offlineAt) => {
      const on = { is_status_notified: 1 as const, ...(offlineAt !== null && { told_offline_at: offlineAt }) };
      // Whoever asks for no more messages is told no return either.
      const change = isStatusNotified ? on : { is_status_notified: 0 as const, told_offline_at: null };
      await db
        .insertInto('camera_notifications')
        .values({ camera_id: cameraId, customer_id: customerId, grantee_id: isOwner ? null : customerId, told_offline_at: null, ...change })
        .onConflict((conflict) => conflict.columns(['camera_id', 'customer_id']).doUpdateSet(change))
        .execute();
    },
    takeAway: async (cameraId, at) => {
      const rows = await db
        .updateTable('camera_notifications')
        .set({ told_offline_at: at })
        .where('camera_id', '=', cameraId)
        .where('is_status_notified', '=', 1)
        .returning('customer_id')
        .execute();
      return { customerIds: rows.map(({ customer_id: id }) => id), offlineAt: at };
    },
    takeBack: (cameraId) =>
      db.transaction().execute(async (transaction) => {
        const rows = await transaction.selectFrom('camera_notifications').select(['customer_id', 'told_offline_at']).where('camera_id', '=', cameraId).where('told_offline_at', 'is not', null).execute();
        if (rows.length > 0) await transaction.updateTable('camera_notifications').set({ told_offline_at: null }).where('camera_id', '=', cameraId).execute();
        // The latest outage was told to all of them.
        return { customerIds: rows.map(({ customer_id: id }) => id), offlineAt: Math.max(0, ...rows.map(({ told_offline_at: at }) => at ?? 0)) };
      }),
  };
}
