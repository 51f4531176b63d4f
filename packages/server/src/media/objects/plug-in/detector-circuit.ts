import { backOffDelay } from '@watchpost/contract/timing/back-off';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { DetectorFailure } from './detector-answer.ts';

/** Leaves a detector alone for a while once it has failed several times in a row: a circuit breaker. */
export interface DetectorCircuit {
  /** Whether to ask it now. */
  isClosed(): boolean;
  succeed(): void;
  fail(failure: DetectorFailure): void;
  /** Whether the next answer decides if it works, because there was none yet, or it is failing. */
  isOnTrial(): boolean;
  /** Why it is of no use, and since when, Unix ms; null while it works. */
  failing(): Failing | null;
}
interface Failing {
  readonly reason: DetectorFailure;
  readonly since: number;
}

/** One failure may be a restart. */
const maxFailures = 3;
const rest = { minMs: 10_000, maxMs: 5 * 60_000, floorMs: 2000 };

export function createDetectorCircuit({ clock, random }: { readonly clock: Clock; readonly random: () => number }): DetectorCircuit {
  let failures = 0;
  let firstFailedAt = 0;
  let restUntil = Number.NEGATIVE_INFINITY;
  let failing: Failing | null = null;
  let hasWorked = false;
  return {
    isClosed: () => clock.monotonic() >= restUntil,
    succeed: () => {
      failures = 0;
      restUntil = Number.NEGATIVE_INFINITY;
      failing = null;
      hasWorked = true;
    },
    fail: (reason) => {
      if (failures === 0) firstFailedAt = clock.now();
      failures += 1;
      if (failures < maxFailures) return;
      failing = { reason, since: firstFailedAt };
      restUntil = clock.monotonic() + backOffDelay(failures - maxFailures, random(), rest);
    },
    isOnTrial: () => !hasWorked || failing !== null,
    failing: () => failing,
  };
}
