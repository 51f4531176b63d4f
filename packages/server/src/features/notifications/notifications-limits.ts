import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';

/** Tests of one customer in one span; each makes this server ask an address that the customer chose. */
const most = 10;
const span = 60_000;

/** Bounds how often a customer can have a test sent; kept in memory, of the last minute only. */
export function createTestLimit(clock: Clock): { /** @throws {AppError} too-many-requests */ count(customerId: string): void } {
  let spanStart = clock.monotonic();
  const counts = new Map<string, number>();
  return {
    count: (customerId) => {
      const now = clock.monotonic();
      if (now - spanStart >= span) {
        counts.clear();
        spanStart = now;
      }
      const count = (counts.get(customerId) ?? 0) + 1;
      if (count > most) throw new AppError('too-many-requests', { retryAfter: Math.ceil((spanStart + span - now) / 1000) });
      counts.set(customerId, count);
    },
  };
}
