import { expect, test } from 'vitest';
import { degreesOf, draftOf, hoursOf, isOverMidnight } from './timelapse-hours-draft.ts';

test.each([
  ['59.94', 90, 59.94],
  ['59,94', 90, 59.94],
  [' -33.87 ', 90, -33.87],
  ['−33,87', 90, -33.87],
  ['180', 180, 180],
  ['90.1', 90, null],
  ['', 90, null],
  ['1e2', 180, null],
  ['59°', 90, null],
])('%j degrees', (typed, most, degrees) => expect(degreesOf(typed, most)).toBe(degrees));

test('hours survive being shown and typed', () => {
  const fixed = { kind: 'fixed', from: '06:00', to: '21:00' } as const;
  const daylight = { kind: 'daylight', latitude: 59.94, longitude: -30.31 } as const;
  expect(hoursOf(draftOf(fixed))).toEqual(fixed);
  expect(hoursOf(draftOf(daylight))).toEqual(daylight);
  expect(hoursOf(draftOf({ ...fixed, to: '24:00' }))).toEqual({ ...fixed, to: '00:00' });
});

test('nothing is saved while something is missing', () => {
  const draft = draftOf({ kind: 'fixed', from: '06:00', to: '21:00' });
  expect(hoursOf({ ...draft, to: '06:00' })).toBeNull();
  expect(hoursOf({ ...draft, from: '' })).toBeNull();
  expect(hoursOf({ ...draft, kind: 'daylight' })).toBeNull();
  expect(hoursOf({ ...draft, kind: 'daylight', latitude: '60', longitude: '' })).toBeNull();
});

test('midnight is the end of the day, anything earlier than the start is tomorrow', () => {
  expect(isOverMidnight({ from: '06:00', to: '00:00' })).toBe(false);
  expect(isOverMidnight({ from: '22:00', to: '06:00' })).toBe(true);
  expect(isOverMidnight({ from: '06:00', to: '21:00' })).toBe(false);
});
