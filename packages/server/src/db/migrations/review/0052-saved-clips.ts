import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the clips that users saved, each range of a camera once. */
export const savedClips: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('saved_clips')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('from_ms', 'bigint', (column) => column.notNull())
      .addColumn('to_ms', 'bigint', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('saved_at', 'bigint', (column) => column.notNull())
      .addUniqueConstraint('saved_clips_range', ['customer_id', 'camera_id', 'from_ms', 'to_ms'])
      .execute();
    await schema.createIndex('saved_clips_newest').on('saved_clips').columns(['customer_id', 'saved_at', 'id']).execute();
    // Indexes the foreign key by which a removed camera finds its rows.
    await schema.createIndex('saved_clips_camera').on('saved_clips').column('camera_id').execute();
  },
};
