/** Time and timers, injected everywhere, so that minutes and days are tested in microseconds. */
export interface Clock {
  /** Unix milliseconds; may jump when the system's clock is set. */
  now(): number;
  /** Milliseconds from any origin; never jumps, never runs backwards. */
  monotonic(): number;
  /** Calls once after `delay` milliseconds; the result cancels. */
  after(delay: number, call: () => void): () => void;
  /** Calls every `interval` milliseconds; the result cancels. */
  every(interval: number, call: () => void): () => void;
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (delay, call) => {
    const timer = setTimeout(call, delay);
    return () => clearTimeout(timer);
  },
  every: (interval, call) => {
    const timer = setInterval(call, interval);
    return () => clearInterval(timer);
  },
};
