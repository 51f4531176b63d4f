import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds invitations to create an account. */
export const signUp: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('invitations')
      .addColumn('email', 'text', (column) => column.primaryKey())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
