import { sql, type Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Adds the invoices of legal entities, their number without gaps, and what bank statements said about them. */
export const invoices: Migration = {
  up: async (db: Kysely<unknown>) => {
    // No foreign keys: an invoice is a document of the books, and outlives the customer.
    await db.schema
      .createTable('invoices')
      .addColumn('number', 'bigint', (column) => column.primaryKey())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('order_id', 'text', (column) => column.notNull().unique())
      .addColumn('customer_id', 'text', (column) => column.notNull())
      .addColumn('payer_tax_id', 'text', (column) => column.notNull())
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('currency', 'text', (column) => column.notNull())
      .addColumn('document', 'text', (column) => column.notNull())
      .addColumn('issued_at', 'bigint', (column) => column.notNull())
      .addColumn('due_at', 'bigint', (column) => column.notNull())
      .addColumn('received', 'bigint', (column) => column.notNull())
      .addColumn('paid_at', 'bigint')
      .addColumn('confirmed', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('invoices_name').on('invoices').column('name').execute();
    await db.schema.createIndex('invoices_due').on('invoices').columns(['paid_at', 'due_at']).execute();
    await db.schema
      .createTable('invoice_counter')
      .addColumn('id', 'integer', (column) => column.primaryKey())
      .addColumn('last', 'bigint', (column) => column.notNull())
      .execute();
    await sql`insert into invoice_counter (id, last) values (1, 0)`.execute(db);
    await db.schema
      .createTable('bank_payments')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('invoice_number', 'bigint', (column) => column.notNull().references('invoices.number'))
      .addColumn('format', 'text', (column) => column.notNull())
      .addColumn('amount', 'bigint', (column) => column.notNull())
      .addColumn('booked_on', 'text', (column) => column.notNull())
      .addColumn('imported_at', 'bigint', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('bank_payments_invoice').on('bank_payments').column('invoice_number').execute();
  },
};
