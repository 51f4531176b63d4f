import type { Db } from '../../db/database.ts';

/** A camera as other software gets to know it. */
export interface HomeCamera {
  readonly id: string;
  readonly title: string;
  readonly model: string | null;
  /** IANA name. */
  readonly timeZone: string;
}

export interface HomeMqttRepository {
  /** Returns the cameras that are to be published now; not those of deleted accounts. */
  enabled(): Promise<HomeCamera[]>;
  isEnabled(cameraId: string): Promise<boolean>;
  /** @param at Unix ms */
  enable(cameraId: string, at: number): Promise<void>;
  disable(cameraId: string): Promise<void>;
  /** Whether the camera has ever reported a person. */
  hasPersons(cameraId: string): Promise<boolean>;
}

export function createHomeMqttRepository(db: Db): HomeMqttRepository {
  return {
    enabled: async () => {
      const rows = await db
        .selectFrom('home_mqtt_cameras')
        .innerJoin('cameras', 'cameras.id', 'home_mqtt_cameras.camera_id')
        .innerJoin('customers', 'customers.id', 'cameras.owner_id')
        .select(['cameras.id', 'cameras.title', 'cameras.model', 'cameras.time_zone'])
        .where('customers.deleted_at', 'is', null)
        .orderBy('home_mqtt_cameras.enabled_at')
        .orderBy('cameras.id')
        .execute();
      return rows.map(({ id, title, model, time_zone: timeZone }) => ({ id, title, model, timeZone }));
    },
    isEnabled: async (cameraId) =>
      (await db.selectFrom('home_mqtt_cameras').select('camera_id').where('camera_id', '=', cameraId).executeTakeFirst()) !== undefined,
    enable: async (cameraId, at) => {
      await db
        .insertInto('home_mqtt_cameras')
        .values({ camera_id: cameraId, enabled_at: at })
        .onConflict((conflict) => conflict.column('camera_id').doNothing())
        .execute();
    },
    disable: async (cameraId) => {
      await db.deleteFrom('home_mqtt_cameras').where('camera_id', '=', cameraId).execute();
    },
    hasPersons: async (cameraId) =>
      (await db
        .selectFrom('events')
        .select('id')
        .where('camera_id', '=', cameraId)
        .where('type', '=', 'human')
        .limit(1)
        .executeTakeFirst()) !== undefined,
  };
}
