import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the credentials of removed cameras, so that a returning agent learns exactly that its camera was removed. */
export const removedAgents: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('removed_agents')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('removed_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
