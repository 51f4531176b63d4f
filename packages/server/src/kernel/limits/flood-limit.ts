import type { Clock } from '@watchpost/contract/timing/clock';

const windowMs = 1000;

/**
 * Limits the messages of one peer: far more than it needs is a flood, and the caller disconnects it.
 * @param maxCount in one second
 * @returns a function that counts one message, and returns true when it is too many
 */
export function createFloodLimit(clock: Pick<Clock, 'monotonic'>, maxCount: number): () => boolean {
  let since = Number.NEGATIVE_INFINITY;
  let count = 0;
  return () => {
    const now = clock.monotonic();
    if (now - since >= windowMs) {
      since = now;
      count = 0;
    }
    count += 1;
    return count > maxCount;
  };
}
