import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds sign-ins by device code that wait for their user. */
export const deviceCodes: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('device_authorizations')
      .addColumn('device_code_hash', 'text', (column) => column.primaryKey())
      .addColumn('user_code_hash', 'text', (column) => column.notNull().unique())
      .addColumn('device_id', 'text', (column) => column.notNull())
      .addColumn('device_name', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('customer_id', 'text', (column) => column.references('customers.id').onDelete('cascade'))
      .addColumn('interval_seconds', 'integer', (column) => column.notNull())
      .addColumn('polled_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('device_authorizations_expiry').on('device_authorizations').column('expires_at').execute();
    await db.schema.createIndex('device_authorizations_customer').on('device_authorizations').column('customer_id').execute();
  },
};
