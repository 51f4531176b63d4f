import { minutesOf, weekdays } from '@watchpost/sdk-core';
import type { ScheduleEntry, Weekday } from '@watchpost/sdk-core';

/** Types of entries (specification 2, section 3). */
export type EntryType = 'allDays' | 'onlyWeekdays' | 'custom';

/** An entry while it is edited: fields keep the typed text. */
export interface DraftEntry {
  /** Identifies the entry independently of its content. */
  readonly key: number;
  readonly type: EntryType;
  readonly days: readonly Weekday[];
  readonly from: string;
  readonly to: string;
}

export interface EntryProblems {
  readonly days: 'noDays' | null;
  readonly from: 'invalidFrom' | 'invalidFormat' | null;
  readonly to: 'invalidFormat' | null;
}

const workdays: readonly Weekday[] = weekdays.slice(0, 5);
const weekend: readonly Weekday[] = weekdays.slice(5);

/** Converts entries to a draft and assigns keys. */
export function draftOf(schedule: readonly ScheduleEntry[]): DraftEntry[] {
  return schedule.map(({ days, from, to }, key) => ({ key, type: typeOf(days), days, from, to }));
}

/** Adds an entry with the most common choice: the working day. */
export function withNew(draft: readonly DraftEntry[]): DraftEntry[] {
  return [...draft, { key: Math.max(-1, ...draft.map(({ key }) => key)) + 1, type: 'allDays', days: weekdays, from: '09:00', to: '18:00' }];
}

export function withType(entry: DraftEntry, type: EntryType): DraftEntry {
  return { ...entry, type, days: type === 'allDays' ? weekdays : type === 'onlyWeekdays' ? workdays : entry.days };
}

export function withDay(entry: DraftEntry, day: Weekday, isChosen: boolean): DraftEntry {
  return { ...entry, days: weekdays.filter((one) => (one === day ? isChosen : entry.days.includes(one))) };
}

/** Returns what is wrong with an entry, in the terms of the specification (section 5). */
export function problemsOf({ days, from, to }: DraftEntry): EntryProblems {
  const [start, end] = [readTime(from), readTime(to)];
  const isLater = start !== null && end !== null && minutes(start) >= minutes(end);
  return {
    days: days.length === 0 ? 'noDays' : null,
    from: start === null ? 'invalidFormat' : isLater ? 'invalidFrom' : null,
    to: end === null ? 'invalidFormat' : null,
  };
}

/** Returns the schedule to save; null while it has errors. */
export function scheduleOf(draft: readonly DraftEntry[]): ScheduleEntry[] | null {
  const entries = draft.flatMap((entry): ScheduleEntry[] => {
    const { days, from, to } = problemsOf(entry);
    return days || from || to ? [] : [{ days: [...entry.days], from: readTime(entry.from) ?? '', to: readTime(entry.to) ?? '' }];
  });
  return entries.length === draft.length ? entries : null;
}

export function isSame(draft: readonly DraftEntry[], schedule: readonly ScheduleEntry[]): boolean {
  const entries = scheduleOf(draft);
  return entries !== null && JSON.stringify(entries) === JSON.stringify(schedule.map(({ days, from, to }) => ({ days, from, to })));
}

/** Normalizes `8:30`, `830` and `8` to `08:30` and `08:00`; null for text that is no time of day. */
export function readTime(typed: string): string | null {
  const [, hours = '', minutesText = '00'] = /^(\d{1,2})(?:[:.]?(\d{2}))?$/.exec(typed.trim()) ?? [];
  const time = `${hours.padStart(2, '0')}:${minutesText}`;
  return hours !== '' && minutesOf(time) !== null ? time : null;
}

/** Returns how to name days: all, working days, weekend, or each by its name. */
export function daysName(days: readonly Weekday[]): 'allDays' | 'weekdays' | 'weekends' | readonly Weekday[] {
  const is = (list: readonly Weekday[]): boolean => list.length === days.length && list.every((day) => days.includes(day));
  return is(weekdays) ? 'allDays' : is(workdays) ? 'weekdays' : is(weekend) ? 'weekends' : days;
}

function typeOf(days: readonly Weekday[]): EntryType {
  const name = daysName(days);
  return name === 'allDays' ? 'allDays' : name === 'weekdays' ? 'onlyWeekdays' : 'custom';
}

function minutes(time: string): number {
  return minutesOf(time) ?? 0;
}
