import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/**
 * Stores what a user was last notified of at a place, and when of each type: several servers, and one that starts again, go on with the same
 * message. Adds alerts by e-mail and pauses of a camera.
 */
export const alertStretches: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('alert_stretches')
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('place', 'text', (column) => column.notNull())
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('camera_title', 'text', (column) => column.notNull())
      .addColumn('event_id', 'text')
      .addColumn('event_type', 'text', (column) => column.notNull())
      .addColumn('announced_type', 'text', (column) => column.notNull())
      .addColumn('event_at', 'bigint', (column) => column.notNull())
      .addColumn('event_label', 'text')
      .addColumn('event_score', 'double precision')
      .addColumn('image_url', 'text')
      .addColumn('event_count', 'integer', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('last_at', 'bigint', (column) => column.notNull())
      .addColumn('sent_at', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint')
      .addPrimaryKeyConstraint('alert_stretches_key', ['customer_id', 'channel', 'place'])
      .execute();
    await schema.createIndex('alert_stretches_camera').on('alert_stretches').column('camera_id').execute();
    await schema.createIndex('alert_stretches_due').on('alert_stretches').column('due_at').execute();
    await schema
      .createTable('alert_times')
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('channel', 'text', (column) => column.notNull())
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('event_type', 'text', (column) => column.notNull())
      .addColumn('alerted_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('alert_times_key', ['camera_id', 'event_type', 'channel', 'customer_id'])
      .execute();
    await schema.createIndex('alert_times_customer').on('alert_times').column('customer_id').execute();
    await schema
      .alterTable('event_notifications')
      .addColumn('is_emailed', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await schema.alterTable('camera_notifications').addColumn('snoozed_until', 'bigint').execute();
  },
};
