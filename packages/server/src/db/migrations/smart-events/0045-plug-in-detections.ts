import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds what only the operator's own detector finds. */
export const plugInDetections: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('plug_in_detections')
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('is_enabled', 'integer', (column) => column.notNull())
      .addColumn('confidence', 'double precision', (column) => column.notNull())
      .addPrimaryKeyConstraint('plug_in_detections_key', ['camera_id', 'type'])
      .execute();
  },
};
