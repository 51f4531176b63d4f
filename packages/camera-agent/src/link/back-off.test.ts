import { expect, test } from 'vitest';
import { backOff } from './back-off.ts';

const minute = 60_000;

test('waits between half a second and a ceiling that doubles, up to 3 s in the first minute, 15 s after it, a minute after ten', () => {
  expect(backOff(1, 0, 0)).toBe(500);
  expect(backOff(1, 1, 0)).toBe(1000);
  expect(backOff(2, 1, 0)).toBe(2000);
  expect(backOff(20, 1, 20_000)).toBe(3000);
  expect(backOff(20, 1, minute)).toBe(15_000);
  expect(backOff(1000, 1, 10 * minute)).toBe(minute);
  expect(backOff(1000, 0, 10 * minute)).toBe(500);
});
