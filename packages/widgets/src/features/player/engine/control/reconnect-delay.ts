/**
 * Waiting time before the next try: 0.5 s doubling to 15 s, with full jitter so that many players do not return at once.
 * @param attempt 0 for the first
 * @param random 0 to 1
 * @returns milliseconds
 */
export function reconnectDelay(attempt: number, random: number): number {
  const ceiling = Math.min(15_000, 500 * 2 ** Math.min(attempt, 10));
  return Math.max(100, ceiling * random);
}
