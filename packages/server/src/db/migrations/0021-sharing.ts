import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds links that share cameras, what they grant, their guests, and the access log. */
export const sharing: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('invites')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('creator_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('token_hash', 'text', (column) => column.notNull().unique())
      .addColumn('label', 'text', (column) => column.notNull())
      .addColumn('access', 'text', (column) => column.notNull())
      .addColumn('with_audio', 'integer', (column) => column.notNull())
      .addColumn('with_archive', 'integer', (column) => column.notNull())
      .addColumn('archive_from', 'bigint')
      .addColumn('archive_until', 'bigint')
      .addColumn('with_ptz', 'integer', (column) => column.notNull())
      .addColumn('daily_from', 'integer')
      .addColumn('daily_until', 'integer')
      .addColumn('has_watermark', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'bigint')
      .addColumn('archive_kind', 'text', (column) => column.notNull())
      .addColumn('max_users', 'integer')
      .addColumn('max_viewers', 'integer')
      .addColumn('allows_guests', 'integer', (column) => column.notNull())
      .addColumn('has_picture', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .addColumn('revoked_at', 'bigint')
      .execute();
    await db.schema.createIndex('invites_creator').on('invites').column('creator_id').execute();

    await db.schema
      .createTable('invite_cameras')
      .addColumn('invite_id', 'text', (column) => column.notNull().references('invites.id').onDelete('cascade'))
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('invite_cameras_key', ['invite_id', 'camera_id'])
      .execute();
    await db.schema.createIndex('invite_cameras_camera').on('invite_cameras').column('camera_id').execute();

    await db.schema
      .createTable('invite_users')
      .addColumn('invite_id', 'text', (column) => column.notNull().references('invites.id').onDelete('cascade'))
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('accepted_at', 'bigint', (column) => column.notNull())
      .addColumn('closed_at', 'bigint')
      .addPrimaryKeyConstraint('invite_users_key', ['invite_id', 'customer_id'])
      .execute();
    await db.schema.createIndex('invite_users_customer').on('invite_users').column('customer_id').execute();

    await db.schema
      .createTable('guests')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('invite_id', 'text', (column) => column.notNull().references('invites.id').onDelete('cascade'))
      .addColumn('secret_hash', 'text', (column) => column.notNull().unique())
      .addColumn('joined_at', 'bigint', (column) => column.notNull())
      .addColumn('last_seen_at', 'bigint', (column) => column.notNull())
      .addColumn('browser', 'text')
      .addColumn('system', 'text')
      .execute();
    await db.schema.createIndex('guests_invite').on('guests').column('invite_id').execute();

    // SQLite adds one column at a time.
    const add = (name: string, type: 'text' | 'bigint' | 'integer'): Promise<void> =>
      db.schema.alterTable('camera_grants').addColumn(name, type).execute();
    const addFlag = (name: string): Promise<void> =>
      db.schema
        .alterTable('camera_grants')
        .addColumn(name, 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    await add('archive_from', 'bigint');
    await add('archive_until', 'bigint');
    await addFlag('with_ptz');
    await add('daily_from', 'integer');
    await add('daily_until', 'integer');
    await addFlag('has_watermark');
    await db.schema
      .alterTable('camera_grants')
      .addColumn('invite_id', 'text', (column) => column.references('invites.id').onDelete('set null'))
      .execute();
    await db.schema.createIndex('camera_grants_invite').on('camera_grants').column('invite_id').execute();

    await db.schema
      .createTable('access_log')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('until', 'bigint')
      .addColumn('seen_at', 'bigint')
      .addColumn('range_from', 'bigint')
      .addColumn('range_until', 'bigint')
      .addColumn('viewer_kind', 'text', (column) => column.notNull())
      .addColumn('viewer_id', 'text', (column) => column.notNull())
      .addColumn('subject', 'text')
      .addColumn('browser', 'text')
      .addColumn('system', 'text')
      .addColumn('grant_kind', 'text', (column) => column.notNull())
      .addColumn('invite_id', 'text')
      .addColumn('invite_label', 'text')
      .execute();
    await db.schema.createIndex('access_log_camera').on('access_log').columns(['camera_id', 'at', 'id']).execute();
    await db.schema.createIndex('access_log_kind').on('access_log').columns(['camera_id', 'kind', 'at', 'id']).execute();
    await db.schema.createIndex('access_log_viewer').on('access_log').columns(['camera_id', 'viewer_id', 'at']).execute();
    await db.schema.createIndex('access_log_at').on('access_log').column('at').execute();
    await db.schema.createIndex('access_log_running').on('access_log').column('camera_id').where(sql.ref('until'), 'is', null).execute();
  },
};
