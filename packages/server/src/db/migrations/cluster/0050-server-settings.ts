import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the settings that operators changed while the server ran, as they would be written in its environment. */
export const serverSettings: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('server_settings')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
