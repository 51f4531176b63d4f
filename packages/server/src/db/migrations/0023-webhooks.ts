import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds webhooks, what happened and is not assigned to them yet, and their deliveries. */
export const webhooks: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .createTable('webhooks')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('events', 'text', (column) => column.notNull())
      .addColumn('camera_ids', 'text')
      .addColumn('is_enabled', 'integer', (column) => column.notNull())
      .addColumn('secret_sealed', 'text', (column) => column.notNull())
      .addColumn('previous_secret_sealed', 'text')
      .addColumn('previous_until', 'bigint')
      .addColumn('delivered_at', 'bigint')
      .addColumn('failing_since', 'bigint')
      .addColumn('is_failure_reported', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('given_up_at', 'bigint')
      .addColumn('due_at', 'bigint')
      .addColumn('lease', 'text')
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('webhooks_customer').on('webhooks').columns(['customer_id', 'created_at']).execute();
    await db.schema.createIndex('webhooks_due').on('webhooks').column('due_at').execute();

    await db.schema
      .createTable('webhook_signals')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('event', 'text', (column) => column.notNull())
      .addColumn('camera_id', 'text', (column) => column.notNull().references('cameras.id').onDelete('cascade'))
      .addColumn('event_id', 'text')
      .addColumn('event_type', 'text')
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addColumn('until', 'bigint')
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('webhook_signals_due').on('webhook_signals').column('due_at').execute();
    await db.schema.createIndex('webhook_signals_camera').on('webhook_signals').column('camera_id').execute();

    await db.schema
      .createTable('webhook_away_cameras')
      .addColumn('camera_id', 'text', (column) => column.primaryKey().references('cameras.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('webhook_deliveries')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('webhook_id', 'text', (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
      .addColumn('event', 'text', (column) => column.notNull())
      .addColumn('camera_id', 'text', (column) => column.references('cameras.id').onDelete('cascade'))
      .addColumn('event_at', 'bigint')
      .addColumn('body', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('attempts', 'integer', (column) => column.notNull())
      .addColumn('retries', 'integer', (column) => column.notNull())
      .addColumn('attempted_at', 'bigint')
      .addColumn('status', 'integer')
      .addColumn('failure', 'text')
      .addColumn('duration_ms', 'integer')
      .addColumn('due_at', 'bigint')
      .addColumn('expires_at', 'bigint', (column) => column.notNull())
      .addColumn('created_at', 'bigint', (column) => column.notNull())
      .execute();
    const index = (name: string, columns: readonly string[]): Promise<void> =>
      db.schema
        .createIndex(`webhook_deliveries_${name}`)
        .on('webhook_deliveries')
        .columns([...columns])
        .execute();
    await index('webhook', ['webhook_id', 'created_at', 'id']);
    await index('due', ['webhook_id', 'state', 'due_at']);
    await index('camera', ['camera_id']);
    await index('created', ['created_at']);
  },
};
