import { detectionTypes, type DetectionType } from '@watchpost/contract/protocols/detection';
import { defaultDetection, detectionSettingsSchema, type DetectionSettings } from '@watchpost/contract/schemas/smart-events';
import type { Db } from '../../db/database.ts';

/** Stores the settings of detections. */
export interface DetectionsRepository {
  /** Serializes the changes of a camera's detections until the transaction ends. */
  lock(cameraId: string): Promise<void>;
  /** Returns all detections of a camera; those without a row with the default settings. */
  read(cameraId: string): Promise<DetectionSettings[]>;
  write(cameraId: string, settings: DetectionSettings): Promise<void>;
  /** Turns detections off; their other settings stay. */
  turnOff(cameraId: string, types: readonly DetectionType[]): Promise<void>;
  /** Whether any detection of a camera is enabled. */
  isAnyEnabled(cameraId: string): Promise<boolean>;
}

export function createDetectionsRepository(db: Db): DetectionsRepository {
  return {
    // An update locks its row until the transaction ends, on both databases; SQLite has no "for update".
    lock: async (cameraId) => {
      await db
        .updateTable('cameras')
        .set(({ ref }) => ({ title: ref('title') }))
        .where('id', '=', cameraId)
        .execute();
    },
    read: async (cameraId) => {
      const rows = await db.selectFrom('detections').selectAll().where('camera_id', '=', cameraId).execute();
      return detectionTypes.map((type) => {
        const byDefault = defaultDetection(type);
        const row = rows.find((one) => one.type === type);
        if (!row) return byDefault;
        // Settings that a later version adds have their default.
        const stored: unknown = JSON.parse(row.settings);
        return detectionSettingsSchema.parse({
          ...byDefault,
          ...(typeof stored === 'object' ? stored : null),
          type,
          isEnabled: row.is_enabled === 1,
        });
      });
    },
    write: async (cameraId, { type, isEnabled, ...settings }) => {
      const values = { is_enabled: isEnabled ? (1 as const) : (0 as const), settings: JSON.stringify(settings) };
      await db
        .insertInto('detections')
        .values({ camera_id: cameraId, type, ...values })
        .onConflict((conflict) => conflict.columns(['camera_id', 'type']).doUpdateSet(values))
        .execute();
    },
    turnOff: async (cameraId, types) => {
      if (types.length === 0) return;
      await db.updateTable('detections').set({ is_enabled: 0 }).where('camera_id', '=', cameraId).where('type', 'in', types).execute();
    },
    isAnyEnabled: async (cameraId) =>
      (await db
        .selectFrom('detections')
        .select('type')
        .where('camera_id', '=', cameraId)
        .where('is_enabled', '=', 1)
        .limit(1)
        .executeTakeFirst()) !== undefined,
  };
}
