/** Hours of every day in a camera's time zone, as minutes since midnight, 0 to 1439. `from` after `until` spans midnight. */
export interface DailyWindow {
  readonly fromMinutes: number;
  readonly untilMinutes: number;
}

const minuteMs = 60_000;
const dayMinutes = 1440;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether a moment is within the window: its first minute is, the minute at which it ends isn't. */
export function isInDailyWindow({ fromMinutes, untilMinutes }: DailyWindow, time: number, timeZone: string): boolean {
  const minutes = minutesOfDay(time, timeZone);
  if (fromMinutes <= untilMinutes) return minutes >= fromMinutes && minutes < untilMinutes;
  return minutes >= fromMinutes || minutes < untilMinutes;
}

/**
 * Returns when the window next opens or closes after `time`, Unix milliseconds; null for a window that never does.
 * A change that a clock change skips happens at the first minute after it.
 */
export function nextDailyWindowChange(window: DailyWindow, time: number, timeZone: string): number | null {
  if (window.fromMinutes === window.untilMinutes) return null;
  const isOpen = isInDailyWindow(window, time, timeZone);
  const edge = isOpen ? window.untilMinutes : window.fromMinutes;
  const start = Math.floor(time / minuteMs) * minuteMs;
  const ahead = (edge - minutesOfDay(start, timeZone) + dayMinutes) % dayMinutes || dayMinutes;
  const estimate = start + ahead * minuteMs;
  // The usual case, which every request pays for: no clock change in between.
  if (minutesOfDay(estimate, timeZone) === edge) return estimate;
  // The clock may change in between, by three hours at most; Antarctica/Troll changes by two.
  const earliest = Math.max(start + minuteMs, estimate - 180 * minuteMs);
  for (let at = earliest; at <= estimate + 180 * minuteMs; at += minuteMs) if (isInDailyWindow(window, at, timeZone) !== isOpen) return at;
  return null;
}

/** Whether the outer window contains every moment of the inner one. */
export function isWithinDailyWindow(inner: DailyWindow, outer: DailyWindow): boolean {
  const length = ({ fromMinutes, untilMinutes }: DailyWindow): number => (untilMinutes - fromMinutes + dayMinutes) % dayMinutes;
  const lead = (inner.fromMinutes - outer.fromMinutes + dayMinutes) % dayMinutes;
  return lead + length(inner) <= length(outer);
}

/** @returns minutes since midnight in the zone, 0 to 1439 */
export function minutesOfDay(time: number, timeZone: string): number {
  const known = formats.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', minute: 'numeric', hourCycle: 'h23' });
  // Formats take long to create. There are some 600 zones.
  if (!known) formats.set(timeZone, format);
  const parts = format.formatToParts(time);
  const numberOf = (type: 'hour' | 'minute'): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  return numberOf('hour') * 60 + numberOf('minute');
}
