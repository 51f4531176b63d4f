/** Time, injected so that hours of video are tested in microseconds. */
export interface Clock {
  /** Milliseconds from any origin; never runs backwards. */
  monotonic(): number;
  /** Resolves after `delay` milliseconds, or at once when the signal aborts. */
  wait(delay: number, signal: AbortSignal): Promise<void>;
}

/** What the clock on the wall says, Unix ms; jumps when it is set. */
export type WallClock = () => number;

export const systemWallClock: WallClock = () => Date.now();

/** The clock of the machine. */
export const systemClock: Clock = {
  monotonic: () => performance.now(),
  wait: (delay, signal) =>
    new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const end = (): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setTimeout(end, Math.max(0, delay));
      signal.addEventListener('abort', end);
    }),
};
