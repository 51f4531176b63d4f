import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dayKey } from '../../shared/time/time-texts.ts';
import { dayRange } from './events-day-range.ts';

const hour = 3_600_000;

test.each([
  ['Europe/Moscow', '2026-11-21', 24],
  ['Europe/Moscow', '2011-03-27', 23],
  ['Europe/Moscow', '2014-10-26', 25],
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['Antarctica/Troll', '2026-03-29', 22],
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ['Asia/Beirut', '2026-03-29', 23],
  ['America/Santiago', '2026-09-06', 23],
  ['Pacific/Apia', '2011-12-29', 24],
] as const)('%s, %s has %d hours', (timeZone, day, hours) => {
  const { from, to } = dayRange(day, timeZone);
  expect((to - from) / hour).toBe(hours);
  expect([dayKey(from, timeZone), dayKey(to - 1, timeZone)]).toEqual([day, day]);
  expect(dayKey(from - 1, timeZone) < day).toBe(true);
});

test('a day that a place skipped is empty', () => {
  const { from, to } = dayRange('2011-12-30', 'Pacific/Apia');
  expect(to - from).toBe(0);
});

test('every instant lies in its own day and in no other', () => {
  const zones = ['Europe/Moscow', 'Europe/Berlin', 'Antarctica/Troll', 'Australia/Lord_Howe', 'Pacific/Apia', 'Asia/Beirut', 'America/Santiago', 'UTC'];
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: Date.UTC(2010, 0), max: Date.UTC(2027, 0) }), (timeZone, at) => {
      const { from, to } = dayRange(dayKey(at, timeZone), timeZone);
      expect(at >= from && at < to).toBe(true);
    }),
    { numRuns: 200 },
  );
});
