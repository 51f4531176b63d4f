import { expect, test } from 'vitest';
import { createStallWatchdog } from './stall-watchdog.ts';

test('reports a stall once, after 1.3 s without progress, and again after progress', () => {
  const watchdog = createStallWatchdog();
  expect(
    [
      [1, 0],
      [2, 1_000],
      [2, 2_299],
      [2, 2_300],
      [2, 9_000],
      [3, 9_100],
      [3, 10_400],
    ].map(([time = 0, now = 0]) => watchdog.check(time, now)),
  ).toEqual([false, false, false, true, false, false, true]);
});
