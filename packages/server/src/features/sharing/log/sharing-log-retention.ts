import { setImmediate as nextTurn } from 'node:timers/promises';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import { inBackground } from '../../../kernel/limits/database-wait.ts';
import type { Logger } from '../../../kernel/log.ts';
import { createPlausibleTime } from '../../../media/retention/plausible-time.ts';

const accessLogDays = 90;
const dayMs = 24 * 60 * 60_000;
const checkIntervalMs = 60 * 60_000;
/** Rows per statement, so that none holds the database for long. */
const batchRows = 1000;

/** Deletes entries after 90 days. */
export interface AccessLogRetention {
  /** Deletes old entries now and every hour. */
  start(): void;
  /** Deletes old entries; never rejects. */
  run(): Promise<void>;
  close(): Promise<void>;
}

export function createAccessLogRetention({
  db,
  clock,
  log,
}: {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
}): AccessLogRetention {
  // A clock that jumps must not delete anything early.
  const plausibleNow = createPlausibleTime(clock);
  let running: Promise<void> | null = null;
  let isClosed = false;
  let stop = (): void => undefined;

  const removeOld = async (): Promise<void> => {
    const before = plausibleNow() - accessLogDays * dayMs;
    while (!isClosed) {
      const { numDeletedRows } = await db
        .deleteFrom('access_log')
        .where('id', 'in', (rows) =>
          rows.selectFrom('access_log').select('id').where('at', '<', before).where('until', 'is not', null).orderBy('at').limit(batchRows),
        )
        .executeTakeFirst();
      if (numDeletedRows < BigInt(batchRows)) return;
      await nextTurn();
    }
  };
  const run = (): Promise<void> =>
    (running ??= inBackground(removeOld)
      .catch((error: unknown) => log.warn({ err: error }, 'Old entries of the access log could not be deleted; retrying'))
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
