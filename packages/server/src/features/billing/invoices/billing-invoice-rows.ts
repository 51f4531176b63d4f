import type { InvoicesTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/database.ts';
import { invoiceDocumentSchema, type Invoice, type InvoiceDocument } from './billing-invoice-document.ts';

/**
 * Takes the next number of an invoice. The counter stays locked until the transaction ends, on every server, so that one that fails gives its
 * number back: the numbers have no gaps.
 */
export async function takeInvoiceNumber(transaction: Db): Promise<number> {
  const { last } = await transaction
    .updateTable('invoice_counter')
    .set(({ eb }) => ({ last: eb('last', '+', 1) }))
    .where('id', '=', 1)
    .returning('last')
    .executeTakeFirstOrThrow();
  return last;
}

export async function insertInvoice(
  transaction: Db,
  { document, ...basis }: Omit<InvoicesTable, 'document' | 'received' | 'paid_at' | 'confirmed'> & { readonly document: InvoiceDocument },
): Promise<void> {
  await transaction
    .insertInto('invoices')
    .values({ ...basis, document: JSON.stringify(document), received: 0, paid_at: null, confirmed: 0 })
    .execute();
}

/** @returns undefined for an order without an invoice */
export async function readInvoiceOf(db: Db, orderId: string): Promise<Invoice | undefined> {
  const row = await db.selectFrom('invoices').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  if (!row) return undefined;
  const { name, amount, issued_at: issuedAt, due_at: dueAt, document } = row;
  return { ...invoiceDocumentSchema.parse(JSON.parse(document)), name, amount, issuedAt, dueAt };
}
