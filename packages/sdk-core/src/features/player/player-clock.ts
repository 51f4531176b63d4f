import type { ClockPort } from '../../kernel/ports.ts';

/** The server's clock, read through pings: half of the shortest way there and back is the best guess of one way. */
export interface ServerClock {
  now(): number;
  /** @param sentAt @param receivedAt monotonic milliseconds @param serverTime Unix milliseconds */
  sample(sentAt: number, receivedAt: number, serverTime: number): void;
}

interface Sample {
  readonly offset: number;
  readonly roundTrip: number;
}
const kept = 8;

export function createServerClock(clock: ClockPort): ServerClock {
  let samples: readonly Sample[] = [];
  let offset: number | null = null;
  return {
    now: () => (offset === null ? clock.now() : clock.monotonic() + offset),
    sample(sentAt, receivedAt, serverTime) {
      const roundTrip = receivedAt - sentAt;
      const fresh: Sample = { offset: serverTime + roundTrip / 2 - receivedAt, roundTrip };
      // Two samples cannot be further apart than half of both ways: otherwise a clock was set or the machine slept.
      const agrees = (old: Sample): boolean => Math.abs(old.offset - fresh.offset) <= (old.roundTrip + fresh.roundTrip) / 2 + 20;
      samples = [...(samples.every(agrees) ? samples : []), fresh].slice(-kept);
      offset = samples.reduce((best, sample) => (sample.roundTrip <= best.roundTrip ? sample : best), fresh).offset;
    },
  };
}

const shortest = 500;
/** Most networks come back without a hint of the platform: a picture within 5 s of that leaves no time for a longer wait. */
const longest = 2_000;

/** Milliseconds to wait before try number `attempt` (from 0): 0.5 to 2 s, full jitter, so that a crowd does not come back at once. */
export function backOff(attempt: number, random: () => number): number {
  return random() * Math.min(longest, shortest * 2 ** attempt);
}
