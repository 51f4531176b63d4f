import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the choice to hear of a camera's state by e-mail, too. */
export const statusEmails: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .alterTable('camera_notifications')
      .addColumn('is_status_emailed', 'integer', (column) => column.notNull().defaultTo(sql`0`))
      .execute();
  },
};
