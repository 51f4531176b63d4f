import { formatClock } from '../../../kernel/email-messages/email-message-dates.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
/** The longest pause, ms. */
const maxQuietMs = 7 * dayMs;
const duration = /^(\d{1,4}) ?(m|mins?|minutes?|h|hours?|d|days?|м|мин|минут[аыу]?|ч|час|часа|часов|д|день|дня|дней)$/;
const clockTime = /^(?:(?:until|till|до) )?(\d{1,2})[:.](\d{2})$/;
const fullHour = /^(?:until|till|до) (\d{1,2})$/;

/** How long nothing is sent: until a time, Unix ms, or null for alerts that are on. */
export interface Quiet {
  readonly until: number | null;
}

/**
 * Reads what follows `/quiet`; nothing is an hour.
 * @param timeZone of clock times; null for the product's default
 * @returns null for a text that is no pause
 * @example readQuiet('2h', now, null) // { until: now + 7_200_000 }
 */
export function readQuiet(text: string, now: number, timeZone: string | null): Quiet | null {
  const wish = text.trim().toLowerCase();
  if (wish === '') return { until: now + 60 * minuteMs };
  if (['off', 'выкл', 'нет', '0'].includes(wish)) return { until: null };
  const [, amount, unit] = duration.exec(wish) ?? [];
  if (amount !== undefined && unit !== undefined) return inReach(Number(amount) * unitMs(unit), now);
  const [, hours, minutes = '00'] = clockTime.exec(wish) ?? fullHour.exec(wish) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  return { until: nextClock(Number(hours) * 60 + Number(minutes), now, timeZone) };
}

function inReach(durationMs: number, now: number): Quiet | null {
  return durationMs > 0 && durationMs <= maxQuietMs ? { until: now + durationMs } : null;
}

function unitMs(unit: string): number {
  if (/^[mм]/.test(unit)) return minuteMs;
  return /^[hч]/.test(unit) ? 60 * minuteMs : dayMs;
}

/** Returns when a clock in the zone shows a time next, Unix ms. */
function nextClock(minuteOfDay: number, now: number, timeZone: string | null): number {
  const lag = (at: number): number => minuteOfDay * minuteMs - clockOf(at, timeZone);
  const wait = lag(now) > 0 ? lag(now) : lag(now) + dayMs;
  const until = now - (now % 1000) + wait;
  // The clocks may change in between.
  const error = ((lag(until) + dayMs * 1.5) % dayMs) - dayMs / 2;
  return until + error;
}

/** Returns what a clock in the zone shows, ms since its midnight. */
function clockOf(at: number, timeZone: string | null): number {
  const [hours = 0, minutes = 0, seconds = 0] = formatClock(at, { locale: 'en', timeZone }, true).split(':').map(Number);
  return ((hours * 60 + minutes) * 60 + seconds) * 1000;
}
