import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds where each version of a plan comes from: until now, all came from the plans file. */
export const planSources: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('plan_versions')
      .addColumn('source', 'text', (column) => column.notNull().defaultTo('file'))
      .execute();
  },
};
