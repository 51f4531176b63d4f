import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Gives a registration its own id, so that the user who began it can follow its state. */
export const registrations: Migration = {
  up: async (db: Kysely<unknown>) => {
    const { schema } = db;
    await schema.alterTable('registration_tokens').addColumn('id', 'text').execute();
    await schema
      .alterTable('registration_tokens')
      .addColumn('camera_id', 'text', (column) => column.references('cameras.id').onDelete('set null'))
      .execute();
    await schema.alterTable('registration_tokens').addColumn('refusal', 'text').execute();
    await schema.createIndex('registration_tokens_id').on('registration_tokens').column('id').unique().execute();
  },
};
