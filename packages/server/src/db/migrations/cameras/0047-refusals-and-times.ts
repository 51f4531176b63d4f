import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Stores which cameras refuse their password, so that a restart does not begin to try it again, and the footage whose times are wrong. */
export const refusalsAndTimes: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('password_trials')
      .addColumn('camera_id', 'text', (column) => column.primaryKey().references('cameras.id').onDelete('cascade'))
      .addColumn('refusals', 'integer', (column) => column.notNull())
      .addColumn('retry_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('misdated_footage')
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('start_ms', 'bigint', (column) => column.notNull())
      .addColumn('end_ms', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('misdated_footage_key', ['camera_id', 'start_ms'])
      .execute();
  },
};
