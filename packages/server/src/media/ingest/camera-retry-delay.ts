import { backOffDelay } from '@watchpost/contract/timing/back-off';

/** A camera that returns is found within 7.5 s (R7 requires 10). */
const limits = { minMs: 250, maxMs: 7_500, floorMs: 100 };
const longOutageMs = 10 * 60_000;
const longOutageLimits = { minMs: 60_000, maxMs: 60_000, floorMs: 45_000 };

/**
 * Returns how long to wait before a camera is retried: up to 7.5 s, and about a minute after ten minutes offline.
 * @param attempt 0 for the first
 * @param random 0 to 1
 * @param outageMs how long the camera has been offline
 * @returns milliseconds
 */
export function cameraRetryDelay(attempt: number, random: number, outageMs: number): number {
  return backOffDelay(attempt, random, outageMs > longOutageMs ? longOutageLimits : limits);
}
