import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** A registration may be for one serial number alone; and whether a serial number is taken is asked by any account. */
export const serialRegistration: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('registration_tokens').addColumn('serial_number', 'text').execute();
    await db.schema.createIndex('cameras_serial_number').on('cameras').column('serial_number').execute();
  },
};
