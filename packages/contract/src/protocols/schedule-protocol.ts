/** The format of a weekly schedule, shared by the page that edits it, the server and the camera. */

/** Days of the week, Monday first. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/** Records on these days between two times of day, in the camera's time zone. */
export interface ScheduleEntry {
  /** At least one day, Monday first. */
  readonly days: Weekday[];
  /** `08:30` */
  readonly from: string;
  /** Later than `from`; `24:00` is the end of the day. */
  readonly to: string;
}

/** Converts a time of day to minutes since midnight, 0 to 1440; null if it is invalid. */
export function minutesOf(time: string): number | null {
  const [, hours = '', minutes = ''] = /^(\d{2}):(\d{2})$/.exec(time) ?? [];
  if (hours === '') return null;
  const result = Number(hours) * 60 + Number(minutes);
  return Number(minutes) < 60 && result <= 24 * 60 ? result : null;
}

/** Merges entries with identical times (specification 2, section 3), and sorts them by time. */
export function mergeSchedule(entries: readonly ScheduleEntry[]): ScheduleEntry[] {
  const days = new Map<string, Set<Weekday>>();
  for (const entry of entries) {
    const times = `${entry.from} ${entry.to}`;
    days.set(times, new Set([...(days.get(times) ?? []), ...entry.days]));
  }
  return [...days]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([times, chosen]) => ({
      days: weekdays.filter((day) => chosen.has(day)),
      from: times.slice(0, 5),
      to: times.slice(6),
    }));
}
