import { weekdays, type ScheduleEntry } from '@watchpost/contract/protocols/schedule';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isScheduled } from './sd-card-schedule.ts';

const workdays: ScheduleEntry[] = [{ days: ['mon', 'tue', 'wed', 'thu', 'fri'], from: '09:00', to: '18:00' }];
const at = (text: string): number => Date.parse(text);

describe('a schedule follows the camera’s time zone', () => {
  test.each([
    // A Monday.
    ['2026-11-23T06:00:00Z', 'Europe/Moscow', true],
    ['2026-11-23T05:59:59Z', 'Europe/Moscow', false],
    ['2026-11-23T14:59:59Z', 'Europe/Moscow', true],
    ['2026-11-23T15:00:00Z', 'Europe/Moscow', false],
    ['2026-11-23T06:00:00Z', 'America/New_York', false],
    // Sunday evening in New York is Monday in Auckland.
    ['2026-11-22T22:00:00Z', 'Pacific/Auckland', true],
    ['2026-11-22T22:00:00Z', 'America/New_York', false],
  ])('%s in %s: %s', (instant, zone, expected) => expect(isScheduled(workdays, at(instant), zone)).toBe(expected));

  test('24:00 is the end of the day, not the beginning of the next', () => {
    const evening: ScheduleEntry[] = [{ days: ['sun'], from: '23:00', to: '24:00' }];
    expect(
      ['2026-11-22T23:59:59Z', '2026-11-23T00:00:00Z', '2026-11-22T22:59:59Z'].map((instant) => isScheduled(evening, at(instant), 'UTC')),
    ).toEqual([true, false, false]);
  });

  test('the hour that a clock change repeats is recorded twice, the one that it skips not at all', () => {
    const night: ScheduleEntry[] = [{ days: ['sun'], from: '02:00', to: '03:00' }];
    const minutes = (from: string, to: string): number => {
      let count = 0;
      for (let instant = at(from); instant < at(to); instant += 60_000) count += isScheduled(night, instant, 'Europe/Berlin') ? 1 : 0;
      return count;
    };
    expect([minutes('2026-10-25T00:00:00Z', '2026-10-25T06:00:00Z'), minutes('2026-03-29T00:00:00Z', '2026-03-29T06:00:00Z')]).toEqual([
      120, 0,
    ]);
  });
});

test('all days from 00:00 to 24:00 means always, in any zone; no days means never', () => {
  const always: ScheduleEntry[] = [{ days: [...weekdays], from: '00:00', to: '24:00' }];
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 4e12 }),
      fc.constantFrom('UTC', 'Europe/Moscow', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Apia', 'America/Santiago'),
      (instant, zone) => {
        expect([isScheduled(always, instant, zone), isScheduled([], instant, zone)]).toEqual([true, false]);
      },
    ),
  );
});
