const [shortest, longest] = [500, 15_000];

/**
 * How long to wait before the next try, ms: doubling from 0.5 s to 15 s with full jitter, so that a crowd of agents
 * does not come back in step after the server's restart.
 * @param failures how many tries have failed in a row, 1 or more
 * @param random 0–1
 */
export function backOff(failures: number, random: number): number {
  const ceiling = Math.min(longest, shortest * 2 ** Math.min(failures, 10));
  return shortest + random * (ceiling - shortest);
}
