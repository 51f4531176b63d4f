import { minutesOf, weekdays, type ScheduleEntry } from '../protocols/schedule-protocol.ts';
import { minutesOfDay } from './daily-window.ts';

const weekdayFormats = new Map<string, Intl.DateTimeFormat>();

/**
 * Whether a moment is within hours of certain weekdays. Hours whose `from` is after their `to` span midnight and belong to the day on which they
 * begin.
 * @param time Unix milliseconds
 * @param timeZone IANA name of the zone of the hours
 */
export function isInWeeklyHours(hours: readonly ScheduleEntry[], time: number, timeZone: string): boolean {
  const minutes = minutesOfDay(time, timeZone);
  const today = weekdayOf(time, timeZone);
  const dayBefore = (today + weekdays.length - 1) % weekdays.length;
  return hours.some(({ days, from, to }) => {
    const [begin, end] = [minutesOf(from) ?? 0, minutesOf(to) ?? 0];
    const isOn = (day: number): boolean => days.some((name) => name === weekdays[day]);
    if (begin <= end) return isOn(today) && minutes >= begin && minutes < end;
    return (isOn(today) && minutes >= begin) || (isOn(dayBefore) && minutes < end);
  });
}

/** 0 for Monday. */
function weekdayOf(time: number, timeZone: string): number {
  const known = weekdayFormats.get(timeZone);
  const format = known ?? new Intl.DateTimeFormat('en', { timeZone, weekday: 'short' });
  if (!known) weekdayFormats.set(timeZone, format);
  const name = format.format(time).toLowerCase();
  return weekdays.findIndex((day) => day === name);
}
