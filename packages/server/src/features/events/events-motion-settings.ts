import type { MotionDetection, UpdateMotionDetectionBody } from '@watchpost/contract/schemas/events';
import type { Complete } from '../../kernel/contract/complete.ts';
import type { Db } from '../../db/database.ts';

/** Stores where and with which sensitivity motion is detected, camera by camera. */
export interface MotionSettingsStore {
  read(cameraId: string): Promise<MotionDetection>;
  update(cameraId: string, change: Omit<UpdateMotionDetectionBody, 'turnOff'>): Promise<MotionDetection>;
}

const byDefault: MotionDetection = { isEnabled: true, sensitivity: 6, areas: [] };

export function createMotionSettings(db: Db): MotionSettingsStore {
  const read = async (cameraId: string): Promise<MotionDetection> => {
    const row = await db.selectFrom('motion_detection').selectAll().where('camera_id', '=', cameraId).executeTakeFirst();
    if (!row) return byDefault;
    return {
      isEnabled: row.is_enabled === 1,
      sensitivity: row.sensitivity,
      // Only `update` writes it.
      areas: JSON.parse(row.areas) as MotionDetection['areas'],
    } satisfies Complete<MotionDetection>;
  };
  return {
    read,
    update: async (cameraId, { isEnabled, sensitivity, areas }) => {
      // Written column by column, so that two concurrent changes are both kept.
      const change = {
        ...(isEnabled !== undefined && { is_enabled: isEnabled ? (1 as const) : (0 as const) }),
        ...(sensitivity !== undefined && { sensitivity }),
        ...(areas !== undefined && { areas: JSON.stringify(areas) }),
      };
      await db
        .insertInto('motion_detection')
        .values({
          camera_id: cameraId,
          is_enabled: byDefault.isEnabled ? 1 : 0,
          sensitivity: byDefault.sensitivity,
          areas: JSON.stringify(byDefault.areas),
          ...change,
        })
        .onConflict((conflict) => conflict.column('camera_id').doUpdateSet(change))
        .execute();
      return read(cameraId);
    },
  };
}
