import { readFile, stat } from 'node:fs/promises';
import { systemClock } from '@watchpost/contract/timing/clock';
import type { Db } from '../db/database.ts';
import {
  createInvoiceSettlement,
  importStatement,
  maxStatementBytes,
  type ImportedPayment,
  type SkipReason,
  type StatementProblem,
} from '../features/billing/index.ts';
import type { ServerConfig } from '../kernel/config.ts';
import { UsageError } from './arguments.ts';
import { amountOf, requirePlans, withDatabase } from './billing-command.ts';

const problems: Readonly<Record<StatementProblem, string>> = {
  'too-large': 'is larger than 64 MB. Export a shorter period',
  'unknown-format': 'is neither a text exchange of 1C (1CClientBankExchange) nor a CAMT.053 statement. Export it in one of these formats',
  malformed: 'is damaged: it is not well-formed XML. Export it again',
  'other-account': 'is not of the account of "invoices.seller" in the plans file. Export the statement of that account',
};

const outcomes: Readonly<Record<ImportedPayment['outcome'], string>> = {
  paid: 'paid',
  'part-credited': 'a part: it is on the customer’s balance, and the invoice waits for the rest',
  'surplus-credited': 'the invoice needed nothing more: the money is on the customer’s balance',
  'plans-failed': 'paid, but the plans could not be changed: the money is on the customer’s balance. Write to the customer',
  repeated: 'known already',
  confirmed: 'known already: marked as paid before',
  'possible-duplicate':
    'NOT APPLIED: the same amount came for this invoice in a statement of the other format. If it is another payment, return it or correct the balance',
  'customer-gone': 'NOT APPLIED: the customer has deleted the account. Return the money',
  'no-invoice-number': 'NOT APPLIED: the purpose names no invoice',
  'unknown-invoice': 'NOT APPLIED: there is no invoice of this number',
  'payer-unknown': 'NOT APPLIED: the bank gives no tax id of the payer. Compare the payer and use "watchpost invoice-paid"',
  'other-payer': 'NOT APPLIED: the invoice is for another payer. Ask the payer, then use "watchpost invoice-paid" or return the money',
  'several-invoices': 'NOT APPLIED: the purpose names several invoices. Use "watchpost invoice-paid" for each',
  'other-currency': 'NOT APPLIED: the invoice has another currency',
};

const skipReasons: Readonly<Record<SkipReason, string>> = {
  unreadable: 'has no readable date or amount, or is cut off',
  'not-booked': 'is not booked yet',
  reversal: 'is a reversal: correct it yourself',
  'no-reference': 'has no reference, so it could count twice. Use "watchpost invoice-paid"',
};

/** Marks an invoice as paid, even while the server runs; without a number, lists what is not paid. @throws {UsageError} */
export async function markInvoicePaid(config: ServerConfig, invoice: string | undefined): Promise<number> {
  requirePlans(config);
  return withDatabase(config, async (db) => {
    if (invoice === undefined) return list(db);
    const outcome = await createInvoiceSettlement({ db, clock: systemClock }).confirm(invoice.trim().toUpperCase());
    if (outcome === null) throw new UsageError(`There is no invoice ${invoice}. "watchpost invoice-paid" lists those that are not paid.`);
    process.stdout.write(`${invoice}: ${outcomes[outcome]}.\n`);
    return outcome === 'plans-failed' || outcome === 'customer-gone' ? 1 : 0;
  });
}

/** Applies a bank's statement to invoices, even while the server runs. Returns exit code 1 when something needs the operator. @throws {UsageError} */
export async function readBankStatement(config: ServerConfig, file: string | undefined): Promise<number> {
  if (file === undefined) throw new UsageError('Which file? Type "watchpost bank-statement statement.txt".');
  const { invoices } = requirePlans(config);
  if (!invoices) throw new UsageError('The plans file has no "invoices", so there is no account whose statement could be read.');
  const bytes = await readStatementFile(file);
  return withDatabase(config, async (db) => {
    const read = await importStatement({ db, clock: systemClock }, bytes, invoices.seller.account);
    if (!read.isOk) throw new UsageError(`${file} ${problems[read.problem]}.`);
    const { payments, skipped } = read.report;
    for (const { payment, invoice, outcome } of payments)
      process.stdout.write(
        `${payment.bookedOn}  ${amountOf(payment.amount)} ${payment.currency}  ${invoice ?? '—'}  ${payment.payerName}: ${outcomes[outcome]}.\n`,
      );
    for (const { place, reason } of skipped) process.stdout.write(`${file}, ${place}: ${skipReasons[reason]}.\n`);
    const open =
      payments.filter(({ outcome }) => outcomes[outcome].startsWith('NOT') || outcome === 'plans-failed').length + skipped.length;
    process.stdout.write(`${payments.length - open + skipped.length} of ${payments.length + skipped.length} need nothing more.\n`);
    return open > 0 ? 1 : 0;
  });
}

async function list(db: Db): Promise<number> {
  const rows = await db.selectFrom('invoices').selectAll().where('paid_at', 'is', null).orderBy('number').execute();
  for (const { name, amount, received, currency, payer_tax_id: taxId, due_at: dueAt } of rows)
    process.stdout.write(
      `${name}  ${amountOf(amount - received)} ${currency}  tax id ${taxId}  due ${new Date(dueAt).toISOString().slice(0, 10)}\n`,
    );
  if (rows.length === 0) process.stdout.write('All invoices are paid.\n');
  return 0;
}

async function readStatementFile(file: string): Promise<Uint8Array> {
  try {
    if ((await stat(file)).size > maxStatementBytes) throw new UsageError(`${file} ${problems['too-large']}.`);
    return await readFile(file);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} can't be read (${error instanceof Error ? error.message : String(error)}).`);
  }
}
