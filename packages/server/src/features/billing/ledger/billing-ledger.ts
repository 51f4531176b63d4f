import type { Transaction } from '@watchpost/contract/schemas/billing';
import type { Db } from '../../../db/database.ts';
import { newId } from '../../../kernel/ids.ts';
import { customerAccount, type LedgerAccount } from './billing-accounts.ts';

interface LedgerEntry {
  readonly account: LedgerAccount;
  /** Minor units; positive adds to the account. */
  readonly amount: number;
}

export interface LedgerPosting {
  /** What it is for: a second posting with this key changes nothing. */
  readonly key: string;
  readonly kind: Transaction['kind'];
  /** Unix ms. */
  readonly at: number;
  /** Whose history shows it. */
  readonly customerId: string;
  readonly orderId?: string | null;
  readonly cameraIds?: readonly string[];
  readonly paidWith?: Transaction['paidWith'];
  readonly last4?: string | null;
  /** Number of the invoice that was paid, as it is printed. */
  readonly invoiceNumber?: string | null;
  /** ISO 4217. */
  readonly currency: string;
  /** Two or more; they sum to zero. */
  readonly entries: readonly LedgerEntry[];
}

/** A posting that would break the ledger: a programming error, never a user's. */
class LedgerError extends Error {
  override readonly name = 'LedgerError';
}

/**
 * Posts a transaction: all of its entries, or nothing.
 * @param transaction of the database; the entries and the balances are written in it
 * @returns false when the key was posted before: nothing changes
 * @throws {LedgerError} when the entries don't sum to zero, or an amount or a balance is no integer below 2^53
 * @example
 * await postToLedger(transaction, {
 *   key: `payment:${payment.id}`, kind: 'top-up', at: clock.now(), customerId, currency: 'RUB',
 *   entries: [
 *     { account: customerAccount(customerId), amount: 50_000 },
 *     { account: clearingAccount('sandbox'), amount: -50_000 },
 *   ],
 * });
 */
export async function postToLedger(transaction: Db, posting: LedgerPosting): Promise<boolean> {
  const { key, kind, at, customerId, orderId = null, cameraIds = [], paidWith = null, last4 = null, invoiceNumber = null } = posting;
  const { currency, entries } = posting;
  expectBalanced(entries);
  const id = newId('txn');
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('ledger_transactions')
    .values({
      id,
      key,
      kind,
      at,
      customer_id: customerId,
      order_id: orderId,
      camera_ids: JSON.stringify(cameraIds),
      paid_with: paidWith,
      last4,
      invoice_number: invoiceNumber,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .executeTakeFirst();
  if ((numInsertedOrUpdatedRows ?? 0n) === 0n) return false;
  await transaction
    .insertInto('ledger_entries')
    .values(entries.map((entry, position) => ({ transaction_id: id, position, currency, ...entry })))
    .execute();
  // In the order of the accounts, so that two transactions don't wait for each other.
  for (const entry of entries.toSorted((a, b) => (a.account < b.account ? -1 : 1))) await addToBalance(transaction, currency, entry);
  return true;
}

/** @returns the balance of an account, minor units */
export async function readLedgerBalance(db: Db, account: LedgerAccount, currency: string): Promise<number> {
  const row = await db
    .selectFrom('ledger_balances')
    .select('amount')
    .where('account', '=', account)
    .where('currency', '=', currency)
    .executeTakeFirst();
  return row?.amount ?? 0;
}

/** @returns a customer's balance, minor units; negative for a debt */
export function readCustomerBalance(db: Db, customerId: string, currency: string): Promise<number> {
  return readLedgerBalance(db, customerAccount(customerId), currency);
}

async function addToBalance(transaction: Db, currency: string, { account, amount }: LedgerEntry): Promise<void> {
  const { amount: sum } = await transaction
    .insertInto('ledger_balances')
    .values({ account, currency, amount })
    .onConflict((conflict) =>
      conflict
        .columns(['account', 'currency'])
        .doUpdateSet(({ eb, ref }) => ({ amount: eb('ledger_balances.amount', '+', ref('excluded.amount')) })),
    )
    .returning('amount')
    .executeTakeFirstOrThrow();
  if (!Number.isSafeInteger(sum)) throw new LedgerError(`The balance of ${account} would exceed 2^53 minor units.`);
}

function expectBalanced(entries: readonly LedgerEntry[]): void {
  if (entries.length < 2) throw new LedgerError('A transaction needs two entries or more.');
  let sum = 0n;
  for (const { account, amount } of entries) {
    if (!Number.isSafeInteger(amount)) throw new LedgerError(`${amount} for ${account} is no integer below 2^53.`);
    sum += BigInt(amount);
  }
  if (sum !== 0n) throw new LedgerError(`The entries sum to ${sum}, not to zero.`);
}
