import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the ranges of footage whose pictures did not arrive whole. */
export const damagedFootage: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('damaged_footage')
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('start_ms', 'bigint', (column) => column.notNull())
      .addColumn('end_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('damaged_footage_key', ['camera_id', 'start_ms'])
      .execute();
  },
};
