import type { ClockPort } from '../ports.ts';

/** The timers of one object, such as a connection, which are canceled with it. */
export interface Timers {
  /** Calls back once after `delay` milliseconds; the returned function cancels. */
  later(delay: number, callback: () => void): () => void;
  cancelAll(): void;
}

export function createTimers(clock: ClockPort): Timers {
  const timers = new Set<() => void>();
  return {
    later: (delay, callback) => {
      const cancel = clock.after(delay, () => {
        timers.delete(cancel);
        callback();
      });
      timers.add(cancel);
      return cancel;
    },
    cancelAll: () => {
      for (const cancel of timers) cancel();
      timers.clear();
    },
  };
}
