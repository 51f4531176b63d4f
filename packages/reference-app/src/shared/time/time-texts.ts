import { formatDate } from '@watchpost/sdk-core';
import type { AppLocale } from '../i18n/i18n.ts';

/** Returns an age in the unit to display. Tolerates a clock that is slightly behind. @param at Unix milliseconds @param now Unix milliseconds */
export function age(at: number, now: number): { readonly unit: 'seconds' | 'minutes' | 'hours'; readonly count: number } {
  const seconds = Math.max(0, Math.floor((now - at) / 1000));
  if (seconds < 60) return { unit: 'seconds', count: seconds };
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? { unit: 'minutes', count: minutes } : { unit: 'hours', count: Math.floor(minutes / 60) };
}

/** Returns the calendar day of an instant in a zone, `2026-11-21`: such keys compare and sort as strings. */
export function dayKey(time: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(time);
}

/** Whether `time` is today, yesterday or another day in the camera's zone. */
export function dayOf(time: number, now: number, timeZone: string): 'today' | 'yesterday' | 'other' {
  const day = dayKey(time, timeZone);
  const today = dayKey(now, timeZone);
  if (day === today) return 'today';
  // The calendar day before: 24 hours back may be two days back when clocks change.
  const before = new Date(`${today}T12:00:00Z`);
  before.setUTCDate(before.getUTCDate() - 1);
  return day === before.toISOString().slice(0, 10) ? 'yesterday' : 'other';
}

/** Formats a day in the camera's zone: "21 November", with the year if it is not the current one. */
export function dayText(time: number, now: number, locale: AppLocale, timeZone: string): string {
  return formatDate(time, { locale, timeZone, year: dayKey(time, timeZone).slice(0, 4) !== dayKey(now, timeZone).slice(0, 4) });
}

/** Returns the zone if the browser knows it, or the product's default (specification 1, section 9). */
export function knownZone(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return 'Europe/Moscow';
  }
}
