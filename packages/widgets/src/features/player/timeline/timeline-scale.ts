/** A part of time on the screen, Unix milliseconds. */
export interface TimeWindow {
  readonly from: number;
  readonly to: number;
}

const minute = 60_000;
const hour = 60 * minute;
export const shortestWindow: number = minute;
export const longestWindow: number = 24 * hour;

/**
 * How much time is shown at first: what a new camera has recorded must be wide enough to be seen and hit.
 * @param oldest first recorded instant of the camera, null when there is none
 */
export function firstDuration(oldest: number | null, now: number, narrow: boolean): number {
  const age = oldest === null ? 0 : now - oldest;
  if (age < 10 * minute) return 10 * minute;
  if (age < hour) return hour;
  return narrow ? 2 * hour : 3 * hour;
}

/**
 * The moment whose picture stands for `at`: on a grid, so that small moves of the pointer ask for nothing new; null in a gap.
 * @param span of the window, milliseconds
 */
export function pictureMoment(recordings: readonly TimeWindow[], at: number, span: number): number | null {
  const part = recordings.find(({ from, to }) => at >= from && at < to);
  const step = Math.max(2_000, span / 100);
  return part ? Math.round(Math.max(part.from, Math.floor(at / step) * step)) : null;
}

/** Small and labelled distances of the ruler for a width: labels at least 72 px apart. */
export function rulerSteps(duration: number, width: number): { readonly minor: number; readonly major: number } {
  const scale: readonly (readonly [number, number])[] = [
    [1_000, 5_000], [2_000, 10_000], [5_000, 30_000], [10_000, minute], [30_000, 2 * minute], [minute, 5 * minute], [2 * minute, 10 * minute],
    [5 * minute, 30 * minute], [10 * minute, hour], [30 * minute, 2 * hour], [hour, 4 * hour], [2 * hour, 6 * hour], [4 * hour, 12 * hour],
  ];
  const room = (72 / Math.max(1, width)) * duration;
  const [minor, major] = scale.find(([, step]) => step >= room) ?? [12 * hour, 24 * hour];
  return { minor, major };
}

/**
 * Marks in the window, on round local times.
 * @param offset the time zone's distance to UTC, milliseconds
 */
export function marks(window: TimeWindow, step: number, offset: number): number[] {
  const first = Math.ceil((window.from + offset) / step) * step - offset;
  const count = Math.max(0, Math.floor((window.to - first) / step) + 1);
  return Array.from({ length: count }, (_, index) => first + index * step);
}

/** Zooms about a moment, which keeps its place; 1 minute to 24 hours. */
export function zoom(window: TimeWindow, factor: number, about: number): TimeWindow {
  const duration = window.to - window.from;
  const next = Math.min(longestWindow, Math.max(shortestWindow, duration * factor));
  const from = about - ((about - window.from) / duration) * next;
  return { from, to: from + next };
}

/** Moves a window so that `time` is in it, and leaves a little future at the right. */
export function follow(window: TimeWindow, time: number, now: number): TimeWindow {
  const duration = window.to - window.from;
  const latest = now + duration * 0.055;
  const to = time > window.to - duration * 0.05 ? Math.min(latest, time + duration * 0.055) : time < window.from ? time + duration * 0.8 : window.to;
  return { from: to - duration, to };
}

/** Distance of a time zone to UTC at a moment, milliseconds. */
export function zoneOffset(time: number, timeZone: string | undefined): number {
  if (timeZone === undefined) return -new Date(time).getTimezoneOffset() * minute;
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric', second: 'numeric' }).formatToParts(time);
  const part = (type: string): number => Number(parts.find((entry) => entry.type === type)?.value ?? 0);
  return Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second')) - Math.floor(time / 1000) * 1000;
}

/**
 * What fits on a line: those inside of it, at least `closest` pixels apart. Of several at one place the one that nobody has seen
 * is kept, or else the newest.
 * @param events newest first
 */
export function spaced<T extends { readonly isSeen: boolean }>(events: readonly T[], pixels: (event: T) => number, width: number, closest: number): T[] {
  const shown: T[] = [];
  for (const event of events) {
    const at = pixels(event);
    if (at < 0 || at > width) continue;
    const last = shown.at(-1);
    if (!last || pixels(last) - at >= closest) shown.push(event);
    else if (last.isSeen && !event.isSeen) shown[shown.length - 1] = event;
  }
  return shown;
}
