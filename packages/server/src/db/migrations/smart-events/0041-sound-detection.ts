import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds what is heard in the sound of cameras. */
export const soundDetection: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('sound_detections')
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('is_enabled', 'integer', (column) => column.notNull())
      .addColumn('sensitivity', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('sound_detections_key', ['camera_id', 'type'])
      .execute();
  },
};
