import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds API keys, embed tokens and embed links, and what the access log says about them. */
export const developers: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('api_keys')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
      .addColumn('hint', 'text', (column) => column.notNull())
      .addColumn('scopes', 'text', (column) => column.notNull())
      .addColumn('camera_ids', 'text')
      .addColumn('origins', 'text', (column) => column.notNull())
      .addColumn('ip_ranges', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('revoked_at', 'bigint')
      .addColumn('last_used_at', 'bigint')
      .addColumn('last_used_ip', 'text')
      .execute();
    await db.schema.createIndex('api_keys_customer').on('api_keys').column('customer_id').execute();

    await db.schema
      .createTable('embed_tokens')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('family_id', 'text', (column) => column.references('session_families.id').onDelete('cascade'))
      .addColumn('api_key_id', 'text', (column) => column.references('api_keys.id').onDelete('cascade'))
      .addColumn('terms', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('embed_tokens_customer').on('embed_tokens').columns(['customer_id', 'created_at']).execute();
    await db.schema.createIndex('embed_tokens_key').on('embed_tokens').columns(['api_key_id', 'created_at']).execute();
    await db.schema.createIndex('embed_tokens_family').on('embed_tokens').column('family_id').execute();
    await db.schema.createIndex('embed_tokens_end').on('embed_tokens').column('expires_at').execute();

    await db.schema
      .createTable('embed_links')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('camera_ids', 'text', (column) => column.notNull())
      .addColumn('archive', 'text')
      .addColumn('with_audio', 'integer', (column) => column.notNull())
      .addColumn('origins', 'text', (column) => column.notNull())
      .addColumn('max_viewers', 'integer')
      .addColumn('expires_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('revoked_at', 'bigint')
      .execute();
    await db.schema.createIndex('embed_links_customer').on('embed_links').column('customer_id').execute();

    // SQLite adds one column at a time.
    await db.schema.alterTable('access_log').addColumn('viewer_name', 'text').execute();
    await db.schema.alterTable('access_log').addColumn('grant_name', 'text').execute();
  },
};
