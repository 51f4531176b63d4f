import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A person's locations, rooms and where their cameras are: read and written as a whole, so one row. */
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
