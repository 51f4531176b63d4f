import { isInWeeklyHours, minutesOf, weekdays } from '@watchpost/sdk-core';
import type { EventNotifications, NotificationHours, Weekday } from '@watchpost/sdk-core';

/** The settings of one event type, and whether a chat carries it. */
export interface TypeChoice<T> {
  readonly type: T;
  readonly settings: EventNotifications;
  readonly isInChat: boolean;
}

/** What the settings of a camera come to. */
export interface AlertSummary<T> {
  /** The types that any channel carries. */
  readonly types: readonly T[];
  readonly channels: readonly ('push' | 'telegram' | 'email')[];
  /** Null for always; `differ` when types have their own hours. */
  readonly hours: readonly NotificationHours[] | null | 'differ';
  readonly isOnlyWhenAway: boolean;
  /** Whether alerts come now, or why not. */
  readonly now: 'on' | 'snoozed' | 'hours' | 'home';
}

interface Circumstances {
  /** Unix ms. */
  readonly now: number;
  readonly timeZone: string;
  readonly isSnoozed: boolean;
  readonly isHome: boolean;
}

/** Sums up the settings of a camera's event types. */
export function summaryOf<T>(choices: readonly TypeChoice<T>[], circumstances: Circumstances): AlertSummary<T> {
  const carried = choices.filter(({ settings, isInChat }) => settings.isEnabled || settings.isEmailEnabled || isInChat);
  const schedules = carried.map(({ settings }) => settings.schedule);
  const isSame = schedules.every((schedule) => JSON.stringify(schedule) === JSON.stringify(schedules[0]));
  return {
    types: carried.map(({ type }) => type),
    channels: [
      ...(carried.some(({ settings }) => settings.isEnabled) ? (['push'] as const) : []),
      ...(carried.some(({ isInChat }) => isInChat) ? (['telegram'] as const) : []),
      ...(carried.some(({ settings }) => settings.isEmailEnabled) ? (['email'] as const) : []),
    ],
    hours: isSame ? (schedules[0] ?? null) : 'differ',
    isOnlyWhenAway: carried.length > 0 && carried.every(({ settings }) => settings.onlyWhenAway),
    now: stateNow(carried, circumstances),
  };
}

function stateNow<T>(carried: readonly TypeChoice<T>[], { now, timeZone, isSnoozed, isHome }: Circumstances): AlertSummary<T>['now'] {
  if (isSnoozed) return 'snoozed';
  const inHours = carried.filter(({ settings: { schedule } }) => !schedule || isInWeeklyHours(schedule, now, timeZone));
  if (carried.length > 0 && inHours.length === 0) return 'hours';
  return isHome && inHours.length > 0 && inHours.every(({ settings }) => settings.onlyWhenAway) ? 'home' : 'on';
}

/** Days with the same hours, and those as minutes of the day. */
export interface DayBar {
  readonly days: readonly Weekday[];
  readonly spans: readonly { readonly from: number; readonly to: number }[];
}

const dayMinutes = 24 * 60;

/** Returns when any of the event types is notified, day by day; neighbours with the same hours are one bar. */
export function weekBars(schedules: readonly (readonly NotificationHours[] | null)[]): DayBar[] {
  const bars: DayBar[] = [];
  for (const [index, day] of weekdays.entries()) {
    const spans = joined(schedules.flatMap((schedule) => (schedule ? spansOn(schedule, index) : [{ from: 0, to: dayMinutes }])));
    const last = bars.at(-1);
    if (last && JSON.stringify(last.spans) === JSON.stringify(spans)) bars[bars.length - 1] = { days: [...last.days, day], spans };
    else bars.push({ days: [day], spans });
  }
  return bars;
}

/** Hours that span midnight go on the next day. */
function spansOn(schedule: readonly NotificationHours[], index: number): DayBar['spans'] {
  const [day, before] = [weekdays[index], weekdays[(index + weekdays.length - 1) % weekdays.length]];
  return schedule.flatMap(({ days, from, to }) => {
    const [begin, end] = [minutesOf(from) ?? 0, minutesOf(to) ?? 0];
    const isOn = (one: Weekday | undefined): boolean => one !== undefined && days.includes(one);
    if (begin < end) return isOn(day) ? [{ from: begin, to: end }] : [];
    return [...(isOn(before) && end > 0 ? [{ from: 0, to: end }] : []), ...(isOn(day) ? [{ from: begin, to: dayMinutes }] : [])];
  });
}

function joined(spans: DayBar['spans']): DayBar['spans'] {
  const all: { from: number; to: number }[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}
