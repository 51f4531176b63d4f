import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the time zone in which e-mail messages state times, and with which new cameras begin. */
export const accountTimeZone: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('customers').addColumn('time_zone', 'text').execute();
  },
};
