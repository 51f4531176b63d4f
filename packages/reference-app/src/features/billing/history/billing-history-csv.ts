import { formatList } from '@watchpost/sdk-core';
import type { Camera, Client, Transaction, TransactionFilter } from '@watchpost/sdk-core';
import { currentLocale } from '../../../shared/i18n/i18n.ts';
import { cameraTitles } from '../billing-state.ts';
import { text } from '../billing-texts.ts';
import { paidWithText } from './billing-history-rows.ts';

/** Lets spreadsheets recognize UTF-8. */
const mark = '\uFEFF';
const pageSize = 200;

/** Saves the filtered history as a file, all pages of it. */
export async function downloadHistory(
  { billing }: Pick<Client, 'billing'>,
  filter: TransactionFilter,
  cameras: readonly Pick<Camera, 'id' | 'title'>[],
): Promise<void> {
  const transactions: Transaction[] = [];
  for await (const transaction of billing.transactions.list({ ...filter, limit: pageSize })) transactions.push(transaction);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([historyCsv(transactions, cameras)], { type: 'text/csv;charset=utf-8' }));
  link.download = text('fileName');
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Formats transactions as CSV (RFC 4180), with a point in the amounts in every language. */
export function historyCsv(transactions: readonly Transaction[], cameras: readonly Pick<Camera, 'id' | 'title'>[]): string {
  const names = ['time', 'number', 'kind', 'cameras', 'paidWith', 'amount', 'currency'] as const;
  const rows = transactions.map((each) => [
    new Date(each.at).toISOString(),
    each.id,
    text(`kind.${each.kind}`),
    formatList(cameraTitles(each.cameraIds, cameras), { locale: currentLocale() }),
    paidWithText(each),
    decimal(each.amount, each.currency),
    each.currency,
  ]);
  const lines = [names.map((name) => text(`csvColumn.${name}`)), ...rows];
  return mark + lines.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

/** Writes minor units as a decimal without calculating with fractions: -49900 is "-499.00". */
export function decimal(amount: number, currency: string): string {
  const digits = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  const text = String(Math.abs(amount)).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  return `${amount < 0 ? '-' : ''}${whole}${digits === 0 ? '' : `.${text.slice(-digits)}`}`;
}

/** A title that begins like a formula is text: spreadsheets would calculate it. Amounts are numbers. */
function cell(value: string): string {
  const safe = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
