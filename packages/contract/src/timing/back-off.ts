/** Milliseconds. */
export interface BackOffLimits {
  /** The ceiling of the first wait; it doubles with each attempt. */
  readonly minMs: number;
  readonly maxMs: number;
  /** No wait is shorter. 0 by default, at most `minMs`. */
  readonly floorMs?: number;
}

/**
 * Returns how long to wait before a retry: a random time below a ceiling that doubles ("full jitter"), so that many clients
 * that lost the same server do not reconnect together.
 * @param attempt 0 for the first
 * @param random 0 to 1
 * @returns milliseconds
 * @example backOffDelay(3, Math.random(), { minMs: 500, maxMs: 15_000 }) // 0 to 4 s
 */
export function backOffDelay(attempt: number, random: number, { minMs, maxMs, floorMs = 0 }: BackOffLimits): number {
  return floorMs + random * (Math.min(maxMs, minMs * 2 ** attempt) - floorMs);
}
