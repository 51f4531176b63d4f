import { expect, test } from 'vitest';
import { waitOf } from './code-errors.ts';

test.each([
  [0, 'seconds', 1],
  [0.2, 'seconds', 1],
  [119, 'seconds', 119],
  [120, 'minutes', 2],
  [121, 'minutes', 3],
  [3600, 'minutes', 60],
  [7200, 'hours', 2],
  [86_400, 'hours', 24],
] as const)('%d seconds are shown in %s: %d', (seconds, unit, count) => {
  expect(waitOf(seconds)).toEqual({ unit, count });
});
