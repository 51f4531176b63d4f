import type { Clock } from '../timing/clock.ts';

/** A clock that moves only on request. */
export interface ManualClock extends Clock {
  /** Advances the clock and runs the timers that become due, in their order. */
  advance(milliseconds: number): void;
  /** Runs the next timer that is due within this time; returns the milliseconds it took, or null when there is none. */
  runNext(withinMs: number): number | null;
  /** Sets the wall clock, as an operator or NTP does: no timer is affected. */
  setWallClock(unixMs: number): void;
  /** Number of waiting timers. */
  readonly pending: number;
}

interface Timer {
  readonly due: number;
  readonly callback: () => void;
}

/**
 * Creates a clock.
 * @param start Unix milliseconds
 */
export function createManualClock(start: number = Date.UTC(2026, 0, 15, 12)): ManualClock {
  const timers = new Set<Timer>();
  let monotonic = 0;
  let offset = start;

  const runNext = (withinMs: number): number | null => {
    // Hours of a server pass here, timer by timer: looking at each once is much cheaper than sorting. Of two at the same time, the older one runs.
    let next: Timer | null = null;
    for (const timer of timers) if (timer.due <= monotonic + withinMs && (next === null || timer.due < next.due)) next = timer;
    if (next === null) return null;
    const took = Math.max(0, next.due - monotonic);
    monotonic += took;
    timers.delete(next);
    next.callback();
    return took;
  };

  return {
    now: () => offset + monotonic,
    monotonic: () => monotonic,
    after: (delayMs, callback) => {
      const timer = { due: monotonic + Math.max(0, delayMs), callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance: (milliseconds) => {
      const until = monotonic + milliseconds;
      while (runNext(until - monotonic) !== null);
      monotonic = Math.max(monotonic, until);
    },
    runNext,
    setWallClock: (unixMs) => {
      offset = unixMs - monotonic;
    },
    get pending() {
      return timers.size;
    },
  };
}

/** As {@link ManualClock}, but promises settle between timers: `advance` is asynchronous. */
export interface SettlingClock extends Omit<ManualClock, 'advance' | 'runNext'> {
  advance(milliseconds: number): Promise<void>;
  /** Lets promises settle without advancing time. */
  settle(): Promise<void>;
}

/**
 * Creates a clock for code that awaits between its timers.
 * @param settle lets promises settle: 50 turns of microtasks by default
 * @param start Unix milliseconds
 */
export function createSettlingClock({
  settle = settleMicrotasks,
  start,
}: { readonly settle?: () => Promise<void>; readonly start?: number | undefined } = {}): SettlingClock {
  const clock = createManualClock(start);
  const { now, monotonic, after, setWallClock, advance, runNext } = clock;
  return {
    now,
    monotonic,
    after,
    setWallClock,
    // Read each time: spread into another object it would stay as it was at first.
    get pending() {
      return clock.pending;
    },
    settle,
    advance: async (milliseconds) => {
      await settle();
      let left = milliseconds;
      for (let took = runNext(left); took !== null; took = runNext(left)) {
        left -= took;
        await settle();
      }
      advance(left);
      await settle();
    },
  };
}

async function settleMicrotasks(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
}
