/** The one place of the app that reads the clock and starts timers. */
export interface Clock {
  /** Unix milliseconds. */
  now(): number;
  /** Calls once after `milliseconds`; returns how to cancel. */
  after(milliseconds: number, callback: () => void): () => void;
  /** Calls every `milliseconds` until cancelled. */
  every(milliseconds: number, callback: () => void): () => void;
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
  every(milliseconds, callback) {
    const timer = setInterval(callback, milliseconds);
    return () => clearInterval(timer);
  },
};
