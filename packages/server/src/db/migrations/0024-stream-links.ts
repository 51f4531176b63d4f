import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the addresses by which other software plays a camera. */
export const streamLinks: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('stream_links')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('formats', 'text', (column) => column.notNull())
      .addColumn('with_audio', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('revoked_at', 'bigint')
      .execute();
    await db.schema.createIndex('stream_links_customer').on('stream_links').column('customer_id').execute();
    await db.schema.createIndex('stream_links_camera').on('stream_links').column('camera_id').execute();
  },
};
