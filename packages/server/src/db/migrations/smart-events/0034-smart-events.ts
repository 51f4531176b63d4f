import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds what cameras recognise, and each user's notification settings by camera and event type. */
export const smartEvents: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('detections')
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('is_enabled', 'integer', (column) => column.notNull())
      .addColumn('settings', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('detections_key', ['camera_id', 'type'])
      .execute();

    await schema
      .createTable('event_notifications')
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('grantee_id', 'text')
      .addColumn('event_type', 'text', (column) => column.notNull())
      .addColumn('is_enabled', 'integer', (column) => column.notNull())
      .addColumn('cooldown_seconds', 'integer', (column) => column.notNull())
      .addColumn('schedule', 'text')
      .addPrimaryKeyConstraint('event_notifications_key', ['camera_id', 'event_type', 'customer_id'])
      .addForeignKeyConstraint(
        'event_notifications_grant',
        ['camera_id', 'grantee_id'],
        'camera_grants',
        ['camera_id', 'customer_id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute();
    // Indexes the foreign keys by which deleted accounts and grants find their rows.
    await schema.createIndex('event_notifications_customer').on('event_notifications').column('customer_id').execute();
  },
};
