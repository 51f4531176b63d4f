import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { startOfDay, zoneDays } from './zone-days.ts';

const hour = 3_600_000;
const formats = new Map<string, Intl.DateTimeFormat>();
function dateOf(at: number, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timeZone, format);
  return format.format(at);
}
const zones = [
  'Europe/Moscow',
  'Europe/Berlin',
  'Antarctica/Troll',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Asia/Beirut',
  'America/Santiago',
  'UTC',
  'Asia/Kathmandu',
];

describe('R21: days of a camera', () => {
  test.each(zones)('%s: every instant lies in exactly one day, the one that its clocks show', (timeZone) => {
    const days = [...zoneDays({ from: '2011-01-01', to: '2014-12-31' }, timeZone)];
    for (const [index, day] of days.entries()) {
      expect(day.to).toBeGreaterThanOrEqual(day.from);
      expect(days[index + 1]?.from ?? day.to).toBe(day.to);
    }
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2011, 0, 2), max: Date.UTC(2014, 11, 30) }), (at) => {
        const holding = days.filter(({ from, to }) => from <= at && at < to);
        expect(holding.map(({ date }) => date)).toEqual([dateOf(at, timeZone)]);
      }),
      { numRuns: 60 },
    );
    // The hard cases are the instants next to every boundary.
    for (const { date, from, to } of days) {
      if (from === to) continue;
      expect([dateOf(from, timeZone), dateOf(to - 1, timeZone)]).toEqual([date, date]);
      expect(dateOf(from - 1, timeZone) < date).toBe(true);
    }
  });

  test.each([
    ['Europe/Moscow', '2011-03-27', 23],
    ['Europe/Moscow', '2014-10-26', 25],
    ['Europe/Berlin', '2026-03-29', 23],
    ['Europe/Berlin', '2026-10-25', 25],
    ['Antarctica/Troll', '2026-03-29', 22],
    ['Antarctica/Troll', '2026-10-25', 26],
    ['Australia/Lord_Howe', '2026-10-04', 23.5],
    ['Australia/Lord_Howe', '2026-04-05', 24.5],
    ['Pacific/Apia', '2011-12-29', 24],
    ['Pacific/Apia', '2011-12-30', 0],
    ['Pacific/Apia', '2011-12-31', 24],
    ['Asia/Beirut', '2026-03-29', 23],
    ['Asia/Beirut', '2026-10-24', 25],
    ['America/Santiago', '2026-09-06', 23],
    ['America/Santiago', '2026-04-04', 25],
  ])('%s %s has %d hours', (timeZone, date, hours) => {
    const [day] = zoneDays({ from: date, to: date }, timeZone);
    expect(((day?.to ?? 0) - (day?.from ?? 0)) / hour).toBe(hours);
  });

  test('where clocks skip midnight the day begins at one', () => {
    expect(new Date(startOfDay('2026-03-29', 'Asia/Beirut')).toISOString()).toBe('2026-03-28T22:00:00.000Z');
    expect(new Date(startOfDay('2026-09-06', 'America/Santiago')).toISOString()).toBe('2026-09-06T04:00:00.000Z');
  });

  test('where clocks go back over midnight no instant has two days', () => {
    // St. John's went back from 00:01 to 23:01: the repeated hour belongs to the new day.
    const days = [...zoneDays({ from: '2006-10-27', to: '2006-10-31' }, 'America/St_Johns')];
    expect(days.map(({ from, to }) => (to - from) / hour)).toEqual([24, 24, 25, 24, 24]);
  });
});
