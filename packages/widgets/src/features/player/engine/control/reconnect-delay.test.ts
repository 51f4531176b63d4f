import { expect, test } from 'vitest';
import { reconnectDelay } from './reconnect-delay.ts';

test('0.5 s doubling to 15 s, with full jitter', () => {
  expect([0, 1, 2, 3, 4, 5, 500].map((attempt) => reconnectDelay(attempt, 1))).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  expect(reconnectDelay(3, 0.5)).toBe(2_000);
  expect(reconnectDelay(9, 0)).toBe(100);
});
