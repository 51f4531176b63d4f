import { expect, test } from 'vitest';
import { retryDelay } from './retry-delay.ts';

const minuteMs = 60_000;

test('waits between half a second and a doubling ceiling: up to 3 s in the first minute, 15 s after it, a minute after ten', () => {
  expect(retryDelay(1, 0, 0)).toBe(500);
  expect(retryDelay(1, 1, 0)).toBe(1000);
  expect(retryDelay(2, 1, 0)).toBe(2000);
  expect(retryDelay(20, 1, 20_000)).toBe(3000);
  expect(retryDelay(20, 1, minuteMs)).toBe(15_000);
  expect(retryDelay(1000, 1, 10 * minuteMs)).toBe(minuteMs);
  expect(retryDelay(1000, 0, 10 * minuteMs)).toBe(500);
});
