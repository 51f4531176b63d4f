import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds what viewers' players report: the last report of each view, and sums by camera, day, browser and transport. */
export const quality: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('quality_views')
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('view_id', 'text', (column) => column.notNull())
      .addColumn('sequence', 'integer', (column) => column.notNull())
      .addColumn('day', 'bigint', (column) => column.notNull())
      .addColumn('has_error', 'integer', (column) => column.notNull())
      .addColumn('reported_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('quality_views_key', ['camera_id', 'view_id'])
      .execute();
    await db.schema.createIndex('quality_views_reported').on('quality_views').column('reported_at').execute();

    await db.schema
      .createTable('quality_sums')
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('day', 'bigint', (column) => column.notNull())
      .addColumn('browser', 'text', (column) => column.notNull())
      .addColumn('browser_version', 'integer', (column) => column.notNull())
      .addColumn('transport', 'text', (column) => column.notNull())
      .addColumn('views', 'bigint', (column) => column.notNull())
      .addColumn('views_with_errors', 'bigint', (column) => column.notNull())
      .addColumn('watched_ms', 'bigint', (column) => column.notNull())
      .addColumn('stall_count', 'bigint', (column) => column.notNull())
      .addColumn('stall_ms', 'bigint', (column) => column.notNull())
      .addColumn('frames_decoded', 'bigint', (column) => column.notNull())
      .addColumn('frames_dropped', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('quality_sums_key', ['camera_id', 'day', 'browser', 'browser_version', 'transport'])
      .execute();
    await db.schema.createIndex('quality_sums_day').on('quality_sums').column('day').execute();

    await db.schema
      .createTable('quality_histograms')
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('day', 'bigint', (column) => column.notNull())
      .addColumn('browser', 'text', (column) => column.notNull())
      .addColumn('metric', 'text', (column) => column.notNull())
      .addColumn('bucket', 'integer', (column) => column.notNull())
      .addColumn('count', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('quality_histograms_key', ['camera_id', 'day', 'browser', 'metric', 'bucket'])
      .execute();
    await db.schema.createIndex('quality_histograms_day').on('quality_histograms').column('day').execute();
  },
};
