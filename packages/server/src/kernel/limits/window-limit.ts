import { AppError } from '../app-error.ts';
import type { Clock } from '../clock.ts';

export interface WindowLimitOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  /** ms */
  readonly window: number;
  /** Attempts of one key within the window. */
  readonly most: number;
}

/**
 * Counts attempts by key within the window before each of them.
 * @returns counts one, and throws AppError too-many-requests for one too many
 * @example
 * const limit = createWindowLimit({ clock, window: 60_000, most: 10 });
 * limit(customerId);
 */
export function createWindowLimit({ clock, window, most }: WindowLimitOptions): (key: string) => void {
  const attempts = new Map<string, number[]>();
  return (key) => {
    const now = clock.monotonic();
    for (const [other, starts] of attempts) if (now - (starts.at(-1) ?? 0) >= window) attempts.delete(other);
    const recent = (attempts.get(key) ?? []).filter((start) => now - start < window);
    const [oldest = now] = recent;
    if (recent.length >= most) throw new AppError('too-many-requests', { retryAfter: Math.ceil((oldest + window - now) / 1000) });
    attempts.set(key, [...recent, now]);
  };
}
