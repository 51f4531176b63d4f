import type { Clock } from '@watchpost/contract/timing/clock';

/** Limits how much CPU time is used, on average over some seconds. */
export interface CpuBudget {
  /** Whether there is time left. A call while there is none counts as exceeding the budget. */
  ask(): boolean;
  /** Takes away what was used, ms of CPU time. */
  spend(usedMs: number): void;
  /** Whether the budget was exceeded within the last minute. */
  isOver(): boolean;
}

/** What is not used can be used later, within this time: motion is rare, and costs much at once. */
const savedMs = 20_000;
const warningMs = 60_000;

/** @param options share: of one core: 0.5 is half of it, 2 two cores; read at each use, because operators change it */
export function createCpuBudget(options: { readonly clock: Clock; readonly share: number }): CpuBudget {
  const { clock } = options;
  let left = savedMs * options.share;
  let countedAt = clock.monotonic();
  let exceededAt = Number.NEGATIVE_INFINITY;

  const count = (): void => {
    const now = clock.monotonic();
    left = Math.min(savedMs * options.share, left + (now - countedAt) * options.share);
    countedAt = now;
  };
  return {
    ask: () => {
      count();
      if (left <= 0) exceededAt = countedAt;
      return left > 0;
    },
    spend: (usedMs) => {
      count();
      left -= Math.max(0, usedMs);
    },
    isOver: () => clock.monotonic() - exceededAt < warningMs,
  };
}
