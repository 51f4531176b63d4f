import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The first schema. It uses only what works on both SQLite and PostgreSQL; times and sizes are bigint. */
export const foundation: Migration = {
  up: async (db: Kysely<unknown>) => {
    const { schema } = db;
    await schema
      .createTable('customers')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('email', 'text', (column) => column.notNull().unique())
      .addColumn('locale', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('login_codes')
      .addColumn('email', 'text', (column) => column.primaryKey())
      .addColumn('code_hash', 'text', (column) => column.notNull())
      .addColumn('device_id', 'text')
      .addColumn('tries_left', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('login_attempts')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('login_attempts_email').on('login_attempts').columns(['kind', 'email', 'at']).execute();
    await schema.createIndex('login_attempts_address').on('login_attempts').columns(['kind', 'address', 'at']).execute();
    await schema
      .createTable('devices')
      .addColumn('id', 'text', (column) => column.notNull())
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('token_hash', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('devices_key', ['customer_id', 'id'])
      .execute();
    await schema
      .createTable('session_families')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('device_id', 'text', (column) => column.notNull())
      .addColumn('generation', 'integer', (column) => column.notNull())
      .addColumn('rotated_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('revoked_at', 'bigint')
      .execute();
    await schema.createIndex('session_families_customer').on('session_families').columns(['customer_id', 'device_id']).execute();
    await schema
      .createTable('cameras')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('owner_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('platform', 'text', (column) => column.notNull())
      .addColumn('source_kind', 'text', (column) => column.notNull())
      .addColumn('source_sealed', 'text')
      .addColumn('serial_number', 'text')
      .addColumn('model', 'text')
      .addColumn('time_zone', 'text', (column) => column.notNull())
      .addColumn('archive_days', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema.createIndex('cameras_owner').on('cameras').column('owner_id').execute();
    await schema
      .createTable('camera_grants')
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('access', 'text', (column) => column.notNull())
      .addColumn('with_audio', 'integer', (column) => column.notNull())
      .addColumn('with_archive', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('camera_grants_key', ['camera_id', 'customer_id'])
      .execute();
    await schema.createIndex('camera_grants_customer').on('camera_grants').column('customer_id').execute();
    await schema
      .createTable('registration_tokens')
      .addColumn('token_hash', 'text', (column) => column.primaryKey())
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('used_at', 'bigint')
      .execute();
    await schema
      .createTable('agents')
      .addColumn('camera_id', 'text', (column) => column.primaryKey().references('cameras.id').onDelete('cascade'))
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await schema
      .createTable('init_sections')
      .addColumn('camera_id', 'text', (column) => column.notNull())
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('mime_type', 'text', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('init_sections_key', ['camera_id', 'hash'])
      .execute();
    await schema
      .createTable('segments')
      .addColumn('camera_id', 'text', (column) => column.notNull())
      .addColumn('start_ms', 'bigint', (column) => column.notNull())
      .addColumn('duration_ms', 'integer', (column) => column.notNull())
      .addColumn('size', 'bigint', (column) => column.notNull())
      .addColumn('init_hash', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('segments_key', ['camera_id', 'start_ms'])
      .execute();
    await schema.createIndex('segments_start').on('segments').column('start_ms').execute();
    await schema
      .createTable('camera_outages')
      .addColumn('camera_id', 'text', (column) => column.notNull())
      .addColumn('started_at', 'bigint', (column) => column.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('reason', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('camera_outages_key', ['camera_id', 'started_at'])
      .execute();
  },
};
