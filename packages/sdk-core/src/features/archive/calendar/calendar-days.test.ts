import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, addMonths, dayOf, dayRange, dayStart, isCalendarDate, monthWeeks, weekdayOf } from './calendar-days.ts';
import { calendarKey } from './calendar-keys.ts';
import { zoneOffset } from '../../../kernel/format/zones.ts';

const hour = 3_600_000;
/** Clocks that skip midnight, go back over it, move by half an hour or two hours, or skip a whole day (R21). */
const zones = [
  'Europe/Moscow',
  'Europe/Berlin',
  'Antarctica/Troll',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Beirut',
  'America/Santiago',
  'America/St_Johns',
  'Asia/Kathmandu',
  'UTC',
];
const hours = (date: string, zone: string): number => (dayRange(date, zone).to - dayRange(date, zone).from) / hour;

describe('R21: days', () => {
  test('every instant belongs to exactly one day', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), fc.integer({ min: Date.UTC(2007, 0, 1), max: Date.UTC(2027, 0, 1) }), (zone, time) => {
        const date = dayOf(time, zone);
        const { from, to } = dayRange(date, zone);
        expect(time).toBeGreaterThanOrEqual(from);
        expect(time).toBeLessThan(to);
        for (const other of [-2, -1, 1, 2].map((by) => dayRange(addDays(date, by), zone)))
          expect(time >= other.from && time < other.to).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  test('the zone’s clock shows the same date, except for hours that repeat when clocks go back over midnight', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...zones.filter((zone) => zone !== 'America/St_Johns')),
        fc.integer({ min: Date.UTC(2011, 0, 1), max: Date.UTC(2027, 0, 1) }),
        (zone, time) => {
          expect(dayOf(time, zone)).toBe(
            new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(time),
          );
        },
      ),
      { numRuns: 1000 },
    );
  });

  test.each([
    ['2011-03-27', 'Europe/Moscow', 23],
    ['2014-10-26', 'Europe/Moscow', 25],
    ['2026-11-21', 'Europe/Moscow', 24],
    ['2026-03-29', 'Europe/Berlin', 23],
    ['2026-10-25', 'Europe/Berlin', 25],
    ['2026-03-29', 'Antarctica/Troll', 22],
    ['2026-10-25', 'Antarctica/Troll', 26],
    ['2026-04-05', 'Australia/Lord_Howe', 24.5],
    ['2026-10-04', 'Australia/Lord_Howe', 23.5],
    ['2011-12-29', 'Pacific/Apia', 24],
    ['2011-12-30', 'Pacific/Apia', 0],
    ['2011-12-31', 'Pacific/Apia', 24],
    ['2024-03-31', 'Asia/Beirut', 23],
    ['2024-09-08', 'America/Santiago', 23],
    ['2024-04-06', 'America/Santiago', 25],
  ])('%s in %s has %d hours', (date, zone, length) => expect(hours(date, zone)).toBe(length));

  test('if midnight is skipped, the day begins an hour later', () => {
    const start = dayStart('2024-03-31', 'Asia/Beirut');
    expect(new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Beirut', timeStyle: 'short' }).format(start)).toBe('01:00');
    expect(dayOf(start - 1, 'Asia/Beirut')).toBe('2024-03-30');
  });

  test('the night that St. John’s repeated belongs entirely to the new day', () => {
    // 2010-11-07 00:01 became 2010-11-06 23:01.
    const first = Date.UTC(2010, 10, 7, 2, 30);
    expect([0, 1, 30, 60, 61].map((minutes) => dayOf(first + minutes * 60_000, 'America/St_Johns'))).toEqual(
      Array.from({ length: 5 }, () => '2010-11-07'),
    );
    expect(dayOf(first - 1, 'America/St_Johns')).toBe('2010-11-06');
  });
});

test('offsets include daylight saving time', () => {
  expect(zoneOffset(Date.UTC(2026, 0, 1), 'Europe/Moscow')).toBe(3 * hour);
  expect([0, 6].map((month) => zoneOffset(Date.UTC(2026, month, 1), 'Europe/Berlin') / hour)).toEqual([1, 2]);
  expect(() => zoneOffset(0, 'Mars/Olympus')).toThrow(RangeError);
});

describe('months', () => {
  test('weeks begin on Monday and contain every day of the month once', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40_000 }), (days) => {
        const date = addDays('1970-01-01', days);
        const weeks = monthWeeks(date);
        const all = weeks.flat().filter((each) => each !== null);
        expect(all).toContain(date);
        expect(all[0]).toBe(`${date.slice(0, 8)}01`);
        expect(addDays(all.at(-1) ?? '', 1).slice(8)).toBe('01');
        for (const week of weeks) for (const [index, each] of week.entries()) if (each !== null) expect(weekdayOf(each)).toBe(index);
        expect(weeks.every((week) => week.some((each) => each !== null))).toBe(true);
      }),
    );
  });
  test('November 2026 matches a printed calendar', () => {
    expect(monthWeeks('2026-11-21')).toHaveLength(6);
    expect(monthWeeks('2027-02-10').map((week) => week[0])).toEqual(['2027-02-01', '2027-02-08', '2027-02-15', '2027-02-22']);
  });
  test('adding a month stops at its last day', () => {
    expect([addMonths('2026-01-31', 1), addMonths('2024-01-31', 1), addMonths('2026-01-15', -1), addMonths('2024-02-29', 12)]).toEqual([
      '2026-02-28',
      '2024-02-29',
      '2025-12-15',
      '2025-02-28',
    ]);
  });
  test('only existing dates are valid', () => {
    expect(['2026-11-21', '2024-02-29'].every(isCalendarDate)).toBe(true);
    expect(['2026-02-29', '2026-13-01', '2026-1-1', '', 'today', '2026-11-21T00:00'].some(isCalendarDate)).toBe(false);
  });
});

test('keys move in the grid', () => {
  const from = '2026-11-18';
  const to = Object.fromEntries(
    ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End', 'PageUp', 'PageDown', 'a'].map((key) => [
      key,
      calendarKey(from, key, false),
    ]),
  );
  expect(to).toEqual({
    ArrowLeft: '2026-11-17',
    ArrowRight: '2026-11-19',
    ArrowUp: '2026-11-11',
    ArrowDown: '2026-11-25',
    Home: '2026-11-16',
    End: '2026-11-22',
    PageUp: '2026-10-18',
    PageDown: '2026-12-18',
    a: null,
  });
  expect([calendarKey(from, 'PageUp', true), calendarKey(from, 'PageDown', true)]).toEqual(['2025-11-18', '2027-11-18']);
});
