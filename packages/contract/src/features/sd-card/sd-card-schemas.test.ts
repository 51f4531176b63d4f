import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mergeSchedule, minutesOf, weekdays, type ScheduleEntry, type Weekday } from '../../protocols/schedule-protocol.ts';
import { scheduleEntrySchema, scheduleSchema, sendSdCardPieceCommand, updateSdCardBody } from './sd-card-schemas.ts';

const text = (minutes: number): string => `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
/** Few times, so that identical ones are frequent. */
const entries = fc.array(
  fc.record({
    days: fc.uniqueArray(fc.constantFrom(...weekdays), { minLength: 1 }),
    from: fc.constantFrom('00:00', '08:00', '09:30'),
    to: fc.constantFrom('10:00', '18:45', '24:00'),
  }),
  { maxLength: 20 },
);
/** Lists every covered minute of the week. */
function minutesOfWeek(schedule: readonly ScheduleEntry[]): Set<string> {
  const found = new Set<string>();
  for (const { days, from, to } of schedule) {
    for (const day of days) for (let at = minutesOf(from) ?? 0; at < (minutesOf(to) ?? 0); at += 15) found.add(`${day} ${at}`);
  }
  return found;
}

describe('entries with identical times are merged', () => {
  test('for any entries, the same minutes are covered, and no two have the same times', () => {
    fc.assert(
      fc.property(entries, (schedule) => {
        const merged = mergeSchedule(schedule);
        expect(minutesOfWeek(merged)).toEqual(minutesOfWeek(schedule));
        expect(new Set(merged.map(({ from, to }) => `${from} ${to}`)).size).toBe(merged.length);
      }),
    );
  });

  test('in any order and without duplicates', () => {
    fc.assert(
      fc.property(
        entries.chain((schedule) => fc.tuple(fc.constant(schedule), fc.shuffledSubarray(schedule, { minLength: schedule.length }))),
        ([schedule, shuffled]) => {
          expect(mergeSchedule(shuffled)).toEqual(mergeSchedule(schedule));
          expect(mergeSchedule(mergeSchedule(schedule))).toEqual(mergeSchedule(schedule));
        },
      ),
    );
  });

  test('days are sorted by the week, and other entries keep their times', () => {
    const days = (...list: Weekday[]): Weekday[] => list;
    expect(
      scheduleSchema.parse([
        { days: days('sun', 'mon'), from: '09:00', to: '10:00' },
        { days: days('mon'), from: '08:00', to: '10:00' },
        { days: days('wed'), from: '09:00', to: '10:00' },
      ]),
    ).toEqual([
      { days: ['mon'], from: '08:00', to: '10:00' },
      { days: ['mon', 'wed', 'sun'], from: '09:00', to: '10:00' },
    ]);
  });
});

test('exactly the minutes of a day can be parsed', () => {
  fc.assert(fc.property(fc.integer({ min: 0, max: 1440 }), (minutes) => minutesOf(text(minutes)) === minutes));
  for (const wrong of ['', '9:00', '09:60', '24:01', '25:00', '09.00', '09:00 ', '-1:00', '０９:00'])
    expect(minutesOf(wrong), wrong).toBeNull();
});

test.each([
  [{ from: '10:00', to: '10:00' }, 'Invalid From time'],
  [{ from: '22:00', to: '06:00' }, 'Invalid From time'],
  [{ from: '8:00', to: '10:00' }, 'Invalid time format'],
  [{ from: '08:00', to: '24:30' }, 'Invalid time format'],
  [{ from: '08:00', to: '24:00' }, null],
])('%j: %s', (times, message) => {
  const result = scheduleEntrySchema.safeParse({ days: ['mon'], ...times });
  expect(result.error?.issues[0]?.message ?? null).toBe(message);
});

test('a change contains a setting, and an entry at least a day', () => {
  for (const wrong of [
    {},
    { recording: 'sometimes' },
    { schedule: [{ days: [], from: '08:00', to: '09:00' }] },
    { schedule: Array.from({ length: 51 }, () => ({ days: ['mon'], from: '08:00', to: '09:00' })) },
    { quota: 1 },
  ]) {
    expect(updateSdCardBody.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false);
  }
  expect(updateSdCardBody.parse({ recording: 'always' })).toEqual({ recording: 'always' });
});

test('a camera is never asked for more than the maximum, nor for an empty range', () => {
  const ask = (start: number, end: number) =>
    sendSdCardPieceCommand.parameters.safeParse({ videoId: '1', withAudio: true, start, end, uploadId: 'x'.repeat(43) }).success;
  expect([ask(0, 1024 * 1024 - 1), ask(5, 5), ask(0, 1024 * 1024), ask(5, 4), ask(-1, 4)]).toEqual([true, true, false, false, false]);
});
