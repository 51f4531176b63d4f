import { createHash } from 'node:crypto';

export type StatementFormat = '1c' | 'camt';

/** A payment that a bank says has arrived. */
export interface StatementPayment {
  /** The same for the same payment, however often its statement is imported. */
  readonly key: string;
  readonly format: StatementFormat;
  /** Minor units. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
  /** `YYYY-MM-DD` */
  readonly bookedOn: string;
  /** ИНН; null when the bank gives none, or several. */
  readonly payerTaxId: string | null;
  readonly payerName: string;
  readonly purpose: string;
  /** The same, if the bank has broken it into lines within a word. */
  readonly unbrokenPurpose: string;
}

/** Why something of a statement is no payment that can be applied. */
export type SkipReason = 'unreadable' | 'not-booked' | 'reversal' | 'no-reference';

/** What a statement says of money that arrived on an account. */
interface Statement {
  readonly payments: readonly StatementPayment[];
  /** What looks like such a payment and can't be used, by its place in the file. */
  readonly skipped: readonly { readonly place: string; readonly reason: SkipReason }[];
}

/** Why a file can't be read at all. */
export type StatementProblem = 'too-large' | 'unknown-format' | 'malformed' | 'other-account';

export type StatementResult =
  | { readonly isOk: true; readonly statement: Statement }
  | { readonly isOk: false; readonly problem: StatementProblem };

/** Longest purpose and name that are kept, characters: the Bank of Russia allows 210, other banks 140 for each of several lines. */
export const maxTextLength = 1000;

/** @returns minor units of `1234.56`, `1234,5` or `1234`; null for anything else, zero included */
export function parseStatementAmount(text: string): number | null {
  const [, whole, fraction = ''] = /^(\d{1,13})(?:[.,](\d{1,2})0{0,3})?$/.exec(text.trim()) ?? [];
  if (whole === undefined) return null;
  const amount = Number(whole) * 100 + Number(fraction.padEnd(2, '0'));
  return amount > 0 ? amount : null;
}

/** @returns `YYYY-MM-DD` of `26.11.2026` or an ISO date; null for anything else */
export function parseStatementDay(text: string): string | null {
  const plain = text.trim();
  const [, day, month, year] = /^(\d{2})\.(\d{2})\.(\d{4})/.exec(plain) ?? [];
  const iso = day === undefined ? plain.slice(0, 10) : `${year}-${month}-${day}`;
  const at = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? Date.parse(`${iso}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) || !new Date(at).toISOString().startsWith(iso) ? null : iso;
}

/** Makes the key of a payment from everything that names it. */
export function statementKey(format: StatementFormat, parts: readonly (string | number | null)[]): string {
  return createHash('sha256')
    .update(JSON.stringify([format, ...parts]))
    .digest('base64url');
}

export function shorten(text: string): string {
  return text.slice(0, maxTextLength).replaceAll(/\s+/g, ' ').trim();
}
