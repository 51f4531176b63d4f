import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds a code for each requesting device, attempts counted per known device, and devices that stay known after signing out. */
export const signInLimits: Migration = {
  up: async (db: Kysely<unknown>) => {
    const { schema } = db;
    // Codes live ten minutes: a user who waits for one requests it again.
    await schema.dropTable('one_time_codes').execute();
    await schema
      .createTable('one_time_codes')
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('bound_to', 'text', (column) => column.notNull())
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('tries_left', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('one_time_codes_key', ['purpose', 'subject', 'bound_to'])
      .execute();
    await schema.createIndex('one_time_codes_expiry').on('one_time_codes').column('expires_at').execute();
    await schema.alterTable('login_attempts').addColumn('device_id', 'text').execute();
    await schema
      .createTable('known_devices')
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('device_id', 'text', (column) => column.notNull())
      .addColumn('signed_in_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('known_devices_key', ['customer_id', 'device_id'])
      .execute();
    await sql`insert into known_devices (customer_id, device_id, signed_in_at) select customer_id, id, created_at from devices`.execute(db);
  },
};
