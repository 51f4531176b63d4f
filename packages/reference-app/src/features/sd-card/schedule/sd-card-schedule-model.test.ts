import { minutesOf, weekdays } from '@watchpost/sdk-core';
import type { ScheduleEntry } from '@watchpost/sdk-core';
import { describe, expect, test } from 'vitest';
import { daysName, draftOf, isSame, problemsOf, readTime, scheduleOf, withDay, withNew, withType } from './sd-card-schedule-model.ts';

const night: ScheduleEntry = { days: ['sat', 'sun'], from: '00:00', to: '06:00' };

test.each([
  ['8:30', '08:30'],
  ['0830', '08:30'],
  ['830', '08:30'],
  ['8', '08:00'],
  ['08.30', '08:30'],
  [' 18:05 ', '18:05'],
  ['24', '24:00'],
  ['24:00', '24:00'],
  ['0:00', '00:00'],
  ['', null],
  ['25', null],
  ['24:01', null],
  ['8:3', null],
  ['8:60', null],
  ['noon', null],
  ['12345', null],
  ['-1', null],
])('%s is %s', (typed, time) => {
  expect(readTime(typed)).toBe(time);
  if (time !== null) expect(minutesOf(time)).not.toBeNull();
});

describe('problems of an entry', () => {
  test.each([
    ['09:00', '18:00', null, null],
    ['18:00', '9:00', 'invalidFrom', null],
    ['09:00', '09:00', 'invalidFrom', null],
    ['22', '24', null, null],
    ['nine', '18:00', 'invalidFormat', null],
    ['09:00', '', null, 'invalidFormat'],
    ['x', 'y', 'invalidFormat', 'invalidFormat'],
  ])('%s to %s', (from, to, ofFrom, ofTo) => {
    const [entry] = draftOf([night]);
    expect(entry && problemsOf({ ...entry, from, to })).toEqual({ days: null, from: ofFrom, to: ofTo });
  });

  test('reports an entry without days', () => {
    const [entry] = draftOf([{ ...night, days: ['mon'] }]);
    expect(entry && problemsOf(withDay(entry, 'mon', false)).days).toBe('noDays');
  });
});

test('types select days; individually selected days are custom and sorted', () => {
  const [entry] = draftOf([night]);
  if (!entry) throw new Error('There is one.');
  expect(entry.type).toBe('custom');
  expect(withType(entry, 'allDays').days).toEqual(weekdays);
  expect(withType(entry, 'onlyWeekdays').days).toEqual(['mon', 'tue', 'wed', 'thu', 'fri']);
  const custom = withType(withType(entry, 'onlyWeekdays'), 'custom');
  expect(withDay(withDay(custom, 'sun', true), 'tue', false).days).toEqual(['mon', 'wed', 'thu', 'fri', 'sun']);
  expect(
    draftOf([
      { ...night, days: [...weekdays] },
      { ...night, days: weekdays.slice(0, 5) },
    ]).map(({ type }) => type),
  ).toEqual(['allDays', 'onlyWeekdays']);
});

test('a draft is saved completely or not at all; each entry keeps its key', () => {
  const draft = withNew(withNew(draftOf([night])));
  expect(draft.map(({ key }) => key)).toEqual([0, 1, 2]);
  expect(scheduleOf(draft.map((entry) => ({ ...entry, from: '7' })))).toBeNull();
  expect(scheduleOf(draft)?.[0]).toEqual(night);
  expect(isSame(draftOf([night]), [night])).toBe(true);
  expect(isSame(draft, [night])).toBe(false);
  expect(isSame([], [])).toBe(true);
});

test.each([
  [[...weekdays], 'allDays'],
  [weekdays.slice(0, 5), 'weekdays'],
  [weekdays.slice(5), 'weekends'],
  [['mon', 'sun'] as const, ['mon', 'sun']],
])('%j', (days, name) => expect(daysName([...days])).toEqual(name));
