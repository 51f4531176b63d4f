import type { Locale } from '@watchpost/contract/kernel';
import { cacheFormatters, numbers, refineNumber } from './formatters.ts';

/** In which language a number is shown, and with how many digits. */
export interface NumberOptions {
  readonly locale: Locale;
  /** Maximum fraction digits; 3 by default. */
  readonly maximumFractionDigits?: number | undefined;
}

/** In which language a list is written, and with which last word. */
export interface ListOptions {
  readonly locale: Locale;
  /** "a, b and c" or "a, b or c". */
  readonly type?: 'and' | 'or' | undefined;
}

const lists = /* @__PURE__ */ cacheFormatters((locale, options: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options));

/** Formats a number. @example formatNumber(-1234.5, { locale: 'ru' }) // '−1 234,5', its space narrow and unbreakable */
export function formatNumber(value: number, { locale, maximumFractionDigits = 3 }: NumberOptions): string {
  return refineNumber(numbers(locale, { maximumFractionDigits }).format(value));
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;

/** Formats a size in decimal units, as for disks, with one fraction digit below ten. @example formatBytes(1_234_000_000, { locale: 'en' }) // '1.2 GB' */
export function formatBytes(bytes: number, { locale }: { readonly locale: Locale }): string {
  let [value, step] = [bytes, 0];
  // 999.6 kB would be rounded to 1000 kB.
  while (roundBytes(value) >= 1000 && step < byteUnits.length - 1) [value, step] = [value / 1000, step + 1];
  const unit = byteUnits[step] ?? 'byte';
  return refineNumber(
    numbers(locale, { style: 'unit', unit, unitDisplay: unit === 'byte' ? 'long' : 'short', maximumFractionDigits: 1 }).format(
      roundBytes(value),
    ),
  );
}

function roundBytes(value: number): number {
  return Number(value.toFixed(value < 9.95 ? 1 : 0));
}

/** Joins texts to a list. @example formatList(['Yard', 'Hall', 'Gate'], { locale: 'en' }) // 'Yard, Hall, and Gate' */
export function formatList(items: readonly string[], { locale, type = 'and' }: ListOptions): string {
  return lists(locale, { type: type === 'and' ? 'conjunction' : 'disjunction' }).format(items);
}
