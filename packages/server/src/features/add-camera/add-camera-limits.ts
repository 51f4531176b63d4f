import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../kernel/app-error.ts';
import { createWindowLimit } from '../../kernel/limits/window-limit.ts';

const windowMs = 10 * 60_000;
const defaultMaxAttempts = 120;
const maxConcurrent = 8;

/** Prevents an account from using the server as a port scanner: by default 120 attempts in 10 minutes, 8 concurrently. */
export function createProbeLimit(
  clock: Clock,
  maxAttempts: number = defaultMaxAttempts,
): <T>(customerId: string, attempt: () => Promise<T>) => Promise<T> {
  const accounts = new Map<string, { starts: number[]; running: number }>();
  return async (customerId, attempt) => {
    const now = clock.monotonic();
    for (const [id, { starts, running }] of accounts) if (running === 0 && now - (starts.at(-1) ?? 0) >= windowMs) accounts.delete(id);
    const account = accounts.get(customerId) ?? { starts: [], running: 0 };
    accounts.set(customerId, account);
    account.starts = account.starts.filter((start) => now - start < windowMs);
    const [oldest = now] = account.starts;
    if (account.starts.length >= maxAttempts)
      throw new AppError('too-many-requests', { retryAfter: Math.ceil((oldest + windowMs - now) / 1000) });
    if (account.running >= maxConcurrent) throw new AppError('too-many-requests', { retryAfter: 10 });
    account.starts.push(now);
    account.running += 1;
    try {
      return await attempt();
    } finally {
      account.running -= 1;
    }
  };
}

const serialWindowMs = 60 * 60_000;
const maxSerials = 10;

/** Prevents an account from checking many serial numbers: 10 an hour. @throws {AppError} too-many-requests */
export function createSerialLimit(clock: Clock): (customerId: string) => void {
  return createWindowLimit({ clock, windowMs: serialWindowMs, maxCount: maxSerials });
}
