import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../app-error.ts';

export interface WindowLimitOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly windowMs: number;
  /** Maximum attempts of one key within the window. */
  readonly maxCount: number;
}

/**
 * Counts attempts by key within a sliding window.
 * @returns a function that counts one, and throws AppError too-many-requests when it is too many
 * @example const limit = createWindowLimit({ clock, windowMs: 60_000, maxCount: 10 }); limit(customerId);
 */
export function createWindowLimit({ clock, windowMs, maxCount }: WindowLimitOptions): (key: string) => void {
  const attempts = new Map<string, number[]>();
  return (key) => {
    const now = clock.monotonic();
    for (const [other, starts] of attempts) if (now - (starts.at(-1) ?? 0) >= windowMs) attempts.delete(other);
    const recent = (attempts.get(key) ?? []).filter((start) => now - start < windowMs);
    const [oldest = now] = recent;
    if (recent.length >= maxCount) throw new AppError('too-many-requests', { retryAfter: Math.ceil((oldest + windowMs - now) / 1000) });
    attempts.set(key, [...recent, now]);
  };
}
