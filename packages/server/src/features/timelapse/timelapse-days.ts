import { minutesOf } from '@watchpost/contract/protocols/schedule';
import type { TimelapseHours } from '@watchpost/contract/schemas/timelapse';
import { startOfDay, zoneOffset } from '../../media/playback/zone-days.ts';
import type { Span } from '../../media/recording/spans.ts';
import { daylightOf } from './timelapse-sun.ts';

/** When the film of a day is made and announced, Unix ms. */
interface TimelapseDay {
  /** `2026-11-27`, in the camera's time zone. */
  readonly day: string;
  /** The hours that are filmed. */
  readonly span: Span;
  readonly dueAt: number;
  readonly sendAt: number;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
/** Films are made from 1:00 on, when cameras are watched least. */
const makeMinutes = 60;
/** They are announced at 8:00. */
const sendMinutes = 8 * 60;
/** The last segment is finished, and indexed, by then. */
const settleMs = 5 * minuteMs;
/** Filmed on either side of the sun's highest point, where it doesn't rise at all. */
const polarNightMs = 2 * 60 * minuteMs;

/** @param day `2026-11-27` */
export function timelapseDayOf(day: string, hours: TimelapseHours, timeZone: string): TimelapseDay {
  const span = spanOf(day, hours, timeZone);
  const next = dayAfter(day, 1);
  return {
    day,
    span,
    dueAt: Math.max(instantOf(next, makeMinutes, timeZone), span.to + settleMs),
    sendAt: Math.max(instantOf(next, sendMinutes, timeZone), span.to + settleMs),
  };
}

/** Returns the days whose films can be due: yesterday, and the day before, whose hours may have ended in the last night. */
export function recentDays(now: number, timeZone: string): readonly [string, string] {
  const today = new Date(now + zoneOffset(now, timeZone)).toISOString().slice(0, 10);
  return [dayAfter(today, -2), dayAfter(today, -1)];
}

/**
 * Returns when clocks show a time of a day. A time that they skip is that of the skip, a repeated one the first; so the order of times stays.
 * @param minutes since midnight, up to 1440
 */
export function instantOf(day: string, minutes: number, timeZone: string): number {
  if (minutes === 0) return startOfDay(day, timeZone);
  if (minutes === 1440) return startOfDay(dayAfter(day, 1), timeZone);
  const shown = Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs;
  const [before, after] = [zoneOffset(shown - dayMs, timeZone), zoneOffset(shown + dayMs, timeZone)];
  for (const offset of [before, after]) if (zoneOffset(shown - offset, timeZone) === offset) return shown - offset;
  let [low, high] = [shown - after, shown - before];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zoneOffset(middle, timeZone) === before) low = middle;
    else high = middle;
  }
  return high;
}

function spanOf(day: string, hours: TimelapseHours, timeZone: string): Span {
  if (hours.kind === 'fixed') {
    const [from, to] = [minutesOf(hours.from) ?? 0, minutesOf(hours.to) ?? 1440];
    return { from: instantOf(day, from, timeZone), to: instantOf(to > from ? day : dayAfter(day, 1), to, timeZone) };
  }
  const light = daylightOf(instantOf(day, 12 * 60, timeZone), hours);
  if (light.kind === 'part') return { from: light.from, to: light.to };
  if (light.kind === 'none') return { from: light.noon - polarNightMs, to: light.noon + polarNightMs };
  return { from: startOfDay(day, timeZone), to: startOfDay(dayAfter(day, 1), timeZone) };
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);
}
