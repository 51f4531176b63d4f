import { isInWeeklyHours, minutesOf, weekdays } from '@watchpost/sdk-core';
import type { EventNotifications, NotificationHours, Weekday } from '@watchpost/sdk-core';

/** The settings of one event type, and whether a chat carries it. */
export interface TypeChoice<T> {
  readonly type: T;
  readonly settings: EventNotifications;
  readonly isInChat: boolean;
  /** Its hours are its own, whatever is chosen for all events. */
  readonly isAlarm: boolean;
}

/** Null for always; `differ` when types have their own hours. */
type AlertHours = readonly NotificationHours[] | null | 'differ';

/** When the alerts of some types come. */
interface AlertTimes<T> {
  readonly types: readonly T[];
  readonly hours: AlertHours;
  readonly isOnlyWhenAway: boolean;
}

/** What the settings of a camera come to: the types that any channel carries. */
export interface AlertSummary<T> extends AlertTimes<T> {
  /** Alarms that come at other times than the rest; null for none. */
  readonly alarms: AlertTimes<T> | null;
  readonly channels: readonly ('push' | 'telegram' | 'email')[];
  /** Whether alerts come now, alarms apart, or why not. */
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
  const { usual, alarms } = groupsOf(carried);
  return {
    ...timesOf(usual),
    alarms: alarms.length > 0 ? timesOf(alarms) : null,
    channels: [
      ...(carried.some(({ settings }) => settings.isEnabled) ? (['push'] as const) : []),
      ...(carried.some(({ isInChat }) => isInChat) ? (['telegram'] as const) : []),
      ...(carried.some(({ settings }) => settings.isEmailEnabled) ? (['email'] as const) : []),
    ],
    now: stateNow(usual, circumstances),
  };
}

/** Alarms are a group of their own when they come at other times than the rest. */
function groupsOf<T>(carried: readonly TypeChoice<T>[]): Readonly<Record<'usual' | 'alarms', readonly TypeChoice<T>[]>> {
  const usual = carried.filter(({ isAlarm }) => !isAlarm);
  const alarms = carried.filter(({ isAlarm }) => isAlarm);
  const times = new Set(carried.map(({ settings: { schedule, onlyWhenAway } }) => JSON.stringify([schedule, onlyWhenAway])));
  return usual.length === 0 || times.size < 2 ? { usual: carried, alarms: [] } : { usual, alarms };
}

function timesOf<T>(choices: readonly TypeChoice<T>[]): AlertTimes<T> {
  const schedules = choices.map(({ settings }) => settings.schedule);
  const isSame = schedules.every((schedule) => JSON.stringify(schedule) === JSON.stringify(schedules[0]));
  return {
    types: choices.map(({ type }) => type),
    hours: isSame ? (schedules[0] ?? null) : 'differ',
    isOnlyWhenAway: choices.length > 0 && choices.every(({ settings }) => settings.onlyWhenAway),
  };
}

function stateNow<T>(carried: readonly TypeChoice<T>[], { now, timeZone, isSnoozed, isHome }: Circumstances): AlertSummary<T>['now'] {
  if (isSnoozed) return 'snoozed';
  const inHours = carried.filter(({ settings: { schedule } }) => !schedule || isInWeeklyHours(schedule, now, timeZone));
  if (carried.length > 0 && inHours.length === 0) return 'hours';
  return isHome && inHours.length > 0 && inHours.every(({ settings }) => settings.onlyWhenAway) ? 'home' : 'on';
}

type Spans = readonly { readonly from: number; readonly to: number }[];

/** Days with the same hours, and those as minutes of the day. */
export interface DayBar {
  readonly days: readonly Weekday[];
  readonly spans: Spans;
  /** When alarms come that have hours of their own. */
  readonly alarms: Spans;
}

type Schedules = readonly (readonly NotificationHours[] | null)[];

const dayMinutes = 24 * 60;

/**
 * Returns when any of the event types is notified, day by day; neighbours with the same hours are one bar.
 * @param alarms the hours of alarms that have their own
 */
export function weekBars(schedules: Schedules, alarms: Schedules = []): DayBar[] {
  const bars: DayBar[] = [];
  for (const [index, day] of weekdays.entries()) {
    const hours = { spans: daySpans(schedules, index), alarms: daySpans(alarms, index) };
    const last = bars.at(-1);
    if (last && keyOf(last) === keyOf(hours)) bars[bars.length - 1] = { days: [...last.days, day], ...hours };
    else bars.push({ days: [day], ...hours });
  }
  return bars;
}

const keyOf = ({ spans, alarms }: Omit<DayBar, 'days'>): string => JSON.stringify([spans, alarms]);

function daySpans(schedules: Schedules, index: number): Spans {
  return joined(schedules.flatMap((schedule) => (schedule ? spansOn(schedule, index) : [{ from: 0, to: dayMinutes }])));
}

/** Hours that span midnight go on the next day. */
function spansOn(schedule: readonly NotificationHours[], index: number): Spans {
  const [day, before] = [weekdays[index], weekdays[(index + weekdays.length - 1) % weekdays.length]];
  return schedule.flatMap(({ days, from, to }) => {
    const [begin, end] = [minutesOf(from) ?? 0, minutesOf(to) ?? 0];
    const isOn = (one: Weekday | undefined): boolean => one !== undefined && days.includes(one);
    if (begin < end) return isOn(day) ? [{ from: begin, to: end }] : [];
    return [...(isOn(before) && end > 0 ? [{ from: 0, to: end }] : []), ...(isOn(day) ? [{ from: begin, to: dayMinutes }] : [])];
  });
}

function joined(spans: Spans): Spans {
  const all: { from: number; to: number }[] = [];
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    const last = all.at(-1);
    if (last && from <= last.to) last.to = Math.max(last.to, to);
    else all.push({ from, to });
  }
  return all;
}
