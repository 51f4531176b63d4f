import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextAttemptAt, retryPeriodMs } from './webhooks-retries.ts';

const minute = 60_000;
const hour = 60 * minute;

/** Returns the times of all attempts of a delivery that never arrives, ms after the first. */
function attempts(random: number): number[] {
  const times = [0];
  for (let next: number | null = 0; next !== null;) {
    next = nextAttemptAt({ retries: times.length, now: times.at(-1) ?? 0, expiresAt: retryPeriodMs, retryAfterMs: null, random });
    if (next !== null) times.push(next);
  }
  return times;
}

test('a delivery is tried ten times within three days, with growing pauses', () => {
  const first = 5000 + 5 * minute;
  expect(attempts(0)).toEqual([
    0,
    5000,
    first,
    first + 0.5 * hour,
    first + 2.5 * hour,
    first + 7.5 * hour,
    first + 17.5 * hour,
    first + 31.5 * hour,
    first + 51.5 * hour,
    72 * hour,
  ]);
});

test('pauses only grow by chance, by a tenth at most, and the last attempt is at the end of the three days', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (random) => {
      const times = attempts(random);
      expect(times.at(-1)).toBe(retryPeriodMs);
      expect(times).toHaveLength(10);
      expect(times[1]).toBeGreaterThanOrEqual(5000);
      expect(times[1]).toBeLessThanOrEqual(5500);
    }),
  );
});

test('a receiver can ask for a longer pause, but not for one after the end', () => {
  const attempt = { retries: 1, now: 0, expiresAt: retryPeriodMs, random: 0 };
  expect(nextAttemptAt({ ...attempt, retryAfterMs: 1000 })).toBe(5000);
  expect(nextAttemptAt({ ...attempt, retryAfterMs: 120_000 })).toBe(120_000);
  expect(nextAttemptAt({ ...attempt, retryAfterMs: 11 * 24 * hour })).toBe(retryPeriodMs);
});
