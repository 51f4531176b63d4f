import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the log of who did what. Without foreign keys: it outlives the accounts and cameras that it names. */
export const auditLog: Migration = {
  up: async ({ schema }: Kysely<unknown>) => {
    await schema
      .createTable('audit_log')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('actor_id', 'text')
      .addColumn('actor_email', 'text')
      .addColumn('subject_id', 'text')
      .addColumn('subject_name', 'text')
      .execute();
    await schema.createIndex('audit_log_time').on('audit_log').columns(['at', 'id']).execute();
    await schema.createIndex('audit_log_actor').on('audit_log').columns(['actor_id', 'at', 'id']).execute();
  },
};
