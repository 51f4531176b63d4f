import type { Locale } from '@watchpost/contract/kernel';
import { numbers, refineNumber } from './formatters.ts';

/** An amount of a currency. */
export interface Money {
  /** Minor units, such as kopecks or cents: an integer below 2^53. A debt is negative. */
  readonly amount: number;
  /** ISO 4217. */
  readonly currency: string;
}

/** In which language and currency an amount is shown. */
export interface MoneyOptions {
  readonly locale: Locale;
  /** ISO 4217; RUB by default (specification 1, section 9). */
  readonly currency?: string | undefined;
}

/**
 * Formats money with a narrow symbol and with as many fraction digits as the amount has, at most two.
 * @param money minor units (kopecks, cents) in the currency of the options, or an amount with its own currency
 * @throws {RangeError} if it is not an integer: money is never counted in fractions
 * @example formatMoney(123_450, { locale: 'ru' }) // '1 234,5 ₽'
 * @example formatMoney(await client.billing.balance(), { locale: 'en' }) // '₽1,234.5'
 */
export function formatMoney(money: number | Money, options: MoneyOptions): string {
  const { amount, currency } = typeof money === 'number' ? { amount: money, currency: options.currency ?? 'RUB' } : money;
  const format = numbers(options.locale, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: 0,
    maximumFractionDigits: 2,
  });
  return refineNumber(format.format(toMajorUnits(checked(amount), currency)));
}

/** Decimal text instead of a division: no number represents 90,071,992,547,409.91 exactly. */
function toMajorUnits(minorUnits: number, currency: string): Intl.StringNumericLiteral {
  const text = `${minorUnits}e-${fractionDigits(currency)}`;
  return isNumeric(text) ? text : '0';
}

function isNumeric(text: string): text is `${number}` {
  return Number.isFinite(Number(text));
}

/** Digits after the point: 2 of the ruble, 0 of the yen. */
export function fractionDigits(currency: string): number {
  return numbers('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
}

function checked(minorUnits: number): number {
  if (Number.isSafeInteger(minorUnits)) return minorUnits;
  throw new RangeError(`${minorUnits} is no amount of money: pass a whole number of the smallest unit, 12345 for 123.45.`);
}

/**
 * Adds amounts of one currency.
 * @throws {RangeError} for different currencies, and for a sum beyond 2^53
 * @example addMoney(balance, { amount: 50_000, currency: 'RUB' })
 */
export function addMoney(first: Money, second: Money): Money {
  if (first.currency !== second.currency)
    throw new RangeError(`${first.currency} and ${second.currency} can't be added: amounts have different currencies.`);
  return { amount: checked(checked(first.amount) + checked(second.amount)), currency: first.currency };
}

/**
 * Subtracts an amount from another of the same currency.
 * @throws {RangeError} as `addMoney`
 * @example subtractMoney(price, credit).amount > 0
 */
export function subtractMoney(first: Money, second: Money): Money {
  // Zero minus zero, for a negative zero would be formatted with a sign.
  return addMoney(first, { amount: 0 - second.amount, currency: second.currency });
}

/**
 * Returns the share of an amount, for example of a price for the unused days of a period (proration). Half a minor unit is rounded away from
 * zero. Two shares that are rounded on their own can exceed the whole by one unit: subtract the first from the whole to get the second.
 * @param amount minor units
 * @param part of `whole`, in the same unit as `whole`: milliseconds, days; an integer from 0 on
 * @param whole a positive integer
 * @returns minor units
 * @throws {RangeError} for anything but integers, and for a share beyond 2^53
 * @example shareOf(49_900, 10, 30) // 16_633
 */
export function shareOf(amount: number, part: number, whole: number): number {
  if (![part, whole].every(Number.isSafeInteger) || part < 0 || whole <= 0)
    throw new RangeError(`${part} of ${whole} is no share: pass integers, the first from 0 on and the second from 1 on.`);
  // The product of two integers is often beyond 2^53.
  const doubled = 2n * BigInt(Math.abs(checked(amount))) * BigInt(part);
  const share = Number((doubled + BigInt(whole)) / (2n * BigInt(whole)));
  return checked(amount < 0 ? 0 - share : share);
}
