import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lets recorders move a camera by a stream link; by those that exist, they don't. */
export const streamLinkPtz: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('stream_links')
      .addColumn('with_ptz', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
