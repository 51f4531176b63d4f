import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds how certain the recognition of an event was, and the name of its line or zone. */
export const eventObjects: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('events').addColumn('score', 'double precision').execute();
    await db.schema.alterTable('events').addColumn('label', 'text').execute();
  },
};
