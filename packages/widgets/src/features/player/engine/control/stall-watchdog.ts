/**
 * Milliseconds without progress after which a moving picture counts as stalled: reported within 1.5 s of the last picture, which the
 * video's clock passes by up to 0.1 s.
 */
export const stallTimeoutMs = 1_300;

export interface StallWatchdog {
  /** @param now milliseconds, monotonic. @returns true once per stall, when it starts */
  check(currentTime: number, now: number): boolean;
  reset(): void;
}

export function createStallWatchdog(): StallWatchdog {
  let last: { time: number; at: number } | null = null;
  let reported = false;
  return {
    check(currentTime, now) {
      if (!last || currentTime !== last.time) {
        last = { time: currentTime, at: now };
        reported = false;
        return false;
      }
      if (reported || now - last.at < stallTimeoutMs) return false;
      reported = true;
      return true;
    },
    reset() {
      last = null;
      reported = false;
    },
  };
}
