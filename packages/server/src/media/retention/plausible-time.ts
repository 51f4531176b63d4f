import type { Clock } from '@watchpost/contract/timing/clock';

const toleranceMs = 60_000;
const confirmationMs = 3_600_000;

/**
 * Creates a wall clock that accepts a jump forward only after it has lasted for an hour, because deletion must never follow a
 * wrong clock. It accepts a clock that was set back immediately, which only makes footage younger.
 */
export function createPlausibleTime(clock: Clock): () => number {
  let base = clock.now() - clock.monotonic();
  let doubt: { readonly base: number; readonly since: number } | null = null;
  return () => {
    const monotonic = clock.monotonic();
    const seen = clock.now() - monotonic;
    if (seen <= base + toleranceMs) {
      base = seen;
      doubt = null;
    } else if (!doubt || Math.abs(doubt.base - seen) > toleranceMs) {
      doubt = { base: seen, since: monotonic };
    } else if (monotonic - doubt.since >= confirmationMs) {
      base = seen;
      doubt = null;
    }
    return base + monotonic;
  };
}
