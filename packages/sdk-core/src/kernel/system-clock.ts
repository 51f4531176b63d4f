import type { ClockPort } from './ports.ts';

/** The platform's clock: the only file of this package that reads the time or sets a timer. */
export const systemClock: ClockPort = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (delay, callback) => {
    const timer = setTimeout(callback, delay);
    return () => clearTimeout(timer);
  },
};
