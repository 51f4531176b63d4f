import { dayOf, isCalendarDate } from '@watchpost/sdk-core';
import type { CalendarDate } from '@watchpost/sdk-core';

/** A moment of a camera: an instant in Unix milliseconds, or now. */
export type CameraMoment = number | 'live';

/** Instants before the year 2001 are nobody's footage; they catch seconds given as milliseconds too. */
const earliest = 1_000_000_000_000;

/**
 * Reads `?t=`: Unix milliseconds or an ISO 8601 date and time. Anything else, and the future, means live.
 * @param now Unix milliseconds
 */
export function parseMoment(text: string | null, now: number): CameraMoment {
  if (text === null) return 'live';
  const trimmed = text.trim();
  const time = /^\d{1,16}$/.test(trimmed) ? Number(trimmed) : /^\d{4}-\d\d-\d\dT/.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isSafeInteger(time) && time >= earliest && time < now ? time : 'live';
}

/** A day that the address asks for: `?date=2026-11-21`, as long as there is no `?t=`. */
export function parseDate(t: string | null, date: string | null): CalendarDate | null {
  return t === null && date !== null && isCalendarDate(date) ? date : null;
}

/** What `?t=` and `?date=` become for a moment; null: not there. The date is for people who read the address. */
export function addressOf(moment: CameraMoment, timeZone: string | undefined): { readonly t: string | null; readonly date: string | null } {
  return moment === 'live' ? { t: null, date: null } : { t: String(Math.round(moment)), date: dayOf(moment, timeZone) };
}
