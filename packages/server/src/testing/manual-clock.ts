import type { Clock } from '../kernel/clock.ts';

/** A clock that stands still until it is told to move. */
export interface ManualClock extends Clock {
  /** Moves on by so many milliseconds and makes the calls that fall due, in their order. */
  advance(milliseconds: number): void;
  /** Sets the wall clock, as an operator or NTP does: no timer notices. */
  setWallClock(unixMs: number): void;
  /** Timers that wait. */
  readonly pending: number;
}

interface Timer {
  due: number;
  readonly interval: number | null;
  readonly call: () => void;
}

/** @param start Unix milliseconds */
export function createManualClock(start: number = Date.UTC(2026, 0, 15, 12)): ManualClock {
  const timers = new Set<Timer>();
  let monotonic = 0;
  let offset = start;

  const add = (due: number, interval: number | null, call: () => void): (() => void) => {
    const timer: Timer = { due, interval, call };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  const next = (until: number): Timer | undefined =>
    [...timers].filter(({ due }) => due <= until).sort((a, b) => a.due - b.due)[0];

  return {
    now: () => offset + monotonic,
    monotonic: () => monotonic,
    after: (delay, call) => add(monotonic + Math.max(0, delay), null, call),
    every: (interval, call) => add(monotonic + interval, interval, call),
    setWallClock: (unixMs) => {
      offset = unixMs - monotonic;
    },
    advance: (milliseconds) => {
      const until = monotonic + milliseconds;
      for (let timer = next(until); timer; timer = next(until)) {
        monotonic = Math.max(monotonic, timer.due);
        if (timer.interval === null) timers.delete(timer);
        else timer.due += timer.interval;
        timer.call();
      }
      monotonic = until;
    },
    get pending() {
      return timers.size;
    },
  };
}
