import { backOffDelay } from '@watchpost/contract/timing/back-off';
import type { Clock } from '@watchpost/contract/timing/clock';

/** A camera that returns is found within 7.5 s (R7 requires 10). */
const limits = { minMs: 250, maxMs: 7_500, floorMs: 100 };
const longOutageMs = 10 * 60_000;
const longOutageLimits = { minMs: 60_000, maxMs: 60_000, floorMs: 45_000 };
/** Only after it has delivered for this long, without a longer pause than this, a camera is retried as soon as one that never failed. */
const steadyMs = 30_000;
const maxPauseMs = 10_000;

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

/** The retries of one source. */
export interface CameraRetries {
  /** The source has delivered a picture. */
  onDelivery(): void;
  /** Returns how long to wait before the next attempt, ms; the source has ended. */
  next(): number;
}

/** Creates the retries of one source: one that hangs up after its first picture is retried ever more slowly as well. */
export function createCameraRetries(clock: Clock, random: () => number): CameraRetries {
  let attempt = 0;
  let downSince = clock.monotonic();
  /** Begin and end of the running delivery, monotonic ms. */
  let delivery: { readonly from: number; to: number } | null = null;
  return {
    onDelivery: () => {
      const now = clock.monotonic();
      if (!delivery || now - delivery.to > maxPauseMs) delivery = { from: now, to: now };
      delivery.to = now;
    },
    next: () => {
      const now = clock.monotonic();
      if (delivery) downSince = now;
      if (delivery && delivery.to - delivery.from >= steadyMs) attempt = 0;
      delivery = null;
      return cameraRetryDelay(attempt++, random(), now - downSince);
    },
  };
}
