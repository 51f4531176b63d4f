import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the places of segments in a bucket. */
export const storedFootage: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('footage_objects')
      .addColumn('id', 'text', (column) => column.primaryKey())
      // No reference: the objects of a removed camera are removed after it.
      .addColumn('camera_id', 'text', (column) => column.notNull())
      .addColumn('key', 'text', (column) => column.notNull().unique())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('init_hash', 'text')
      .addColumn('remove_after', 'bigint')
      .execute();
    await schema.createIndex('footage_objects_remove_after').on('footage_objects').column('remove_after').execute();
    await schema.createIndex('footage_objects_init').on('footage_objects').columns(['camera_id', 'init_hash']).execute();
    await schema
      .createTable('stored_segments')
      .addColumn('camera_id', 'text', (column) => column.notNull())
      .addColumn('start_ms', 'bigint', (column) => column.notNull())
      .addColumn('object_id', 'text', (column) => column.notNull())
      .addColumn('position', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('stored_segments_key', ['camera_id', 'start_ms'])
      .execute();
    await schema.createIndex('stored_segments_object').on('stored_segments').column('object_id').execute();
  },
};
