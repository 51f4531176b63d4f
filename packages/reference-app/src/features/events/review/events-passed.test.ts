import { expect, test } from 'vitest';
import { createPassedRow, placeOfRow, seenAfterMs } from './events-passed.ts';

test.each([
  ['after a second in view, over the top', seenAfterMs, 'above', true],
  ['scrolled past too fast', seenAfterMs - 1, 'above', false],
  ['left at the bottom', seenAfterMs, 'elsewhere', false],
] as const)('%s', (_, ms, place, isSeen) => {
  let now = 500;
  const moved = createPassedRow(() => now);
  expect(moved('in-view')).toBe(false);
  now += ms;
  expect(moved(place)).toBe(isSeen);
  expect(moved(place)).toBe(false);
});

test('a row that was never in view is not seen; one that stays has its time from the beginning', () => {
  let now = 0;
  expect(createPassedRow(() => now)('above')).toBe(false);
  const moved = createPassedRow(() => now);
  moved('in-view');
  now = 900;
  moved('in-view');
  now = 1000;
  expect(moved('above')).toBe(true);
});

test('a row is above once its middle has left at the top', () => {
  expect([placeOfRow(true, 40, 0), placeOfRow(false, 0, 0), placeOfRow(false, 900, 0)]).toEqual(['in-view', 'above', 'elsewhere']);
});
