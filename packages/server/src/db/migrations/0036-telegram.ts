import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the Telegram bot: its codes, the linked chats with their settings, the messages that wait, and how far its updates were read. */
export const telegram: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('telegram_codes')
      .addColumn('code_hash', 'text', (column) => column.primaryKey())
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('telegram_codes_customer').on('telegram_codes').columns(['customer_id', 'created_at']).execute();
    await db.schema.createIndex('telegram_codes_expiry').on('telegram_codes').column('expires_at').execute();

    await db.schema
      .createTable('telegram_chats')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('chat_id', 'text', (column) => column.notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('is_enabled', 'integer', (column) => column.notNull())
      .addColumn('is_blocked', 'integer', (column) => column.notNull())
      .addColumn('is_kicked', 'integer', (column) => column.notNull())
      .addColumn('quiet_until', 'bigint')
      .addColumn('updated_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('telegram_chats_customer').unique().on('telegram_chats').columns(['customer_id', 'chat_id']).execute();
    await db.schema.createIndex('telegram_chats_chat').on('telegram_chats').column('chat_id').execute();

    await db.schema
      .createTable('telegram_chat_events')
      .addColumn('chat', 'text', (column) => column.notNull().references('telegram_chats.id').onDelete('cascade'))
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('event_type', 'text', (column) => column.notNull())
      .addColumn('is_enabled', 'integer', (column) => column.notNull())
      .addColumn('sent_at', 'bigint')
      .addPrimaryKeyConstraint('telegram_chat_events_key', ['chat', 'camera_id', 'event_type'])
      .execute();
    await db.schema.createIndex('telegram_chat_events_camera').on('telegram_chat_events').column('camera_id').execute();

    await db.schema
      .createTable('telegram_messages')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('chat', 'text', (column) => column.notNull().references('telegram_chats.id').onDelete('cascade'))
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('event_id', 'text', (column) => column.notNull())
      .addColumn('event_type', 'text', (column) => column.notNull())
      .addColumn('event_at', 'bigint', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('lease', 'text')
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    // One message per event and chat, no matter which node queues it.
    await db.schema.createIndex('telegram_messages_event').unique().on('telegram_messages').columns(['event_id', 'chat']).execute();
    await db.schema.createIndex('telegram_messages_due').on('telegram_messages').column('due_at').execute();
    await db.schema.createIndex('telegram_messages_chat').on('telegram_messages').column('chat').execute();
    await db.schema.createIndex('telegram_messages_camera').on('telegram_messages').column('camera_id').execute();

    await db.schema
      .createTable('telegram_readers')
      .addColumn('bot_id', 'text', (column) => column.primaryKey())
      .addColumn('next_update', 'bigint', (column) => column.notNull())
      .addColumn('read_at', 'bigint', (column) => column.notNull())
      .addColumn('lease', 'text')
      .addColumn('leased_until', 'bigint', (column) => column.notNull())
      .execute();
  },
};
