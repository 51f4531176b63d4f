import { countCharacters, hasAtMostCharacters, type Locale } from '@watchpost/contract/kernel';
import { validationTexts } from './validation-texts.ts';
import type { RuleName } from './validation-texts.ts';

/** Why a field is refused, with what its text needs. */
export interface ValidationError {
  readonly rule: RuleName;
  /** The number in the text: a length or a limit. */
  readonly n?: number;
  /** A custom text instead of the rule's. */
  readonly text?: string;
}

/** Returns a text field's error, or null. Every rule but `required` accepts an empty field. */
export type Rule = (value: string) => ValidationError | null;

function rule(name: RuleName, holds: (value: string) => boolean, n?: number): Rule {
  return (value) => (value.trim() === '' || holds(value) ? null : { rule: name, ...(n !== undefined && { n }) });
}

/** Requires a text with more than whitespace. */
export const required: Rule = (value) => (value.trim() === '' ? { rule: 'required' } : null);
/** Accepts the same e-mail addresses as the contract. */
export const email: Rule = rule(
  'email',
  (value) =>
    value.trim().length <= 254 && /^(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@(?:[A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/.test(value.trim()),
);
/** Accepts integers, including negative ones. */
export const integer: Rule = rule('integer', (value) => /^-?\d+$/.test(value.trim()));
/** Accepts at most `n` user-perceived characters, the same count as a field's counter shows. */
export const max = (n: number): Rule => rule('max', (value) => hasAtMostCharacters(value, n), n);
/** Accepts at least `n` characters. */
export const min = (n: number): Rule => rule('min', (value) => countCharacters(value) >= n, n);
/** Accepts exactly `n` characters. */
export const length = (n: number): Rule => rule('length', (value) => countCharacters(value) === n, n);
/** Accepts a decimal number of at most `n`, with a point or a comma. */
export const maxValue = (n: number): Rule => rule('max_value', (value) => toNumber(value) <= n, n);
/** Accepts a decimal number of at least `n`, with a point or a comma. */
export const minValue = (n: number): Rule => rule('min_value', (value) => toNumber(value) >= n, n);
/** Accepts letters of any script, accents included. */
export const alpha: Rule = rule('alpha', (value) => /^[\p{L}\p{M}]+$/u.test(value));
/** Accepts letters of any script, numbers, hyphen and underscore. */
export const alphaDash: Rule = rule('alpha_dash', (value) => /^[\p{L}\p{M}\p{N}_-]+$/u.test(value));
/** Accepts a web address. */
export const url: Rule = rule('url', (value) => /^https?:$/.test(parseUrl(value)?.protocol ?? ''));
/** Accepts an existing date, written `DD.MM.YYYY` or similar: any order of DD, MM and YYYY with their dividers. */
export const dateFormat = (format: string): Rule => rule('date_format', (value) => isDate(value, format));
/** Wraps a custom check, with the text "The field is not valid." */
export const valid = (holds: (value: string) => boolean): Rule => rule('fallback', holds);

/** Returns the first error. @example validate('', [required, email]) // { rule: 'required' } */
export function validate(value: string, rules: readonly Rule[]): ValidationError | null {
  for (const check of rules) {
    const error = check(value);
    if (error) return error;
  }
  return null;
}

/** Returns an error's text. @example validationText({ rule: 'max', n: 100 }, 'en') // 'Maximum number of characters: 100.' */
export function validationText(error: ValidationError, locale: Locale): string {
  return error.text ?? validationTexts[locale][error.rule].replace('{n}', String(error.n ?? ''));
}

/** Returns NaN, which fails every comparison, for anything but digits. */
function toNumber(value: string): number {
  return /^-?\d+([.,]\d+)?$/.test(value.trim()) ? Number(value.trim().replace(',', '.')) : Number.NaN;
}

function parseUrl(value: string): URL | null {
  return URL.canParse(value) ? new URL(value) : null;
}

function isDate(value: string, format: string): boolean {
  const pattern = format
    .replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
    .replace('DD', '(?<day>\\d{2})')
    .replace('MM', '(?<month>\\d{2})')
    .replace('YYYY', '(?<year>\\d{4})');
  const found = new RegExp(`^${pattern}$`).exec(value.trim())?.groups;
  if (!found) return false;
  const [year, month, day] = [Number(found['year'] ?? 2000), Number(found['month'] ?? 1), Number(found['day'] ?? 1)];
  // The calendar repeats every 400 years; Date.UTC maps the years 0 to 99 to 1900 to 1999.
  const date = new Date(Date.UTC(year + 2000, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
