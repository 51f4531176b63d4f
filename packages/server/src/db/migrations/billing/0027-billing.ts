import { PostgresAdapter, sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the ledger, plans, subscriptions, orders and payments. */
export const billing: Migration = {
  up: async (db: Kysely<unknown>) => {
    await createLedger(db);
    await createSubscriptions(db);
    await createOrders(db);
    await createPayments(db);
  },
};

async function createLedger(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('ledger_transactions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('customer_id', 'text', (column) => column.notNull())
    .addColumn('order_id', 'text')
    .addColumn('camera_ids', 'text', (column) => column.notNull())
    .addColumn('paid_with', 'text')
    .addColumn('last4', 'text')
    .addColumn('invoice_number', 'text')
    .execute();
  await db.schema.createIndex('ledger_transactions_customer').on('ledger_transactions').columns(['customer_id', 'at', 'id']).execute();
  await db.schema
    .createTable('ledger_entries')
    .addColumn('transaction_id', 'text', (column) => column.notNull().references('ledger_transactions.id'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('ledger_entries_key', ['transaction_id', 'position'])
    .execute();
  // With the amount, so that balances are checked from the index alone.
  await db.schema.createIndex('ledger_entries_account').on('ledger_entries').columns(['account', 'currency', 'amount']).execute();
  await db.schema
    .createTable('ledger_balances')
    .addColumn('account', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('ledger_balances_key', ['account', 'currency'])
    .execute();
  await (db.getExecutor().adapter instanceof PostgresAdapter ? appendOnlyOnPostgres(db) : appendOnlyOnSqlite(db));
}

const ledgerTables = ['ledger_transactions', 'ledger_entries'] as const;

async function appendOnlyOnPostgres(db: Kysely<unknown>): Promise<void> {
  await sql`create function ledger_is_append_only() returns trigger language plpgsql as $$
    begin raise exception 'The ledger is append-only: post a correction instead'; end $$`.execute(db);
  for (const table of ledgerTables)
    await sql`create trigger ${sql.id(`${table}_append_only`)} before update or delete or truncate on ${sql.table(table)}
      for each statement execute function ledger_is_append_only()`.execute(db);
}

async function appendOnlyOnSqlite(db: Kysely<unknown>): Promise<void> {
  for (const table of ledgerTables)
    for (const change of ['update', 'delete'] as const)
      await sql`create trigger ${sql.id(`${table}_no_${change}`)} before ${sql.raw(change)} on ${sql.table(table)}
        begin select raise(abort, 'The ledger is append-only: post a correction instead'); end`.execute(db);
}

async function createSubscriptions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('plan_versions')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('plan_key', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('names', 'text', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('period', 'text', (column) => column.notNull())
    .addColumn('price', 'bigint', (column) => column.notNull())
    .addColumn('is_hd', 'integer', (column) => column.notNull())
    .addColumn('archive_days', 'integer', (column) => column.notNull())
    .addColumn('is_most_popular', 'integer', (column) => column.notNull())
    .addColumn('is_trial', 'integer', (column) => column.notNull())
    .addColumn('end_date', 'bigint')
    .addColumn('retired_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('plan_versions_key', ['plan_key', 'version'])
    .execute();
  await db.schema
    .createTable('subscriptions')
    .addColumn('camera_id', 'text', (column) => column.primaryKey().references('cameras.id').onDelete('cascade'))
    .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
    .addColumn('plan_id', 'text', (column) => column.notNull().references('plan_versions.id'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('is_activation_required', 'integer', (column) => column.notNull())
    .addColumn('period_start', 'bigint', (column) => column.notNull())
    .addColumn('charged_through', 'bigint')
    .addColumn('anchor_day', 'integer', (column) => column.notNull())
    .addColumn('paid', 'bigint', (column) => column.notNull())
    .addColumn('renewal', 'text', (column) => column.notNull())
    .addColumn('footage_kept_until', 'bigint')
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('subscriptions_customer').on('subscriptions').column('customer_id').execute();
  await db.schema.createIndex('subscriptions_due').on('subscriptions').column('due_at').execute();
  await db.schema.createIndex('subscriptions_updated').on('subscriptions').column('updated_at').execute();
}

async function createOrders(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('orders')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('failure', 'text')
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('total', 'bigint', (column) => column.notNull())
    .addColumn('from_balance', 'bigint', (column) => column.notNull())
    .addColumn('to_pay', 'bigint', (column) => column.notNull())
    .addColumn('to_balance', 'bigint', (column) => column.notNull())
    .addColumn('items', 'text', (column) => column.notNull())
    .addColumn('paid_with', 'text')
    .addColumn('invoice_number', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('paid_at', 'bigint')
    .execute();
  await db.schema.createIndex('orders_customer').on('orders').columns(['customer_id', 'created_at']).execute();
  await db.schema.createIndex('orders_open').on('orders').columns(['state', 'created_at']).execute();
  await db.schema
    .createTable('billing_requests')
    .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('billing_requests_key', ['customer_id', 'key'])
    .execute();
  await db.schema.createIndex('billing_requests_expiry').on('billing_requests').column('expires_at').execute();
}

async function createPayments(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('payment_methods')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('reference', 'text', (column) => column.notNull())
    .addColumn('brand', 'text', (column) => column.notNull())
    .addColumn('last4', 'text', (column) => column.notNull())
    .addColumn('expiry_month', 'integer', (column) => column.notNull())
    .addColumn('expiry_year', 'integer', (column) => column.notNull())
    .addColumn('is_default', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('payment_methods_reference', ['customer_id', 'provider', 'reference'])
    .execute();
  await db.schema
    .createTable('payments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('order_id', 'text', (column) => column.notNull().references('orders.id').onDelete('cascade'))
    .addColumn('customer_id', 'text', (column) => column.notNull().references('customers.id').onDelete('cascade'))
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('failure', 'text')
    .addColumn('payment_method_id', 'text', (column) => column.references('payment_methods.id').onDelete('set null'))
    .addColumn('is_saved', 'integer', (column) => column.notNull())
    .addColumn('return_url', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('check_at', 'bigint')
    .execute();
  await db.schema.createIndex('payments_order').on('payments').column('order_id').execute();
  await db.schema.createIndex('payments_check').on('payments').column('check_at').execute();
  await db.schema
    .createTable('sandbox_payments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('amount', 'bigint', (column) => column.notNull())
    .addColumn('currency', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('failure', 'text')
    .addColumn('card', 'text')
    .addColumn('is_saved', 'integer', (column) => column.notNull())
    .addColumn('locale', 'text', (column) => column.notNull())
    .addColumn('return_url', 'text', (column) => column.notNull())
    .addColumn('settles_at', 'bigint')
    .addColumn('notify_at', 'bigint')
    .addColumn('notices', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('sandbox_payments_settle').on('sandbox_payments').column('settles_at').execute();
  await db.schema.createIndex('sandbox_payments_notify').on('sandbox_payments').column('notify_at').execute();
}
