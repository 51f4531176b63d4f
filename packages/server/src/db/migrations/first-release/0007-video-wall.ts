import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds a user's arrangement of the video wall and a device's own, which is deleted with the device. */
export const videoWall: Migration = {
  up: async (db: Kysely<unknown>) => {
    const { schema } = db;
    await schema
      .createTable('video_walls')
      .addColumn('customer_id', 'text', (column) => column.primaryKey().references('customers.id').onDelete('cascade'))
      .addColumn('arrangement', 'text', (column) => column.notNull())
      .execute();
    await schema
      .createTable('device_video_walls')
      .addColumn('customer_id', 'text', (column) => column.notNull())
      .addColumn('device_id', 'text', (column) => column.notNull())
      .addColumn('arrangement', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('device_video_walls_key', ['customer_id', 'device_id'])
      .addForeignKeyConstraint('device_video_walls_device', ['customer_id', 'device_id'], 'devices', ['customer_id', 'id'], (constraint) =>
        constraint.onDelete('cascade'),
      )
      .execute();
  },
};
