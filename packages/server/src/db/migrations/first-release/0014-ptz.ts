import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the patrol of a camera: its sequence of presets. */
export const ptz: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('ptz_patrols')
      .addColumn('camera_id', 'text', (column) => column.primaryKey().references('cameras.id').onDelete('cascade'))
      .addColumn('preset_ids', 'text', (column) => column.notNull())
      .addColumn('dwell_seconds', 'integer', (column) => column.notNull())
      .addColumn('is_running', 'integer', (column) => column.notNull())
      .execute();
  },
};
