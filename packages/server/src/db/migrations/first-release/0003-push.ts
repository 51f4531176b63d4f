import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds one push subscription per signed-in device; it is deleted with the device. */
export const push: Migration = {
  up: async (db: Kysely<unknown>) => {
    const { schema } = db;
    await schema
      .createTable('push_subscriptions')
      .addColumn('customer_id', 'text', (column) => column.notNull())
      .addColumn('device_id', 'text', (column) => column.notNull())
      .addColumn('sender', 'text', (column) => column.notNull())
      // A hash, because an index can't contain a text of 4 KB.
      .addColumn('address_hash', 'text', (column) => column.notNull().unique())
      .addColumn('token', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('failing_since', 'bigint')
      .addPrimaryKeyConstraint('push_subscriptions_key', ['customer_id', 'device_id'])
      .addForeignKeyConstraint('push_subscriptions_device', ['customer_id', 'device_id'], 'devices', ['customer_id', 'id'], (constraint) =>
        constraint.onDelete('cascade'),
      )
      .execute();
  },
};
