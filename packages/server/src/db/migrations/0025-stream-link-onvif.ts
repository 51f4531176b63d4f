import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lets a stream link be an ONVIF device; those that exist stay none. */
export const streamLinkOnvif: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('stream_links')
      .addColumn('with_onvif', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
  },
};
