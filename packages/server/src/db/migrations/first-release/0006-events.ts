import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Lets events be summarized without reading each of them: views by camera and time, types in the index, levels of motion. */
export const eventSummaries: Migration = {
  up: async (db: Kysely<unknown>) => {
    const { schema } = db;
    await schema.dropIndex('events_camera').execute();
    // The index also finds the end of a page, and covers all counting.
    await schema.createIndex('events_camera').on('events').columns(['camera_id', 'start_ms', 'id', 'type']).execute();
    // Finds a rare type without scanning all the others.
    await schema.createIndex('events_kind').on('events').columns(['camera_id', 'type', 'start_ms', 'id']).execute();
    await schema
      .alterTable('event_views')
      .addColumn('camera_id', 'text', (column) => column.notNull().defaultTo(''))
      .execute();
    await schema
      .alterTable('event_views')
      .addColumn('start_ms', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`update event_views set camera_id = (select camera_id from events where events.id = event_views.event_id), start_ms = (select start_ms from events where events.id = event_views.event_id)`.execute(
      db,
    );
    await schema.createIndex('event_views_camera').on('event_views').columns(['customer_id', 'camera_id', 'start_ms']).execute();
    await schema
      .createTable('motion_levels')
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('hour_ms', 'bigint', (column) => column.notNull())
      .addColumn('levels', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('motion_levels_key', ['camera_id', 'hour_ms'])
      .execute();
  },
};
