import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds each user's notification settings per camera. A row is deleted with its camera, its user, and, for a guest, the grant. */
export const cameraNotifications: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('camera_notifications')
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('grantee_id', 'text')
      .addColumn('is_status_notified', 'integer', (column) => column.notNull())
      .addColumn('told_offline_at', 'bigint')
      .addPrimaryKeyConstraint('camera_notifications_key', ['camera_id', 'customer_id'])
      .addForeignKeyConstraint(
        'camera_notifications_grant',
        ['camera_id', 'grantee_id'],
        'camera_grants',
        ['camera_id', 'customer_id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute();
    await db.schema.createIndex('camera_notifications_customer').on('camera_notifications').column('customer_id').execute();
  },
};
