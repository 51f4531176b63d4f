import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds a user's locations, rooms and camera places in one row, because they are read and written as a whole. */
export const locations: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('location_configs')
      .addColumn('customer_id', 'text', (column) => column.primaryKey().references('customers.id').onDelete('cascade'))
      .addColumn('revision', 'bigint', (column) => column.notNull())
      .addColumn('config', 'text', (column) => column.notNull())
      .execute();
  },
};
