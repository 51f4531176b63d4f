import type { Clock } from '../../kernel/clock.ts';

const slack = 60_000;
const believeAfter = 3_600_000;

/**
 * The wall clock, except that a jump forward is believed only after it has stood for an hour: deleting is the one thing
 * that must not follow a wrong clock. A clock that was set back is believed at once: it only makes footage younger.
 */
export function createPlausibleTime(clock: Clock): () => number {
  let base = clock.now() - clock.monotonic();
  let doubt: { readonly base: number; readonly since: number } | null = null;
  return () => {
    const monotonic = clock.monotonic();
    const seen = clock.now() - monotonic;
    if (seen <= base + slack) {
      base = seen;
      doubt = null;
    } else if (!doubt || Math.abs(doubt.base - seen) > slack) {
      doubt = { base: seen, since: monotonic };
    } else if (monotonic - doubt.since >= believeAfter) {
      base = seen;
      doubt = null;
    }
    return base + monotonic;
  };
}
