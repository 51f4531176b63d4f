import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isInDailyWindow, isWithinDailyWindow, nextDailyWindowChange } from './daily-window.ts';
import { isInWeeklyHours } from './weekly-hours.ts';

const at = (time: string): number => Date.parse(time);
const day = { fromMinutes: 8 * 60, untilMinutes: 18 * 60 };
const night = { fromMinutes: 22 * 60, untilMinutes: 6 * 60 };
const minute = fc.integer({ min: 0, max: 1439 });
const windows = fc
  .record({ fromMinutes: minute, untilMinutes: minute })
  .filter(({ fromMinutes, untilMinutes }) => fromMinutes !== untilMinutes);
/** Zones with clock changes of an hour, of half an hour and of two, at midnight, and without any. */
const zones = fc.constantFrom(
  'Europe/Moscow',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Antarctica/Troll',
  'Asia/Beirut',
  'America/Santiago',
  'Asia/Kathmandu',
);
const times = fc.integer({ min: at('2024-01-01T00:00:00Z'), max: at('2027-12-31T00:00:00Z') });

describe('a daily window', () => {
  test.each([
    ['the minute before it opens', '2026-11-23T04:59:59.999Z', false],
    ['its first moment', '2026-11-23T05:00:00Z', true],
    ['its last moment', '2026-11-23T14:59:59.999Z', true],
    ['the moment it ends', '2026-11-23T15:00:00Z', false],
  ])('in Moscow, %s', (_name, time, isOpen) => expect(isInDailyWindow(day, at(time), 'Europe/Moscow')).toBe(isOpen));

  test.each([
    ['before midnight', '2026-11-23T20:30:00Z', true],
    ['after midnight', '2026-11-24T01:00:00Z', true],
    ['at noon', '2026-11-23T09:00:00Z', false],
  ])('across midnight, %s', (_name, time, isOpen) => expect(isInDailyWindow(night, at(time), 'Europe/Moscow')).toBe(isOpen));

  test('opens at its local hour on the day that the clock goes forward', () => {
    expect(nextDailyWindowChange(day, at('2026-03-28T20:00:00Z'), 'Europe/Berlin')).toBe(at('2026-03-29T06:00:00Z'));
  });

  test('an hour that a clock change skips opens at the first minute after it', () => {
    const skipped = { fromMinutes: 2 * 60 + 30, untilMinutes: 5 * 60 };
    expect(nextDailyWindowChange(skipped, at('2026-03-28T22:00:00Z'), 'Europe/Berlin')).toBe(at('2026-03-29T01:00:00Z'));
  });

  test('its next change is the first one: open until then, the other way from then on', () => {
    fc.assert(
      fc.property(windows, times, zones, fc.double({ min: 0, max: 1, noNaN: true }), (window, time, zone, share) => {
        const change = nextDailyWindowChange(window, time, zone);
        if (change === null) return;
        const isOpen = isInDailyWindow(window, time, zone);
        expect(change).toBeGreaterThan(time);
        expect(isInDailyWindow(window, change, zone)).toBe(!isOpen);
        expect(isInDailyWindow(window, Math.floor(time + (change - 1 - time) * share), zone)).toBe(isOpen);
      }),
      { numRuns: 300 },
    );
  });

  test('lies within another one exactly when each of its minutes does', () => {
    fc.assert(
      fc.property(windows, windows, (inner, outer) => {
        const minutes = Array.from({ length: 288 }, (_, index) => index * 300_000);
        const isInside = minutes
          .filter((time) => isInDailyWindow(inner, time, 'Etc/UTC'))
          .every((time) => isInDailyWindow(outer, time, 'Etc/UTC'));
        if (isWithinDailyWindow(inner, outer)) expect(isInside).toBe(true);
        else expect(leaves(inner, outer)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});

/** Whether a minute of the inner window lies outside of the outer one. */
function leaves(inner: typeof day, outer: typeof day): boolean {
  const minutes = Array.from({ length: 1440 }, (_, index) => index * 60_000);
  return minutes.some((time) => isInDailyWindow(inner, time, 'Etc/UTC') && !isInDailyWindow(outer, time, 'Etc/UTC'));
}

describe('weekly hours', () => {
  const workdays = { days: ['mon', 'tue', 'wed', 'thu', 'fri'] as const, from: '08:00', to: '18:00' };
  const weekend = { days: ['fri', 'sat'] as const, from: '22:00', to: '06:00' };
  const all = [workdays, weekend].map((hours) => ({ ...hours, days: [...hours.days] }));
  test.each([
    ['Monday morning', '2026-11-23T08:00+03:00', true],
    ['the minute before', '2026-11-23T07:59+03:00', false],
    ['Monday night', '2026-11-23T23:00+03:00', false],
    ['Friday night', '2026-11-27T23:00+03:00', true],
    ['early on Saturday, which began on Friday', '2026-11-28T05:59+03:00', true],
    ['the moment it ends', '2026-11-28T06:00+03:00', false],
    ['early on Friday, which began on no day of these', '2026-11-27T05:00+03:00', false],
    ['early on Monday', '2026-11-30T01:00+03:00', false],
  ])('%s', (_name, time, isIn) => expect(isInWeeklyHours(all, at(time), 'Europe/Moscow')).toBe(isIn));

  const everyNight = [{ days: [...(['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const)], from: '22:00', to: '07:00' }];
  test.each([
    ['a second before', '2026-11-23T21:59:59+01:00', false],
    ['its first second', '2026-11-23T22:00:00+01:00', true],
    ['within the last minute of the day', '2026-11-23T23:59:30+01:00', true],
    ['midnight', '2026-11-24T00:00:00+01:00', true],
    ['its last second', '2026-11-24T06:59:59+01:00', true],
    ['its end', '2026-11-24T07:00:00+01:00', false],
    ['its first second, in the night that is an hour shorter', '2026-03-28T22:00:00+01:00', true],
    ['its last second, in that night', '2026-03-29T06:59:59+02:00', true],
    ['its end, in that night', '2026-03-29T07:00:00+02:00', false],
    ['the hour that is repeated, once', '2026-10-25T02:30:00+02:00', true],
    ['the hour that is repeated, again', '2026-10-25T02:30:00+01:00', true],
    ['its last second, in the night that is an hour longer', '2026-10-25T06:59:59+01:00', true],
    ['its end, in that night', '2026-10-25T07:00:00+01:00', false],
  ])('a night in Berlin: %s', (_name, time, isIn) => expect(isInWeeklyHours(everyNight, at(time), 'Europe/Berlin')).toBe(isIn));

  test('until the end of a day, and in another zone on another day', () => {
    const sunday = [{ days: ['sun' as const], from: '00:00', to: '24:00' }];
    expect(isInWeeklyHours(sunday, at('2026-11-29T23:59+03:00'), 'Europe/Moscow')).toBe(true);
    expect(isInWeeklyHours(sunday, at('2026-11-29T23:59+03:00'), 'Asia/Tokyo')).toBe(false);
  });
});
