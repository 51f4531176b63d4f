import { addDays, dayOf, isCalendarDate, momentAt, dayRange, weekdayOf } from '@watchpost/sdk-core';
import type { CalendarDate, EventType } from '@watchpost/sdk-core';
import type { SearchWords } from './events-search-words.ts';

/** What a search for events asks for. */
export interface EventSearch {
  /** Empty: all. */
  readonly types: readonly EventType[];
  /** Null: all. */
  readonly cameraIds: readonly string[] | null;
  /** Null: any day. */
  readonly day: CalendarDate | null;
  /** Minutes after midnight; null: any time. */
  readonly aroundMinutes: number | null;
  /** Words that match nothing: the search finds no events. */
  readonly unknown: readonly string[];
}

export interface SearchSituation {
  /** `names`: the camera's own, its room's, its location's. */
  readonly cameras: readonly { readonly id: string; readonly names: readonly string[] }[];
  readonly words: SearchWords;
  readonly today: CalendarDate;
}

/** Events this long before and after a time are found. */
const aroundMs = 30 * 60_000;
const minuteMs = 60_000;

/**
 * Reads a search such as `person warehouse yesterday 14:00`, in any order.
 * A word that begins one of a camera's names is read as that name only if it is neither a type nor a time; a whole name always is.
 */
export function parseEventSearch(query: string, { cameras, words, today }: SearchSituation): EventSearch {
  const all = wordsOf(query);
  const { rest, cameraIds: named } = takeNames(all, cameras);
  const types = new Set<EventType>();
  let day: CalendarDate | null = null;
  let aroundMinutes: number | null = null;
  const unknown: string[] = [];
  let cameraIds = named;
  for (const word of rest) {
    if (words.ignored.has(word)) continue;
    // Smoke is seen, or a smoke alarm is heard.
    const meant = words.types.filter(({ stems }) => matches(word, stems));
    const date = dateOf(word, words, today);
    const minutes = date === null ? minutesOf(word) : null;
    if (meant.length > 0) for (const { type } of meant) types.add(type);
    else if (date !== null) day = date;
    else if (minutes !== null) aroundMinutes = minutes;
    else {
      const found = camerasWith(word, cameras).filter((id) => cameraIds === null || cameraIds.includes(id));
      if (found.length > 0) cameraIds = found;
      else unknown.push(word);
    }
  }
  return { types: [...types], cameraIds, day, aroundMinutes, unknown };
}

interface SearchRange {
  /** Unix ms. */
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/**
 * Returns the range of a search; nothing without a day and a time. A time without a day is today's, or yesterday's if that is yet to come.
 * @param now Unix ms
 */
export function searchRange({ day, aroundMinutes }: EventSearch, now: number, timeZone: string): SearchRange | null {
  if (aroundMinutes === null) return day === null ? null : dayRange(day, timeZone);
  const rangeOn = (date: CalendarDate): SearchRange => {
    const moment = momentAt(Date.parse(`${date}T00:00:00Z`) + aroundMinutes * minuteMs, timeZone);
    return { from: moment - aroundMs, to: moment + aroundMs };
  };
  const today = dayOf(now, timeZone);
  const range = rangeOn(day ?? today);
  return day === null && range.from > now ? rangeOn(addDays(today, -1)) : range;
}

function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[\s,;]+/)
    .filter((word) => word !== '');
}

/** Takes the longest camera name, room or location that is there as a whole. */
function takeNames(
  words: readonly string[],
  cameras: SearchSituation['cameras'],
): { readonly rest: readonly string[]; readonly cameraIds: readonly string[] | null } {
  const names = new Map(cameras.flatMap(({ names: own }) => own).map((name) => [name.toLowerCase(), wordsOf(name)]));
  for (const [name, parts] of [...names].toSorted(([, a], [, b]) => b.length - a.length)) {
    const at = words.findIndex((_, index) => parts.length > 0 && parts.every((part, offset) => words[index + offset] === part));
    if (at === -1) continue;
    const ids = cameras.filter(({ names: own }) => own.some((one) => one.toLowerCase() === name)).map(({ id }) => id);
    return { rest: [...words.slice(0, at), ...words.slice(at + parts.length)], cameraIds: ids };
  }
  return { rest: words, cameraIds: null };
}

/** Short words must match as a whole: "car" is not "carpet". */
function matches(word: string, stems: readonly string[]): boolean {
  return stems.some((stem) => word === stem || (stem.length > 3 && word.startsWith(stem)));
}

function camerasWith(word: string, cameras: SearchSituation['cameras']): string[] {
  return cameras.filter(({ names }) => names.some((name) => wordsOf(name).some((part) => part.startsWith(word)))).map(({ id }) => id);
}

function dateOf(word: string, words: SearchWords, today: CalendarDate): CalendarDate | null {
  const relative = words.days.find(({ stems }) => matches(word, stems));
  if (relative) return addDays(today, relative.offset);
  const weekday = words.weekdays.findIndex((stems) => matches(word, stems));
  if (weekday !== -1) return addDays(today, -((weekdayOf(today) - weekday + 7) % 7));
  if (isCalendarDate(word)) return word;
  const [, dayOfMonth, month, year] = /^(\d{1,2})\.(\d{1,2})(?:\.(\d{4}))?\.?$/.exec(word) ?? [];
  if (dayOfMonth === undefined || month === undefined) return null;
  const inYear = (number: string): string => `${number}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
  const thisYear = today.slice(0, 4);
  const date = inYear(year ?? thisYear);
  if (!isCalendarDate(date)) return null;
  return year === undefined && date > today ? inYear(String(Number(thisYear) - 1)) : date;
}

function minutesOf(word: string): number | null {
  const [, hours, minutes = '0', half] = /^(\d{1,2})(?:[:.](\d{2}))?(am|pm)?$/.exec(word) ?? [];
  // A number alone may be part of a camera's name.
  if (hours === undefined || (half === undefined && !/[:.]/.test(word))) return null;
  const hour = half === undefined ? Number(hours) : (Number(hours) % 12) + (half === 'pm' ? 12 : 0);
  return hour < 24 && Number(minutes) < 60 ? hour * 60 + Number(minutes) : null;
}
