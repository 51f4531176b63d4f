import { wallArrangementSchema, type WallArrangement } from '@watchpost/contract/schemas/video-wall';
import type { Db } from '../../db/database.ts';

/** Stores arrangements. */
export interface VideoWallRepository {
  find(customerId: string): Promise<WallArrangement | null>;
  save(customerId: string, arrangement: WallArrangement): Promise<void>;
  findOfDevice(customerId: string, deviceId: string): Promise<WallArrangement | null>;
  /**
   * Saves a device's own arrangement.
   * @returns false for a device that no longer exists
   */
  saveOfDevice(customerId: string, deviceId: string, arrangement: WallArrangement): Promise<boolean>;
  deleteOfDevice(customerId: string, deviceId: string): Promise<void>;
}

export function createVideoWallRepository(db: Db): VideoWallRepository {
  return {
    find: async (customerId) =>
      read(
        (await db.selectFrom('video_walls').select('arrangement').where('customer_id', '=', customerId).executeTakeFirst())?.arrangement,
      ),
    save: async (customerId, arrangement) => {
      const text = JSON.stringify(arrangement);
      await db
        .insertInto('video_walls')
        .values({ customer_id: customerId, arrangement: text })
        .onConflict((conflict) => conflict.column('customer_id').doUpdateSet({ arrangement: text }))
        .execute();
    },
    findOfDevice: async (customerId, deviceId) =>
      read(
        (
          await db
            .selectFrom('device_video_walls')
            .select('arrangement')
            .where('customer_id', '=', customerId)
            .where('device_id', '=', deviceId)
            .executeTakeFirst()
        )?.arrangement,
      ),
    saveOfDevice: (customerId, deviceId, arrangement) =>
      db.transaction().execute(async (transaction) => {
        // The device was signed out remotely meanwhile.
        const device = await transaction
          .selectFrom('devices')
          .select('id')
          .where('customer_id', '=', customerId)
          .where('id', '=', deviceId)
          .executeTakeFirst();
        if (!device) return false;
        const text = JSON.stringify(arrangement);
        await transaction
          .insertInto('device_video_walls')
          .values({ customer_id: customerId, device_id: deviceId, arrangement: text })
          .onConflict((conflict) => conflict.columns(['customer_id', 'device_id']).doUpdateSet({ arrangement: text }))
          .execute();
        return true;
      }),
    deleteOfDevice: async (customerId, deviceId) =>
      void (await db.deleteFrom('device_video_walls').where('customer_id', '=', customerId).where('device_id', '=', deviceId).execute()),
  };
}

/** An arrangement of another version that is not understood counts as not saved: a wall is quickly arranged again. */
function read(text: string | undefined): WallArrangement | null {
  if (text === undefined) return null;
  const parsed = wallArrangementSchema.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : null;
}
