import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds how full the disk of each node was, day by day. */
export const storageDays: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('storage_days')
      .addColumn('node_id', 'text', (column) => column.notNull())
      .addColumn('day', 'bigint', (column) => column.notNull())
      .addColumn('used_bytes', 'bigint', (column) => column.notNull())
      .addColumn('total_bytes', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('storage_days_key', ['node_id', 'day'])
      .execute();
  },
};
