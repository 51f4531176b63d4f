import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lets a registration be limited to one serial number, and any account check whether a serial number is in use. */
export const serialRegistration: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('registration_tokens').addColumn('serial_number', 'text').execute();
    await db.schema.createIndex('cameras_serial_number').on('cameras').column('serial_number').execute();
  },
};
