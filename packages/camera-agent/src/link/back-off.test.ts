import { expect, test } from 'vitest';
import { backOff } from './back-off.ts';

test('waits between half a second and a ceiling that doubles up to 15 s', () => {
  expect(backOff(1, 0)).toBe(500);
  expect(backOff(1, 1)).toBe(1000);
  expect(backOff(3, 1)).toBe(4000);
  expect(backOff(1000, 1)).toBe(15_000);
  expect(backOff(1000, 0)).toBe(500);
});
