import { backOffDelay } from '@watchpost/contract/timing/back-off';

const minDelayMs = 500;
const minuteMs = 60_000;

/** Retries soon at first, because most cuts are short, and less and less often while the server stays away. */
function maxDelayMs(outageMs: number): number {
  if (outageMs < minuteMs) return 3000;
  return outageMs < 10 * minuteMs ? 15_000 : minuteMs;
}

/**
 * Returns the wait before the next try: up to 3 s in the first minute, to 15 s after it and to a minute after ten.
 * @param failures consecutive failed tries, 1 or more
 * @param random 0 to 1
 * @param outageMs how long the server has been unreachable
 * @returns milliseconds
 */
export function retryDelay(failures: number, random: number, outageMs: number): number {
  return backOffDelay(failures, random, { minMs: minDelayMs, maxMs: maxDelayMs(outageMs), floorMs: minDelayMs });
}
