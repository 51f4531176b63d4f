import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Recordings closer together than this counted as continuous when this migration ran, ms. */
const joinWithin = 2000;

export const archive: Migration = {
  up: async (db: Kysely<unknown>) => {
    const { schema } = db;
    await schema
      .createTable('footage')
      .addColumn('camera_id', 'text', (column) => column.notNull())
      .addColumn('start_ms', 'bigint', (column) => column.notNull())
      .addColumn('end_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('footage_key', ['camera_id', 'start_ms'])
      .execute();
    await schema
      .createTable('camera_settings')
      .addColumn('camera_id', 'text', (column) => column.primaryKey().references('cameras.id').onDelete('cascade'))
      .addColumn('archive_recording', 'text', (column) => column.notNull())
      .addColumn('is_sound_recorded', 'integer', (column) => column.notNull())
      .execute();
    await schema
      .createTable('footage_removals')
      .addColumn('camera_id', 'text', (column) => column.primaryKey())
      .addColumn('requested_at', 'bigint', (column) => column.notNull())
      .execute();

    // Merges adjacent segments of earlier recordings into one row.
    await sql`
      insert into footage (camera_id, start_ms, end_ms)
      select camera_id, min(start_ms), max(end_ms) from (
        select camera_id, start_ms, end_ms,
          sum(case when before_ms is null or start_ms - before_ms >= ${sql.lit(joinWithin)} then 1 else 0 end) over (partition by camera_id order by start_ms) as run
        from (
          select camera_id, start_ms, start_ms + duration_ms as end_ms, lag(start_ms + duration_ms) over (partition by camera_id order by start_ms) as before_ms
          from segments
        ) as marked
      ) as runs
      group by camera_id, run`.execute(db);
  },
};
