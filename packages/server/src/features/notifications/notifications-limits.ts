import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';

/** Maximum tests of one customer per window; each makes this server connect to an address that the customer chose. */
const maxTests = 10;
const windowMs = 60_000;

/** Limits how often a customer can request a test; kept in memory, for the last minute only. */
export function createTestLimit(clock: Clock): { /** @throws {AppError} too-many-requests */ count(customerId: string): void } {
  let windowStart = clock.monotonic();
  const counts = new Map<string, number>();
  return {
    count: (customerId) => {
      const now = clock.monotonic();
      if (now - windowStart >= windowMs) {
        counts.clear();
        windowStart = now;
      }
      const count = (counts.get(customerId) ?? 0) + 1;
      if (count > maxTests) throw new AppError('too-many-requests', { retryAfter: Math.ceil((windowStart + windowMs - now) / 1000) });
      counts.set(customerId, count);
    },
  };
}
