import type { Clock } from '@watchpost/contract/timing/clock';
import { AppError } from '../../../kernel/app-error.ts';
import { networkOf } from '../../../kernel/network/network-of.ts';

const windowMs = 10 * 60_000;
const maxMisses = 60;

/** Limits how often a network can try links that don't exist. */
export interface GuessLimit {
  /** @throws {AppError} too-many-requests after too many misses, for existing links too */
  check(address: string): void;
  /** Counts a link that doesn't exist. */
  miss(address: string): void;
}

export function createGuessLimit(clock: Pick<Clock, 'monotonic'>): GuessLimit {
  const misses = new Map<string, readonly number[]>();
  const recentOf = (network: string): readonly number[] => {
    const now = clock.monotonic();
    return (misses.get(network) ?? []).filter((at) => now - at < windowMs);
  };
  return {
    check: (address) => {
      const recent = recentOf(networkOf(address));
      const [oldest = 0] = recent;
      if (recent.length < maxMisses) return;
      throw new AppError('too-many-requests', { retryAfter: Math.ceil((oldest + windowMs - clock.monotonic()) / 1000) });
    },
    miss: (address) => {
      for (const network of misses.keys()) if (recentOf(network).length === 0) misses.delete(network);
      const network = networkOf(address);
      misses.set(network, [...recentOf(network), clock.monotonic()]);
    },
  };
}
