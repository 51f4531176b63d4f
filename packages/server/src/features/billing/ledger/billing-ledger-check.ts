import { sql } from 'kysely';
import type { Db } from '../../../db/database.ts';

/** Something in the ledger that can't be right. */
type LedgerProblem =
  | { readonly kind: 'unbalanced-transaction'; readonly transactionId: string }
  | { readonly kind: 'transaction-without-entries'; readonly transactionId: string }
  | { readonly kind: 'wrong-balance'; readonly account: string; readonly currency: string };

export interface LedgerReport {
  readonly entries: number;
  /** The first problems of each kind, at most 100; empty for a sound ledger. */
  readonly problems: readonly LedgerProblem[];
}

const maxProblems = 100;

/**
 * Checks the whole ledger: each transaction has entries of one currency that sum to zero, and each balance is the sum of its entries. The database
 * aggregates along its indexes, so memory stays the same however long the ledger is.
 * @example const { problems } = await checkLedger(db);
 */
export async function checkLedger(db: Db): Promise<LedgerReport> {
  const { count } = await db
    .selectFrom('ledger_entries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const unbalanced = await db
    .selectFrom('ledger_entries')
    .select('transaction_id')
    .groupBy('transaction_id')
    .having(sql<boolean>`sum(amount) <> 0 or min(currency) <> max(currency)`)
    .limit(maxProblems)
    .execute();
  const empty = await db
    .selectFrom('ledger_transactions')
    .select('id')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('ledger_entries').select('position').whereRef('transaction_id', '=', 'ledger_transactions.id'))),
    )
    .limit(maxProblems)
    .execute();
  const { rows: wrong } = await sql<{ account: string; currency: string }>`
    select account, currency from (select account, currency, sum(amount) as amount from ledger_entries group by account, currency) sums
    left join ledger_balances balances using (account, currency)
    where balances.amount is null or balances.amount <> sums.amount
    union all
    select account, currency from ledger_balances balances
    where amount <> 0 and not exists (
      select 1 from ledger_entries entries where entries.account = balances.account and entries.currency = balances.currency)
    limit ${maxProblems}`.execute(db);
  const problems: LedgerProblem[] = [
    ...unbalanced.map(({ transaction_id }): LedgerProblem => ({ kind: 'unbalanced-transaction', transactionId: transaction_id })),
    ...empty.map(({ id }): LedgerProblem => ({ kind: 'transaction-without-entries', transactionId: id })),
    ...wrong.map(({ account, currency }): LedgerProblem => ({ kind: 'wrong-balance', account, currency })),
  ];
  return { entries: Number(count), problems: problems.slice(0, maxProblems) };
}
