/**
 * Milliseconds without progress after which a picture that should move counts as standing still: it is told within 1.5 s of the last
 * picture, which the clock of the video passes by up to 0.1 s.
 */
export const stallAfter = 1_300;

export interface StallWatchdog {
  /** @param now milliseconds, monotonic. @returns true once a stall, when it begins */
  check(currentTime: number, now: number): boolean;
  reset(): void;
}

export function createStallWatchdog(): StallWatchdog {
  let last: { time: number; at: number } | null = null;
  let told = false;
  return {
    check(currentTime, now) {
      if (!last || currentTime !== last.time) {
        last = { time: currentTime, at: now };
        told = false;
        return false;
      }
      if (told || now - last.at < stallAfter) return false;
      told = true;
      return true;
    },
    reset() {
      last = null;
      told = false;
    },
  };
}
