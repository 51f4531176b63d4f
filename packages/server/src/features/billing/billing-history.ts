import type { listTransactionsQuery, TransactionPage } from '@watchpost/contract/schemas/billing';
import { z } from 'zod';
import type { Db } from '../../db/database.ts';
import { AppError } from '../../kernel/app-error.ts';
import type { Complete } from '../../kernel/contract/complete.ts';
import { customerAccount } from './ledger/billing-accounts.ts';

const cameraIdsSchema = z.array(z.string());
const cursorSchema = z.tuple([z.int(), z.string()]);

/**
 * Reads what moved a customer's balance, newest first.
 * @throws {AppError} invalid-request for a cursor that this call did not give
 */
export async function readTransactions(
  db: Db,
  customerId: string,
  { kind, from, before, cursor, limit }: z.output<typeof listTransactionsQuery>,
): Promise<TransactionPage> {
  const after = cursor === undefined ? null : parseCursor(cursor);
  const rows = await db
    .selectFrom('ledger_transactions')
    .innerJoin('ledger_entries', 'ledger_entries.transaction_id', 'ledger_transactions.id')
    .selectAll('ledger_transactions')
    .select(({ fn }) => [fn.sum<number>('ledger_entries.amount').as('amount'), fn.min('ledger_entries.currency').as('currency')])
    .where('ledger_transactions.customer_id', '=', customerId)
    .where('ledger_entries.account', '=', customerAccount(customerId))
    .$if(kind !== undefined, (query) => query.where('ledger_transactions.kind', '=', kind ?? 'charge'))
    .$if(from !== undefined, (query) => query.where('ledger_transactions.at', '>=', from ?? 0))
    .$if(before !== undefined, (query) => query.where('ledger_transactions.at', '<', before ?? 0))
    .$if(after !== null, (query) =>
      query.where(({ eb, and, or }) =>
        or([
          eb('ledger_transactions.at', '<', after?.[0] ?? 0),
          and([eb('ledger_transactions.at', '=', after?.[0] ?? 0), eb('ledger_transactions.id', '<', after?.[1] ?? '')]),
        ]),
      ),
    )
    .groupBy('ledger_transactions.id')
    .orderBy('ledger_transactions.at', 'desc')
    .orderBy('ledger_transactions.id', 'desc')
    .limit(limit + 1)
    .execute();
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    transactions: page.map(
      (row) =>
        ({
          id: row.id,
          at: row.at,
          kind: row.kind,
          amount: Number(row.amount),
          currency: row.currency,
          orderId: row.order_id,
          cameraIds: cameraIdsSchema.parse(JSON.parse(row.camera_ids)),
          paidWith: row.paid_with,
          last4: row.last4,
          invoiceNumber: row.invoice_number,
        }) satisfies Complete<TransactionPage['transactions'][number]>,
    ),
    next: rows.length > limit && last ? Buffer.from(JSON.stringify([last.at, last.id])).toString('base64url') : null,
  };
}

function parseCursor(cursor: string): z.output<typeof cursorSchema> {
  try {
    return cursorSchema.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch (error) {
    throw new AppError('invalid-request', { details: { fields: [{ field: 'cursor', message: 'Unknown cursor' }] }, cause: error });
  }
}
