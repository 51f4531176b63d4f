const minuteMs = 60_000;
const minutes = 60;

/** Counts what happened within the last hour, minute by minute. */
export interface HourlyCount {
  /** @param at Unix ms */
  add(count: number, at: number): void;
  /** Returns the sum of the hour that ends now. @param now Unix ms */
  total(now: number): number;
}

export function createHourlyCount(): HourlyCount {
  /** By minute, in any order: a clock can be set back. */
  const counts = new Map<number, number>();
  const forget = (now: number): void => {
    const last = Math.floor(now / minuteMs);
    for (const minute of counts.keys()) if (minute <= last - minutes || minute > last + minutes) counts.delete(minute);
  };
  return {
    add: (count, at) => {
      const minute = Math.floor(at / minuteMs);
      if (!counts.has(minute)) forget(at);
      counts.set(minute, (counts.get(minute) ?? 0) + count);
    },
    total: (now) => {
      forget(now);
      return [...counts.values()].reduce((sum, count) => sum + count, 0);
    },
  };
}
