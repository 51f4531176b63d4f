import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds alerts that come only while nobody is home, who is home where, and the messages of chats that are updated while things happen. */
export const alerts: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('event_notifications')
      .addColumn('is_only_when_away', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema
      .createTable('presences')
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('location_id', 'text', (column) => column.notNull())
      .addColumn('presence', 'text', (column) => column.notNull())
      .addColumn('changed_by', 'text', (column) => column.notNull())
      .addColumn('changed_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('presences_key', ['customer_id', 'location_id'])
      .execute();
    await db.schema
      .createTable('telegram_stretches')
      .addColumn('chat', 'text', (column) => column.notNull().references('telegram_chats.id').onDelete('cascade'))
      .addColumn('place', 'text', (column) => column.notNull())
      .addColumn('message_id', 'text', (column) => column.notNull())
      .addColumn('has_picture', 'integer', (column) => column.notNull())
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('event_id', 'text', (column) => column.notNull())
      .addColumn('event_type', 'text', (column) => column.notNull())
      .addColumn('event_at', 'bigint', (column) => column.notNull())
      .addColumn('event_score', 'double precision')
      .addColumn('event_count', 'integer', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('last_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('telegram_stretches_key', ['chat', 'place'])
      .execute();
    await db.schema.alterTable('telegram_messages').addColumn('event_score', 'double precision').execute();
    await db.schema.createIndex('telegram_stretches_camera').on('telegram_stretches').column('camera_id').execute();
  },
};
