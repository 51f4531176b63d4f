/** How long to wait before a camera is tried again. */
export interface BackOff {
  /**
   * @param outage how long the camera has been away, ms
   * @returns ms
   */
  next(outage: number): number;
  reset(): void;
}

const shortest = 500;
const longest = 15_000;
const longOutage = 10 * 60_000;
const longWait = 60_000;

/**
 * Doubles from 0.5 s to 15 s; the wait lies anywhere in the lower half of that, so that cameras behind one broken switch
 * do not all come at once and one that returns is found within 7.5 s (R7 gives 10). After 10 minutes: about once a minute.
 * @param random 0 to 1
 */
export function createBackOff(random: () => number): BackOff {
  let attempt = 0;
  return {
    next: (outage) => {
      if (outage > longOutage) return longWait * (0.75 + random() / 4);
      const ceiling = Math.min(longest, shortest * 2 ** Math.min(attempt, 10));
      attempt += 1;
      return Math.max(100, (ceiling / 2) * random());
    },
    reset: () => {
      attempt = 0;
    },
  };
}
