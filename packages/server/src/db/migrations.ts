import { PostgresAdapter, sql, type Kysely } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';
import type { Db } from './database.ts';

/** Only what runs alike on SQLite and PostgreSQL; times and sizes are bigint. */
const foundation: Migration = {
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

const migrations: Record<string, Migration> = { '0001-foundation': foundation };

/**
 * Brings the database to the newest version; several servers starting at once wait for each other.
 * @returns the names of the migrations that ran now
 */
export async function migrate(db: Db): Promise<string[]> {
  const migrator = await createMigrator(db);
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) throw error;
  return (results ?? []).filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/** The names of the migrations that have not run yet. */
export async function pendingMigrations(db: Db): Promise<string[]> {
  const migrator = await createMigrator(db);
  const known = await migrator.getMigrations();
  return known.filter(({ executedAt }) => executedAt === undefined).map(({ name }) => name);
}

async function createMigrator(db: Db): Promise<Migrator> {
  const provider = { getMigrations: async () => migrations };
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return new Migrator({ db, provider });
  // Named, because Kysely otherwise takes the migrations of any other schema of the database for ours.
  const { rows } = await sql<{ schema: string }>`select current_schema() as schema`.execute(db);
  return new Migrator({ db, provider, migrationTableSchema: rows[0]?.schema ?? 'public' });
}
