import { expect, test } from 'vitest';
import { createHourlyCount } from './hourly-count.ts';

const minute = 60_000;

test('counts the last hour, forgets what is older, and survives a clock that is set back', () => {
  const count = createHourlyCount();
  count.add(2, 0);
  count.add(3, 30 * minute);
  expect(count.total(59 * minute)).toBe(5);
  expect(count.total(60 * minute)).toBe(3);
  count.add(1, 24 * 60 * minute);
  expect(count.total(24 * 60 * minute)).toBe(1);
  // A day back: what was counted in the future is forgotten.
  count.add(4, minute);
  expect(count.total(2 * minute)).toBe(4);
});
