import { numbers } from './formatters.ts';
import { fractionDigits } from './money.ts';
import type { MoneyOptions } from './money.ts';

/** A longer text is no amount. */
const maxLength = 64;
/** What people write besides the signs and codes that Intl knows. */
const customarySigns: Readonly<Record<string, readonly string[]>> = { RUB: ['руб.', 'руб', 'р.', 'р'] };

/**
 * Reads an amount as people type it: with or without spaces between thousands, the sign or code of the currency on either end, a comma or a
 * point. Where both readings are possible (`1,234`), the language decides.
 * @returns minor units; null for anything else: more fraction digits than the currency has, a sign, another currency, 2^53 or more
 * @example parseMoney('1 234,5 ₽', { locale: 'ru' }) // 123_450
 * @example parseMoney('10.005', { locale: 'en' }) // null
 */
export function parseMoney(text: string, { locale, currency = 'RUB' }: MoneyOptions): number | null {
  if (text.length > maxLength) return null;
  const amount = withoutSign(text.replaceAll(/\s/g, ' ').trim(), locale, currency);
  const split = splitAtMark(amount, locale);
  const whole = ungrouped(split.whole);
  const digits = fractionDigits(currency);
  if (whole === null || !/^\d*$/.test(split.fraction) || split.fraction.length > digits || whole + split.fraction === '') return null;
  const minorUnits = Number(whole + split.fraction.padEnd(digits, '0'));
  return Number.isSafeInteger(minorUnits) ? minorUnits : null;
}

function withoutSign(text: string, locale: string, currency: string): string {
  const lower = text.toLowerCase();
  for (const sign of signsOf(locale, currency)) {
    if (lower.startsWith(sign)) return text.slice(sign.length).trim();
    if (lower.endsWith(sign)) return text.slice(0, -sign.length).trim();
  }
  return text;
}

/** In lower case, the longest first: `руб.` ends in no `р.`, but `us$` ends in `$`. */
function signsOf(locale: string, currency: string): readonly string[] {
  const fromIntl = (['narrowSymbol', 'symbol', 'code'] as const).flatMap((currencyDisplay) =>
    numbers(locale, { style: 'currency', currency, currencyDisplay })
      .formatToParts(0)
      .flatMap(({ type, value }) => (type === 'currency' ? [value.toLowerCase()] : [])),
  );
  return [...fromIntl, ...(customarySigns[currency] ?? [])].sort((one, other) => other.length - one.length);
}

/** Separates the fraction at the last comma or point, unless it stands between thousands. */
function splitAtMark(text: string, locale: string): { readonly whole: string; readonly fraction: string } {
  const at = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
  const mark = text.charAt(at);
  if (at === -1 || text.indexOf(mark) !== at || isThousandsMark(text, mark, locale)) return { whole: text, fraction: '' };
  return { whole: text.slice(0, at), fraction: text.slice(at + 1) };
}

/** `1,234` in English is a thousand and more; `1,23` is not, and neither is `1,234` in Russian. */
function isThousandsMark(text: string, mark: string, locale: string): boolean {
  const own = numbers(locale, {})
    .formatToParts(11_111)
    .find(({ type }) => type === 'group')?.value;
  return mark === own && ungrouped(text) !== null;
}

/** The digits without what separates thousands, one kind of mark only; null if they are not in groups of three. */
function ungrouped(text: string): string | null {
  const mark = /[ .,]/.exec(text)?.[0];
  if (mark === undefined) return /^\d*$/.test(text) ? text : null;
  const [first = '', ...rest] = text.split(mark);
  return /^\d{1,3}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group)) ? first + rest.join('') : null;
}
