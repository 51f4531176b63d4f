import { AppError } from '../../kernel/app-error.ts';
import type { Clock } from '../../kernel/clock.ts';
import { createWindowLimit } from '../../kernel/limits/window-limit.ts';

const window = 10 * 60_000;
const usualAttempts = 120;
const atOnce = 8;

/** Keeps one account from turning the server into a port scanner: 120 attempts in 10 minutes unless said otherwise, 8 at once. */
export function createProbeLimit(clock: Clock, attemptsAWindow: number = usualAttempts): <T>(customerId: string, attempt: () => Promise<T>) => Promise<T> {
  const accounts = new Map<string, { starts: number[]; running: number }>();
  return async (customerId, attempt) => {
    const now = clock.monotonic();
    for (const [id, { starts, running }] of accounts) if (running === 0 && now - (starts.at(-1) ?? 0) >= window) accounts.delete(id);
    const account = accounts.get(customerId) ?? { starts: [], running: 0 };
    accounts.set(customerId, account);
    account.starts = account.starts.filter((start) => now - start < window);
    const [oldest = now] = account.starts;
    if (account.starts.length >= attemptsAWindow) throw new AppError('too-many-requests', { retryAfter: Math.ceil((oldest + window - now) / 1000) });
    if (account.running >= atOnce) throw new AppError('too-many-requests', { retryAfter: 10 });
    account.starts.push(now);
    account.running += 1;
    try {
      return await attempt();
    } finally {
      account.running -= 1;
    }
  };
}

const serialWindow = 60 * 60_000;
const serialsAWindow = 10;

/** Whether a serial number is taken is nobody's to find out for many: 10 an hour for an account. @throws {AppError} too-many-requests */
export function createSerialLimit(clock: Clock): (customerId: string) => void {
  return createWindowLimit({ clock, window: serialWindow, most: serialsAWindow });
}
