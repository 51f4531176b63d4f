import { setImmediate as nextTurn } from 'node:timers/promises';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import { inBackground } from '../../kernel/limits/database-wait.ts';
import type { Logger } from '../../kernel/log.ts';
import { createPlausibleTime } from './plausible-time.ts';

const dayMs = 24 * 60 * 60_000;
const checkIntervalMs = 60 * 60_000;
/** Rows per statement, so that none holds the database for long. */
const batchRows = 1000;

/** Deletes rows when they are old. */
export interface RowRetention {
  /** Deletes old rows now and every hour. */
  start(): void;
  /** Deletes old rows; never rejects. */
  run(): Promise<void>;
  close(): Promise<void>;
}

export interface RowRetentionOptions {
  readonly clock: Clock;
  readonly log: Logger;
  readonly keptDays: number;
  /** Deletes at most `limit` rows from before a time, Unix ms. @returns how many it has deleted */
  readonly removeSome: (before: number, limit: number) => Promise<bigint>;
  /** The warning of a failure. */
  readonly failure: string;
}

export function createRowRetention({ clock, log, keptDays, removeSome, failure }: RowRetentionOptions): RowRetention {
  // A clock that jumps must not delete anything early.
  const plausibleNow = createPlausibleTime(clock);
  let running: Promise<void> | null = null;
  let isClosed = false;
  let stop = (): void => undefined;

  const removeOld = async (): Promise<void> => {
    const before = plausibleNow() - keptDays * dayMs;
    while (!isClosed) {
      if ((await removeSome(before, batchRows)) < BigInt(batchRows)) return;
      await nextTurn();
    }
  };
  const run = (): Promise<void> =>
    (running ??= inBackground(removeOld)
      .catch((error: unknown) => log.warn({ err: error }, failure))
      .finally(() => (running = null)));

  return {
    start: () => {
      stop = callEvery(clock, checkIntervalMs, () => void run());
      void run();
    },
    run,
    close: async () => {
      isClosed = true;
      stop();
      await running;
    },
  };
}
