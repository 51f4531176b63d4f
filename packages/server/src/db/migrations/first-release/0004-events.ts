import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

export const events: Migration = {
  up: async (db: Kysely<unknown>) => {
    const { schema } = db;
    await schema
      .createTable('events')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('start_ms', 'bigint', (column) => column.notNull())
      .addColumn('end_ms', 'bigint')
      .addColumn('area', 'text', (column) => column.notNull())
      .addColumn('has_picture', 'integer', (column) => column.notNull())
      .execute();
    await schema.createIndex('events_camera').on('events').columns(['camera_id', 'start_ms', 'id']).execute();
    await schema
      .createTable('event_views')
      .addColumn('event_id', 'text', (column) => column.notNull().references('events.id').onDelete('cascade'))
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('seen_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('event_views_key', ['customer_id', 'event_id'])
      .execute();
    // Indexes the foreign key by which a deleted event's cascade finds its rows.
    await schema.createIndex('event_views_event').on('event_views').column('event_id').execute();
    await schema
      .createTable('motion_detection')
      .addColumn('camera_id', 'text', (column) => column.primaryKey().references('cameras.id').onDelete('cascade'))
      .addColumn('is_enabled', 'integer', (column) => column.notNull())
      .addColumn('sensitivity', 'integer', (column) => column.notNull())
      .addColumn('areas', 'text', (column) => column.notNull())
      .execute();
  },
};
