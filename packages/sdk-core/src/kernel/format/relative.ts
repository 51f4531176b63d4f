import type { Locale } from '@watchpost/contract/kernel';
import { cacheFormatters, refineNumber } from './formatters.ts';

const relative = /* @__PURE__ */ cacheFormatters(
  (locale, options: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);
const spans = /* @__PURE__ */ cacheFormatters((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;
/** The largest whole unit; months and years by their mean length. */
const units = [
  { unit: 'year', length: 365.25 * day },
  { unit: 'month', length: 30.4375 * day },
  { unit: 'day', length: day },
  { unit: 'hour', length: hour },
  { unit: 'minute', length: minute },
] as const;

/**
 * Formats the distance to a moment in whole minutes, hours, days, months or years; "now" within a minute.
 * Counts elapsed time, not calendar days: 25 hours ago is "1 day ago", regardless of midnight.
 * @param time Unix milliseconds
 * @param now Unix milliseconds, from a clock
 * @example formatRelative(now - 300_000, now, { locale: 'ru' }) // '5 минут назад'
 */
export function formatRelative(time: number, now: number, { locale }: { readonly locale: Locale }): string {
  const elapsed = time - now;
  const { unit, count } = inUnits(Math.abs(elapsed));
  if (count === 0) return relative(locale, { numeric: 'auto' }).format(0, 'second');
  return refineNumber(relative(locale, { numeric: 'always' }).format(elapsed < 0 ? -count : count, unit));
}

/**
 * Formats an age briefly: one unit, seconds at least.
 * @param duration milliseconds
 * @example formatAge(7_260_000, { locale: 'en' }) // '2 hr'
 */
export function formatAge(duration: number, { locale }: { readonly locale: Locale }): string {
  const known = inUnits(Math.max(0, duration));
  const { unit, count } = known.count === 0 ? { unit: 'second', count: Math.floor(Math.max(0, duration) / 1000) } : known;
  return refineNumber(spans(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 0 }).format(count));
}

function inUnits(duration: number): { readonly unit: (typeof units)[number]['unit']; readonly count: number } {
  for (const { unit, length } of units) {
    const count = Math.floor(duration / length);
    if (count > 0) return { unit, count };
  }
  return { unit: 'minute', count: 0 };
}
