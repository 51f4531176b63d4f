import { dateFormatter, formatDate, formatTime } from './dates.ts';
import type { FormatOptions } from './dates.ts';

/**
 * Formats a moment: the time of day, its date unless it is today, and the zone if it is not the user's.
 * @param options zone: false omits the zone, for the first of two moments
 * @param time Unix milliseconds
 * @param now Unix milliseconds
 * @example formatMoment(since, Date.now(), { locale: 'en', timeZone: camera.timeZone }) // '13:58', '20 November, 13:58', '20 November 2025, 13:58 GMT+3'
 */
export function formatMoment(time: number, now: number, options: FormatOptions & { readonly zone?: boolean }): string {
  const clock = formatTime(time, { zone: true, ...options, seconds: false });
  const [date, today] = [time, now].map((each) => formatDate(each, { ...options, year: true }));
  if (date === today) return clock;
  const [year, thisYear] = [time, now].map((each) => dateFormatter(options, { year: 'numeric' }).format(each));
  return `${year === thisYear ? formatDate(time, options) : date}, ${clock}`;
}
