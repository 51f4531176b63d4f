import type { Clock } from '@watchpost/contract/timing/clock';
import type { InvoicesTable } from '../../../../db/billing-tables.ts';
import type { Db } from '../../../../db/database.ts';
import { createInvoiceSettlement, type InvoicePaymentOutcome } from '../billing-invoice-settlement.ts';
import { readStatement } from './billing-statement-read.ts';
import type { SkipReason, StatementPayment, StatementProblem } from './billing-statement.ts';

/** Why a payment belongs to no invoice for certain. */
type UnmatchedReason = 'no-invoice-number' | 'unknown-invoice' | 'payer-unknown' | 'other-payer' | 'several-invoices' | 'other-currency';

/** What became of a payment. */
export interface ImportedPayment {
  readonly payment: StatementPayment;
  /** As it is printed; null when it is not certain. */
  readonly invoice: string | null;
  readonly outcome: InvoicePaymentOutcome | UnmatchedReason;
}

interface StatementReport {
  readonly payments: readonly ImportedPayment[];
  readonly skipped: readonly { readonly place: string; readonly reason: SkipReason }[];
}

export type StatementImport =
  | { readonly isOk: true; readonly report: StatementReport }
  | { readonly isOk: false; readonly problem: StatementProblem };

/** Numbers that are looked up for one payment. */
const maxCandidates = 20;
/** Cyrillic capitals that look like Latin ones: bookkeepers type either. */
const lookalikes: Readonly<Record<string, string>> = {
  А: 'A',
  В: 'B',
  Е: 'E',
  К: 'K',
  М: 'M',
  Н: 'H',
  О: 'O',
  Р: 'P',
  С: 'C',
  Т: 'T',
  У: 'Y',
  Х: 'X',
};

/**
 * Applies what arrived on the seller's account, each payment once however often it is imported. A payment counts only when its purpose names
 * exactly one invoice and comes from its payer: all else is reported, and nothing is credited.
 */
export async function importStatement(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  bytes: Uint8Array,
  account: string,
): Promise<StatementImport> {
  const read = readStatement(bytes, account);
  if (!read.isOk) return read;
  const settlement = createInvoiceSettlement({ db, clock });
  const payments: ImportedPayment[] = [];
  for (const payment of read.statement.payments) {
    const match = await matchInvoice(db, payment);
    if (typeof match === 'string') payments.push({ payment, invoice: null, outcome: match });
    else payments.push({ payment, invoice: match.name, outcome: await settlement.pay(match.number, payment) });
  }
  return { isOk: true, report: { payments, skipped: read.statement.skipped } };
}

async function matchInvoice(
  db: Db,
  { purpose, unbrokenPurpose, payerTaxId, currency }: StatementPayment,
): Promise<InvoicesTable | UnmatchedReason> {
  // A number that a line break has cut is another number: if both are invoices of this payer, neither is certain.
  const candidates = new Map([...invoiceNumbersIn(purpose), ...invoiceNumbersIn(unbrokenPurpose)]);
  if (candidates.size === 0) return 'no-invoice-number';
  const rows = await db
    .selectFrom('invoices')
    .selectAll()
    .where('number', 'in', [...candidates.values()])
    .execute();
  const named = rows.filter(({ name }) => candidates.has(latinize(name)));
  if (named.length === 0) return 'unknown-invoice';
  if (payerTaxId === null) return 'payer-unknown';
  const own = named.filter(({ payer_tax_id: taxId }) => taxId === payerTaxId);
  const [invoice, second] = own;
  if (!invoice) return 'other-payer';
  if (second) return 'several-invoices';
  return invoice.currency === currency || (invoice.currency === 'RUB' && currency === 'RUR') ? invoice : 'other-currency';
}

/** @returns what looks like a number of an invoice in the purpose of a payment: the number, by its name as {@link latinize} writes it */
export function invoiceNumbersIn(purpose: string): Map<string, number> {
  const found = new Map<string, number>();
  const pattern = /(?<![\p{L}\d])([A-ZА-ЯЁ]{1,6})[\s\-–—_№#.]{0,3}0{0,8}([1-9]\d{0,8})(?![\p{L}\d])/gu;
  for (const [, prefix = '', digits = ''] of latinize(purpose).matchAll(pattern)) {
    found.set(`${prefix}-${digits}`, Number(digits));
    if (found.size >= maxCandidates) break;
  }
  return found;
}

function latinize(text: string): string {
  return text.toUpperCase().replaceAll(/[АВЕКМНОРСТУХ]/g, (letter) => lookalikes[letter] ?? letter);
}
