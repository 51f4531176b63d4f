import type { TextStorage } from '../../../shared/browser/storage.ts';

/** A shorter absence does not count, ms. */
export const minAwayMs = 5 * 60_000;
/** Only the end of a longer absence is summed up, ms. */
export const maxAwayMs = 3 * 86_400_000;

export interface Visits {
  /** The user left the page. */
  left(): void;
  /** The user came back, or opened the page: since when they were away, Unix milliseconds; null for a moment, or for the first visit. */
  back(): number | null;
}

const key = 'left-at';

/** Remembers in this browser when the user last looked. @param now of the server, Unix milliseconds */
export function createVisits(storage: TextStorage, now: () => number): Visits {
  return {
    left: () => storage.write(key, String(Math.floor(now()))),
    back: () => {
      const at = Number(storage.read(key) ?? Number.NaN);
      if (!Number.isFinite(at) || now() - at < minAwayMs) return null;
      return Math.max(at, now() - maxAwayMs);
    },
  };
}
