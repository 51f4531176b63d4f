import type { OnvifClock } from '../kernel/onvif-ports.ts';

/** A clock that stands still until it is told to move. */
export interface ManualClock extends OnvifClock {
  /** Moves on by so many milliseconds and makes the calls that fall due, in their order. */
  advance(milliseconds: number): void;
  /** Timers that wait. */
  readonly pending: number;
}

/** @param start Unix milliseconds */
export function createManualClock(start: number = Date.UTC(2026, 0, 15, 12)): ManualClock {
  const timers = new Set<{ readonly due: number; readonly call: () => void }>();
  let monotonic = 0;
  return {
    now: () => start + monotonic,
    monotonic: () => monotonic,
    after: (delay, call) => {
      const timer = { due: monotonic + Math.max(0, delay), call };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    advance: (milliseconds) => {
      const until = monotonic + milliseconds;
      for (;;) {
        const [timer] = [...timers].filter(({ due }) => due <= until).sort((a, b) => a.due - b.due);
        if (!timer) break;
        monotonic = Math.max(monotonic, timer.due);
        timers.delete(timer);
        timer.call();
      }
      monotonic = until;
    },
    get pending() {
      return timers.size;
    },
  };
}
