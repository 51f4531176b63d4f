const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Recommended by the Standard Webhooks specification; each is extended by up to a tenth, so that a thousand deliveries don't return at once. */
const delaysMs = [5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];

/** How long a delivery is tried, ms. */
export const retryPeriodMs: number = 3 * 24 * hour;

export interface FailedAttempt {
  /** Failed attempts so far. */
  readonly retries: number;
  readonly now: number;
  /** Time of the last attempt, Unix ms. */
  readonly expiresAt: number;
  /** What the receiver asks for, ms; null for nothing. */
  readonly retryAfterMs: number | null;
  /** 0 to 1. */
  readonly random: number;
}

/** Returns when a delivery is tried again, Unix ms; null when this was the last attempt. */
export function nextAttemptAt({ retries, now, expiresAt, retryAfterMs, random }: FailedAttempt): number | null {
  if (now >= expiresAt) return null;
  const delay = (delaysMs[Math.min(retries, delaysMs.length) - 1] ?? 5 * second) * (1 + random / 10);
  return Math.min(expiresAt, Math.round(now + Math.max(delay, retryAfterMs ?? 0)));
}
