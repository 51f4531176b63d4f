import type { BillingPeriod } from '@watchpost/contract/schemas/billing';

type Length = { readonly days: number } | { readonly months: number };

/** A period in whole days or calendar months; null for a plan that is paid once. */
const lengths: Readonly<Record<BillingPeriod, Length | null>> = {
  Daily: { days: 1 },
  Weekly: { days: 7 },
  Biweekly: { days: 14 },
  ThirtyDays: { days: 30 },
  Monthly: { months: 1 },
  Quarterly: { months: 3 },
  Biannual: { months: 6 },
  Annual: { months: 12 },
  Biennial: { months: 24 },
  NoBillingPeriod: null,
};

export const dayMs: number = 24 * 60 * 60_000;

/** @returns the calendar months of a period; 0 when it is not a number of months */
export function monthsOf(period: BillingPeriod): number {
  const length = lengths[period];
  return length && 'months' in length ? length.months : 0;
}

/**
 * Adds a period to a time, in UTC: 31 January and a month is the last day of February.
 * @param start Unix ms
 * @param anchorDay day of the month on which the periods began, 1–31, so that 31 January, 28 February and 31 March follow each other; the
 *   day of `start` by default
 * @returns Unix ms; null for a plan without an end
 * @example addPeriod(Date.UTC(2026, 0, 31), 'Monthly') === Date.UTC(2026, 1, 28)
 */
export function addPeriod(start: number, period: BillingPeriod, anchorDay: number = new Date(start).getUTCDate()): number | null {
  const length = lengths[period];
  if (!length) return null;
  if ('days' in length) return start + length.days * dayMs;
  const from = new Date(start);
  const month = from.getUTCMonth() + length.months;
  const year = from.getUTCFullYear();
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const midnight = Math.floor(start / dayMs) * dayMs;
  return Date.UTC(year, month, Math.min(anchorDay, lastDay)) + (start - midnight);
}

/**
 * Converts the price of one period to that of a month, rounded half up; 0 for a plan that is paid once. For display only.
 * @param price minor units
 */
export function pricePerMonth(price: number, period: BillingPeriod): number {
  const length = lengths[period];
  if (!length) return 0;
  const [times, per] = 'months' in length ? [1n, BigInt(length.months)] : [30n, BigInt(length.days)];
  return Number((2n * BigInt(price) * times + per) / (2n * per));
}
