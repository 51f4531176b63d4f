import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bucketOf, histogramBoundsMs, percentileOf } from './quality-histogram.ts';

const durations = fc.array(fc.integer({ min: 0, max: 600_000 }), { minLength: 1, maxLength: 200 });
const countsOf = (values: readonly number[], counts = new Map<number, number>()): Map<number, number> => {
  for (const value of values) counts.set(bucketOf(value), (counts.get(bucketOf(value)) ?? 0) + 1);
  return counts;
};

test('bounds grow without gaps up to ten minutes, and stay few', () => {
  expect([...histogramBoundsMs]).toEqual([...new Set(histogramBoundsMs)].toSorted((a, b) => a - b));
  expect(histogramBoundsMs.at(-1)).toBeGreaterThanOrEqual(600_000);
  expect(histogramBoundsMs.length).toBeLessThan(60);
  expect([bucketOf(0), bucketOf(50), bucketOf(51), bucketOf(10 ** 9)]).toEqual([0, 0, 1, histogramBoundsMs.length - 1]);
});

test('a percentile of merged histograms is in the bucket of the exact one', () => {
  fc.assert(
    fc.property(durations, durations, fc.constantFrom(0.5, 0.95, 1), (one, other, share) => {
      const merged = countsOf(other, countsOf(one));
      const sorted = [...one, ...other].toSorted((a, b) => a - b);
      const exact = sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] ?? Number.NaN;
      expect(bucketOf(percentileOf(merged, share) ?? Number.NaN)).toBe(bucketOf(exact));
    }),
  );
});

test('nothing has no percentile', () => {
  expect([percentileOf(new Map(), 0.5), percentileOf(new Map([[3, 0]]), 0.5)]).toEqual([null, null]);
});
