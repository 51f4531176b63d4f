import type { Clock } from '@watchpost/contract/timing/clock';

/** Remembers what happened a short time ago, in limited memory. */
export interface Recent {
  /**
   * Whether this has not happened within the time window.
   * @param options.renews the window restarts with every call, not only with the first
   */
  isNew(key: string, options: { readonly renews: boolean }): boolean;
}

export function createRecent({
  clock,
  windowMs,
  capacity,
}: {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly windowMs: number;
  readonly capacity: number;
}): Recent {
  /** Monotonic milliseconds; the oldest first. */
  const times = new Map<string, number>();
  const note = (key: string): void => {
    times.delete(key);
    times.set(key, clock.monotonic());
    const [oldest] = times.keys();
    if (times.size > capacity && oldest !== undefined) times.delete(oldest);
  };
  return {
    isNew: (key, { renews }) => {
      const known = times.get(key);
      const isNew = known === undefined || clock.monotonic() - known >= windowMs;
      if (isNew || renews) note(key);
      return isNew;
    },
  };
}
