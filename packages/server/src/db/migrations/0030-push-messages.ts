import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the push messages that wait, so that a restart loses none. A row is deleted with its device and with its camera. */
export const pushMessages: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('push_messages')
      .addColumn('customer_id', 'text', (column) => column.notNull())
      .addColumn('device_id', 'text', (column) => column.notNull())
      .addColumn('topic', 'text', (column) => column.notNull())
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('required', 'text', (column) => column.notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('is_begin_known', 'integer', (column) => column.notNull())
      .addColumn('message_id', 'text')
      .addColumn('body', 'text')
      .addColumn('urgency', 'text', (column) => column.notNull())
      .addColumn('address_hash', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('lease', 'text', (column) => column.notNull())
      .addColumn('leased_until', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('push_messages_key', ['customer_id', 'device_id', 'topic'])
      .addForeignKeyConstraint('push_messages_device', ['customer_id', 'device_id'], 'devices', ['customer_id', 'id'], (constraint) =>
        constraint.onDelete('cascade'),
      )
      .execute();
    await db.schema.createIndex('push_messages_camera').on('push_messages').column('camera_id').execute();
    await db.schema.createIndex('push_messages_lease').on('push_messages').columns(['lease', 'leased_until']).execute();
  },
};
