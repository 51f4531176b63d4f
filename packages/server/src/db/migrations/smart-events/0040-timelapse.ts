import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the timelapse settings of cameras, and the films of their days. */
export const timelapse: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('timelapse_settings')
      .addColumn('camera_id', 'text', (column) => column.primaryKey().references('cameras.id').onDelete('cascade'))
      .addColumn('is_enabled', 'integer', (column) => column.notNull())
      .addColumn('enabled_at', 'bigint', (column) => column.notNull())
      .addColumn('settings', 'text', (column) => column.notNull())
      .execute();

    await schema
      .createTable('timelapses')
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('event_id', 'text', (column) => column.notNull().unique())
      .addColumn('from_ms', 'bigint', (column) => column.notNull())
      .addColumn('to_ms', 'bigint', (column) => column.notNull())
      .addColumn('length_seconds', 'integer', (column) => column.notNull())
      .addColumn('channels', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('lease', 'text')
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('send_at', 'bigint', (column) => column.notNull())
      .addColumn('published_at', 'bigint')
      .addColumn('pushed_at', 'bigint')
      .addPrimaryKeyConstraint('timelapses_key', ['camera_id', 'day'])
      .execute();
    // What is due, and what waits for its morning.
    await schema.createIndex('timelapses_due').on('timelapses').columns(['state', 'due_at']).execute();
    await schema.createIndex('timelapses_unsent').on('timelapses').columns(['pushed_at', 'send_at']).execute();
  },
};
