/** Every bound is this much larger than the one before: no percentile is further off. */
const growth = 1.2;
const firstBoundMs = 50;
const lastBoundMs = 600_000;

/** Upper bounds of the buckets, milliseconds. Stored counts refer to them by index: they never change. */
export const histogramBoundsMs: readonly number[] = Array.from(
  { length: Math.ceil(Math.log(lastBoundMs / firstBoundMs) / Math.log(growth)) + 1 },
  (_, index) => Math.round(firstBoundMs * growth ** index),
);

/** Returns the index of the bucket of a duration. @param durationMs a longer one than the last bound counts as the last bound */
export function bucketOf(durationMs: number): number {
  const index = histogramBoundsMs.findIndex((bound) => durationMs <= bound);
  return index === -1 ? histogramBoundsMs.length - 1 : index;
}

/**
 * Returns a percentile of merged histograms, milliseconds; null without values. It is in the bucket of the exact one.
 * @param counts by index of the bucket
 * @param share 0 to 1, 0.5 for the median
 */
export function percentileOf(counts: ReadonlyMap<number, number>, share: number): number | null {
  const filled = [...counts].filter(([, count]) => count > 0).toSorted(([a], [b]) => a - b);
  const total = filled.reduce((sum, [, count]) => sum + count, 0);
  if (total === 0) return null;
  const rank = Math.max(1, Math.ceil(share * total));
  let before = 0;
  for (const [bucket, count] of filled) {
    if (before + count >= rank) {
      const low = histogramBoundsMs[bucket - 1] ?? 0;
      const high = histogramBoundsMs[bucket] ?? low;
      return Math.round(low + ((high - low) * (rank - before)) / count);
    }
    before += count;
  }
  return null;
}
