import { zoneOffset } from '../../../kernel/format/zones.ts';

/** A calendar date, `2026-11-21`. */
export type CalendarDate = string;

const dayMs = 86_400_000;
/** No time zone has changed its clocks twice within this duration around midnight. */
const aroundMidnightMs = 1.5 * dayMs;
const starts = new Map<string, number>();

const utcOf = (date: CalendarDate): number => Date.parse(`${date}T00:00:00Z`);
const dateOfUtc = (time: number): CalendarDate => new Date(time).toISOString().slice(0, 10);

/**
 * Returns the first instant of a day in a time zone, Unix milliseconds. If clocks skip midnight, the day begins later;
 * a day that a zone skipped (Apia, 30 December 2011) begins and ends with the next one.
 * @throws {RangeError} for an unknown time zone
 */
export function dayStart(date: CalendarDate, timeZone: string | undefined): number {
  const key = `${date} ${timeZone}`;
  let start = starts.get(key);
  if (start === undefined) {
    start = findStart(utcOf(date), timeZone);
    if (starts.size > 2000) starts.clear();
    starts.set(key, start);
  }
  return start;
}

function findStart(midnight: number, timeZone: string | undefined): number {
  let low = midnight - aroundMidnightMs;
  let high = midnight + aroundMidnightMs;
  const before = zoneOffset(low, timeZone);
  const after = zoneOffset(high, timeZone);
  if (before === after) return midnight - before;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (zoneOffset(middle, timeZone) === before) low = middle;
    else high = middle;
  }
  // `high` is the first instant with the new offset.
  if (midnight - before < high) return midnight - before;
  return Math.max(high, midnight - after);
}

/**
 * Returns the bounds of a day in a time zone: 23 or 25 hours apart when clocks change.
 * @returns Unix milliseconds, `from` inclusive, `to` exclusive
 * @example dayRange('2026-11-21', 'Europe/Moscow')
 */
export function dayRange(date: CalendarDate, timeZone: string | undefined): { readonly from: number; readonly to: number } {
  return { from: dayStart(date, timeZone), to: dayStart(addDays(date, 1), timeZone) };
}

/**
 * Returns the day that contains an instant. If clocks go back over midnight, the repeated part belongs to the new day.
 * @param time Unix milliseconds
 * @example dayOf(Date.now(), camera.timeZone) // '2026-11-21'
 */
export function dayOf(time: number, timeZone: string | undefined): CalendarDate {
  const written = dateOfUtc(time + zoneOffset(time, timeZone));
  const next = addDays(written, 1);
  return time >= dayStart(next, timeZone) ? next : written;
}

/** Adds days to a date. @example addDays('2026-02-28', 1) // '2026-03-01' */
export function addDays(date: CalendarDate, days: number): CalendarDate {
  return dateOfUtc(utcOf(date) + days * dayMs);
}

/** Returns the same day of another month, or that month's last day. @example addMonths('2026-01-31', 1) // '2026-02-28' */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const [year = 0, month = 1, inMonth = 1] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return dateOfUtc(Date.UTC(year, month - 1 + months, Math.min(inMonth, last)));
}

/** Returns the day of the week: Monday is 0, Sunday is 6. */
export function weekdayOf(date: CalendarDate): number {
  return (new Date(utcOf(date)).getUTCDay() + 6) % 7;
}

/** Whether a text is a date that exists. */
export function isCalendarDate(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(utcOf(text)) && dateOfUtc(utcOf(text)) === text;
}

/**
 * Returns the weeks of the date's month, Monday first; days of other months are null.
 * @example monthWeeks('2026-11-21')[0] // [null, null, null, null, null, null, '2026-11-01']
 */
export function monthWeeks(date: CalendarDate): (CalendarDate | null)[][] {
  const first = `${date.slice(0, 8)}01`;
  const weeks: (CalendarDate | null)[][] = [];
  for (
    let monday = addDays(first, -weekdayOf(first));
    monday <= date || monday.slice(0, 7) === first.slice(0, 7);
    monday = addDays(monday, 7)
  ) {
    weeks.push(
      Array.from({ length: 7 }, (_, index) => addDays(monday, index)).map((each) => (each.slice(0, 7) === first.slice(0, 7) ? each : null)),
    );
  }
  return weeks;
}
