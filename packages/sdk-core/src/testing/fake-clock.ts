import { createSettlingClock, type SettlingClock } from '@watchpost/contract/testing';

/** A clock that stands still until a test advances it. */
export type FakeClock = SettlingClock;

/** Creates a clock that stands still. @param start Unix milliseconds */
export function createFakeClock(start: number = Date.UTC(2026, 0, 1)): FakeClock {
  return createSettlingClock({ start });
}
