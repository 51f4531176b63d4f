import { minutesOf, weekdays, type ScheduleEntry, type Weekday } from '@watchpost/contract/protocols/schedule';

/** Date and time of day in a zone. */
interface LocalTime {
  readonly day: Weekday;
  /** Minutes since midnight. */
  readonly minutes: number;
}

/** Whether a schedule records at an instant. @param at Unix ms @param timeZone IANA name of the schedule's zone */
export function isScheduled(schedule: readonly ScheduleEntry[], at: number, timeZone: string): boolean {
  const { day, minutes } = localTime(at, timeZone);
  return schedule.some(({ days, from, to }) => days.includes(day) && minutes >= (minutesOf(from) ?? 0) && minutes < (minutesOf(to) ?? 0));
}

const formats = new Map<string, Intl.DateTimeFormat>();

function localTime(at: number, timeZone: string): LocalTime {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en', { timeZone, weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  formats.set(timeZone, format);
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]));
  const name = parts.get('weekday')?.toLowerCase();
  return { day: weekdays.find((day) => day === name) ?? 'mon', minutes: Number(parts.get('hour')) * 60 + Number(parts.get('minute')) };
}
