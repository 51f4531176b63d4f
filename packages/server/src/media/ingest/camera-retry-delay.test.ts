import { expect, test } from 'vitest';
import { cameraRetryDelay } from './camera-retry-delay.ts';

const minuteMs = 60_000;

test('a camera is retried within 7.5 s for ten minutes, then about once a minute', () => {
  expect([0, 1, 5, 100].map((attempt) => cameraRetryDelay(attempt, 1, minuteMs))).toEqual([250, 500, 7500, 7500]);
  expect(cameraRetryDelay(100, 0, minuteMs)).toBe(100);
  expect([0, 1].map((random) => cameraRetryDelay(100, random, 11 * minuteMs))).toEqual([45_000, minuteMs]);
});
