import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the newest generation of a session's tokens that its client has used: until then the answer that carried them may be lost. */
export const sessionSuccessors: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('session_families')
      .addColumn('used_generation', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
