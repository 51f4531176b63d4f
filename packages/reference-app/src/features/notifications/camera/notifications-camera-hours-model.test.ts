import { weekdays } from '@watchpost/sdk-core';
import { expect, test } from 'vitest';
import { daysOf, hoursProblem, isOverMidnight, newHours, timeChoices, withDay } from './notifications-camera-hours-model.ts';

test('times are half hours and what was chosen elsewhere; only the end can be the end of the day', () => {
  expect(timeChoices('22:00', 'from')).toHaveLength(48);
  expect(timeChoices('22:00', 'to').at(-1)).toBe('24:00');
  const times = timeChoices('07:15', 'from');
  expect(times.slice(times.indexOf('07:00'), times.indexOf('07:30') + 1)).toEqual(['07:00', '07:15', '07:30']);
});

test('days are added in their order, and removed', () => {
  const weekend = { ...newHours, days: weekdays.slice(5) };
  expect(withDay(weekend, 'wed').days).toEqual(['wed', 'sat', 'sun']);
  expect(withDay(weekend, 'sun').days).toEqual(['sat']);
});

test.each([
  [[...weekdays], 'allDays'],
  [weekdays.slice(0, 5), 'workdays'],
  [weekdays.slice(5), 'weekend'],
  [['mon', 'sun'] as const, ['mon', 'sun']],
])('%j are called %j', (days, name) => {
  expect(daysOf(days)).toEqual(name);
});

test.each([
  [{ days: [] }, 'noDays'],
  [{ from: '07:00' }, 'sameTimes'],
  [{}, null],
  [{ from: '00:00', to: '24:00' }, null],
])('%j has the problem %j', (change, problem) => {
  expect(hoursProblem({ ...newHours, ...change })).toBe(problem);
});

test('hours whose end is before their start last into the next day', () => {
  expect(isOverMidnight(newHours)).toBe(true);
  expect(isOverMidnight({ ...newHours, to: '24:00' })).toBe(false);
});
