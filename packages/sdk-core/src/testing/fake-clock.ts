import { createSettlingClock, type SettlingClock } from '@watchpost/contract/testing';

export type FakeClock = SettlingClock;

/** @param start Unix milliseconds */
export function createFakeClock(start: number = Date.UTC(2026, 0, 1)): FakeClock {
  return createSettlingClock({ start });
}
