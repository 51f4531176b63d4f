import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds what payments are called at their provider. */
export const providerPayments: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('provider_payments')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('provider', 'text', (column) => column.notNull())
      .addColumn('reference', 'text')
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('failure', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
  },
};
