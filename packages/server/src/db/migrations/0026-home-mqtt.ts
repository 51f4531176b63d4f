import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the cameras that their owners publish on the operator's MQTT broker. */
export const homeMqtt: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('home_mqtt_cameras')
      .addColumn('camera_id', 'text', (column) => column.primaryKey().references('cameras.id').onDelete('cascade'))
      .addColumn('enabled_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
