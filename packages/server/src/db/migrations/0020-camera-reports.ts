import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the last report of each camera, which is shown while the camera is offline. */
export const cameraReports: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('camera_reports')
      .addColumn('camera_id', 'text', (column) => column.primaryKey().references('cameras.id').onDelete('cascade'))
      .addColumn('firmware_version', 'text')
      .addColumn('app_version', 'text')
      .addColumn('takes_firmware', 'integer', (column) => column.notNull())
      .execute();
  },
};
