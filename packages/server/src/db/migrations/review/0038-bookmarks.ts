import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds moments that users saved, events that are false alarms, and an index that finds the events of one marking as seen. */
export const bookmarks: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('bookmarks')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('at_ms', 'bigint', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('bookmarks_customer').on('bookmarks').columns(['customer_id', 'at_ms', 'id']).execute();
    // Indexes the foreign key by which a removed camera finds its rows.
    await schema.createIndex('bookmarks_camera').on('bookmarks').column('camera_id').execute();

    await schema
      .createTable('false_alarms')
      .addColumn('event_id', 'text', (column) => column.primaryKey().references('events.id').onDelete('cascade'))
      .addColumn('camera_id', 'text', (column) => column.notNull())
      .addColumn('start_ms', 'bigint', (column) => column.notNull())
      .addColumn('marked_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('false_alarms_camera').on('false_alarms').columns(['camera_id', 'start_ms']).execute();

    await schema.createIndex('event_views_seen').on('event_views').columns(['customer_id', 'seen_at']).execute();
  },
};
