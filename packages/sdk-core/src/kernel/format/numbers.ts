import type { Locale } from '@watchpost/contract/kernel';
import { cacheFormatters, refineNumber } from './formatters.ts';

export interface NumberOptions {
  readonly locale: Locale;
  /** Digits after the point at most; 3 by default. */
  readonly maximumFractionDigits?: number | undefined;
}

export interface MoneyOptions {
  readonly locale: Locale;
  /** ISO 4217; RUB by default (specification 1, section 9). */
  readonly currency?: string | undefined;
}

export interface ListOptions {
  readonly locale: Locale;
  /** "a, b and c" or "a, b or c". */
  readonly type?: 'and' | 'or' | undefined;
}

const numbers = /* @__PURE__ */ cacheFormatters((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));
const lists = /* @__PURE__ */ cacheFormatters((locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));

/** @example formatNumber(-1234.5, { locale: 'ru' }) // '−1 234,5', its space narrow and unbreakable */
export function formatNumber(value: number, { locale, maximumFractionDigits = 3 }: NumberOptions): string {
  return refineNumber(numbers(locale, { maximumFractionDigits }).format(value));
}

/**
 * Money with a narrow symbol and as many fraction digits as it has, at most two.
 * @param minorUnits kopecks, cents: a whole number in the currency's smallest unit
 * @throws {RangeError} when that is no whole number: money is never counted in fractions
 * @example formatMoney(123_450, { locale: 'ru' }) // '1 234,5 ₽'
 */
export function formatMoney(minorUnits: number, { locale, currency = 'RUB' }: MoneyOptions): string {
  if (!Number.isSafeInteger(minorUnits)) throw new RangeError(`${minorUnits} is no amount of money: pass a whole number of the smallest unit, 12345 for 123.45.`);
  const format = numbers(locale, { style: 'currency', currency, currencyDisplay: 'narrowSymbol', minimumFractionDigits: 0, maximumFractionDigits: 2 });
  return refineNumber(format.format(toMajorUnits(minorUnits, currency)));
}

/** Decimal text rather than a division: 90,071,992,547,409.91 has no number of its own. */
function toMajorUnits(minorUnits: number, currency: string): Intl.StringNumericLiteral {
  const digits = numbers('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  const text = `${minorUnits}e-${digits}`;
  return isNumeric(text) ? text : '0';
}

function isNumeric(text: string): text is `${number}` {
  return Number.isFinite(Number(text));
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

/** Decimal units, as disks are sold; one digit after the point below ten. @example formatBytes(1_234_000_000, { locale: 'en' }) // '1.2 GB' */
export function formatBytes(bytes: number, { locale }: { readonly locale: Locale }): string {
  let [value, step] = [bytes, 0];
  // 999.6 kB would be rounded to 1000 kB.
  while (roundBytes(value) >= 1000 && step < byteUnits.length - 1) [value, step] = [value / 1000, step + 1];
  const unit = byteUnits[step] ?? 'byte';
  return refineNumber(numbers(locale, { style: 'unit', unit, unitDisplay: unit === 'byte' ? 'long' : 'short', maximumFractionDigits: 1 }).format(roundBytes(value)));
}

function roundBytes(value: number): number {
  return Number(value.toFixed(value < 9.95 ? 1 : 0));
}

/** @example formatList(['Yard', 'Hall', 'Gate'], { locale: 'en' }) // 'Yard, Hall, and Gate' */
export function formatList(items: readonly string[], { locale, type = 'and' }: ListOptions): string {
  return lists(locale, { type: type === 'and' ? 'conjunction' : 'disjunction' }).format(items);
}
