import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds deletion with a grace period, codes for other purposes than signing in, queued e-mail messages and feedback. */
export const account: Migration = {
  up: async (db: Kysely<unknown>) => {
    const { schema } = db;
    await schema.alterTable('customers').addColumn('deleted_at', 'bigint').execute();
    await schema.createIndex('customers_deleted').on('customers').column('deleted_at').execute();
    await schema.alterTable('devices').addColumn('browser', 'text').execute();
    await schema.alterTable('devices').addColumn('system', 'text').execute();
    await schema.alterTable('login_attempts').addColumn('customer_id', 'text').execute();
    await schema.createIndex('login_attempts_customer').on('login_attempts').columns(['kind', 'customer_id', 'at']).execute();
    // Codes live ten minutes: a user who waits for one requests it again.
    await schema.dropTable('login_codes').execute();
    await schema
      .createTable('one_time_codes')
      .addColumn('purpose', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('device_id', 'text')
      .addColumn('tries_left', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('one_time_codes_key', ['purpose', 'subject'])
      .execute();
    await schema.createIndex('one_time_codes_expiry').on('one_time_codes').column('expires_at').execute();
    await schema
      .createTable('letters')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('sealed', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('letters_next').on('letters').column('next_attempt_at').execute();
    await schema
      .createTable('feedbacks')
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('device_id', 'text')
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('claimed_customer_id', 'text', (column) => column.notNull())
      .addColumn('claimed_device_id', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('feedbacks_key', ['customer_id', 'id'])
      .execute();
  },
};
