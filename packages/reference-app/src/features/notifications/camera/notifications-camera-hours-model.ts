import { minutesOf, weekdays } from '@watchpost/sdk-core';
import type { NotificationHours, Weekday } from '@watchpost/sdk-core';

/** What most people want first: the night, over midnight. */
export const newHours: NotificationHours = { days: [...weekdays], from: '22:00', to: '07:00' };

/** Returns the choices of a time: each half hour, and the one that was chosen by other means. @param side which end of the hours it is */
export function timeChoices(chosen: string, side: 'from' | 'to'): string[] {
  const halfHours = Array.from({ length: 48 }, (_, index) => timeOf(index * 30));
  return [...new Set([...halfHours, ...(side === 'to' ? ['24:00'] : []), chosen])].toSorted((a, b) => (a < b ? -1 : 1));
}

/** @example timeOf(90) // '01:30' */
export function timeOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

/** Adds a day, or removes it. */
export function withDay(hours: NotificationHours, day: Weekday): NotificationHours {
  const isOn = hours.days.includes(day);
  return { ...hours, days: weekdays.filter((one) => (one === day ? !isOn : hours.days.includes(one))) };
}

/** Returns why hours can't be saved; null if they can. */
export function hoursProblem({ days, from, to }: NotificationHours): 'noDays' | 'sameTimes' | null {
  if (days.length === 0) return 'noDays';
  return from === to ? 'sameTimes' : null;
}

/** Whether hours end on the day after they begin. */
export function isOverMidnight({ from, to }: NotificationHours): boolean {
  return (minutesOf(from) ?? 0) > (minutesOf(to) ?? 0);
}

/** Returns the days as people call them: a group with a name, or one by one. */
export function daysOf(days: readonly Weekday[]): 'allDays' | 'workdays' | 'weekend' | readonly Weekday[] {
  const is = (group: readonly Weekday[]): boolean => days.length === group.length && group.every((day) => days.includes(day));
  if (is(weekdays)) return 'allDays';
  if (is(weekdays.slice(0, 5))) return 'workdays';
  return is(weekdays.slice(5)) ? 'weekend' : days;
}
