import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOf, recentDays, timelapseDayOf } from './timelapse-days.ts';

const hour = 3_600_000;
const at = (text: string): number => Date.parse(text);
const fixed = (from: string, to: string) => ({ kind: 'fixed', from, to }) as const;

test('a day is filmed from its first to its last minute, made at night and announced in the morning', () => {
  expect(timelapseDayOf('2026-11-27', fixed('06:00', '21:00'), 'Europe/Moscow')).toEqual({
    day: '2026-11-27',
    span: { from: at('2026-11-27T03:00Z'), to: at('2026-11-27T18:00Z') },
    dueAt: at('2026-11-27T22:00Z'),
    sendAt: at('2026-11-28T05:00Z'),
  });
});

test('hours over midnight end on the next day; the film waits for them', () => {
  const { span, dueAt, sendAt } = timelapseDayOf('2026-11-27', fixed('20:00', '09:00'), 'UTC');
  expect(span).toEqual({ from: at('2026-11-27T20:00Z'), to: at('2026-11-28T09:00Z') });
  expect([dueAt, sendAt]).toEqual([at('2026-11-28T09:05Z'), at('2026-11-28T09:05Z')]);
  expect(timelapseDayOf('2026-11-27', fixed('00:00', '24:00'), 'UTC').span).toEqual({
    from: at('2026-11-27T00:00Z'),
    to: at('2026-11-28T00:00Z'),
  });
});

test('where clocks change, a day has 23 or 25 hours, skipped times are that of the skip and repeated ones the first', () => {
  const wholeDay = (day: string) => timelapseDayOf(day, fixed('00:00', '24:00'), 'Europe/Berlin').span;
  expect(wholeDay('2026-03-29').to - wholeDay('2026-03-29').from).toBe(23 * hour);
  expect(wholeDay('2026-10-25').to - wholeDay('2026-10-25').from).toBe(25 * hour);
  expect(instantOf('2026-03-29', 2 * 60 + 30, 'Europe/Berlin')).toBe(at('2026-03-29T01:00Z'));
  expect(instantOf('2026-03-29', 3 * 60, 'Europe/Berlin')).toBe(at('2026-03-29T01:00Z'));
  expect(instantOf('2026-10-25', 2 * 60 + 30, 'Europe/Berlin')).toBe(at('2026-10-25T00:30Z'));
  // Lord Howe's clocks change by half an hour.
  expect(instantOf('2026-10-04', 2 * 60 + 15, 'Australia/Lord_Howe')).toBe(at('2026-10-03T15:30Z'));
});

test('in the polar day the whole day is filmed, in the polar night the hours around noon', () => {
  const hours = { kind: 'daylight', latitude: 78.22, longitude: 15.63 } as const;
  const summer = timelapseDayOf('2026-06-21', hours, 'Arctic/Longyearbyen').span;
  expect(summer).toEqual({ from: at('2026-06-20T22:00Z'), to: at('2026-06-21T22:00Z') });
  const winter = timelapseDayOf('2026-12-21', hours, 'Arctic/Longyearbyen').span;
  expect(winter.to - winter.from).toBe(4 * hour);
  expect(Math.abs((winter.from + winter.to) / 2 - at('2026-12-21T10:57Z'))).toBeLessThan(5 * 60_000);
});

test('by daylight, the clock change does not move the film', () => {
  const hours = { kind: 'daylight', latitude: 52.52, longitude: 13.4 } as const;
  const [before, after] = ['2026-03-28', '2026-03-29'].map((day) => timelapseDayOf(day, hours, 'Europe/Berlin').span);
  if (!before || !after) throw new Error('Two days.');
  expect(Math.abs(after.from - before.from - 24 * hour)).toBeLessThan(5 * 60_000);
});

const zone = fc.constantFrom(
  'UTC',
  'Europe/Berlin',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Pacific/Apia',
  'Africa/Cairo',
  'America/Havana',
);
const day = fc
  .date({ min: new Date('2005-01-03'), max: new Date('2037-12-28'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const minutes = fc.integer({ min: 0, max: 1440 });

test('in every zone, times of a day keep their order and lie within it', () => {
  fc.assert(
    fc.property(zone, day, minutes, minutes, (timeZone, date, a, b) => {
      const [first, second] = [instantOf(date, Math.min(a, b), timeZone), instantOf(date, Math.max(a, b), timeZone)];
      expect(first).toBeLessThanOrEqual(second);
      expect(first).toBeGreaterThanOrEqual(instantOf(date, 0, timeZone));
      expect(second).toBeLessThanOrEqual(instantOf(date, 1440, timeZone));
    }),
  );
});

test('a film is due after its hours and before it is announced, and then its day is a recent one', () => {
  const time = fc
    .integer({ min: 0, max: 1439 })
    .map((value) => `${String(Math.floor(value / 60)).padStart(2, '0')}:${String(value % 60).padStart(2, '0')}`);
  fc.assert(
    fc.property(zone, day, time, time, (timeZone, date, from, to) => {
      fc.pre(from !== to);
      const { span, dueAt, sendAt } = timelapseDayOf(date, fixed(from, to), timeZone);
      expect(span.to).toBeGreaterThanOrEqual(span.from);
      expect(dueAt).toBeGreaterThan(span.to);
      expect(sendAt).toBeGreaterThanOrEqual(dueAt);
      expect(recentDays(dueAt, timeZone)).toContain(date);
    }),
  );
});
