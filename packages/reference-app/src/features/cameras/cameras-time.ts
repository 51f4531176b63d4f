import { dayOf, isCalendarDate } from '@watchpost/sdk-core';
import type { CalendarDate } from '@watchpost/sdk-core';

/** A camera's moment: Unix milliseconds, or live. */
export type CameraMoment = number | 'live';

/** No footage is older than the year 2001; this also catches seconds passed as milliseconds. */
const earliestMs = 1_000_000_000_000;

/**
 * Parses `?t=`: Unix milliseconds or an ISO 8601 date and time. Any other text and future times mean live.
 * @param now Unix milliseconds
 */
export function parseMoment(text: string | null, now: number): CameraMoment {
  if (text === null) return 'live';
  const trimmed = text.trim();
  const time = /^\d{1,16}$/.test(trimmed) ? Number(trimmed) : /^\d{4}-\d\d-\d\dT/.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isSafeInteger(time) && time >= earliestMs && time < now ? time : 'live';
}

/** Parses the day in `?date=2026-11-21`, which counts only without `?t=`. */
export function parseDate(t: string | null, date: string | null): CalendarDate | null {
  return t === null && date !== null && isCalendarDate(date) ? date : null;
}

/** Returns `?t=` and `?date=` for a moment; null: absent. The date is for users who read the address. */
export function addressOf(moment: CameraMoment, timeZone: string | undefined): { readonly t: string | null; readonly date: string | null } {
  return moment === 'live' ? { t: null, date: null } : { t: String(Math.round(moment)), date: dayOf(moment, timeZone) };
}
