import { setImmediate as nextTurn } from 'node:timers/promises';
import { callEvery, type Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import { inBackground } from '../../kernel/limits/database-wait.ts';
import type { Logger } from '../../kernel/log.ts';
import { createPlausibleTime } from '../../media/retention/plausible-time.ts';

const keptDays = 30;
const dayMs = 24 * 60 * 60_000;
const checkIntervalMs = 60 * 60_000;
/** Rows per statement, so that none holds the database for long. */
const batchRows = 1000;

/** Deletes deliveries after 30 days. */
export interface WebhookRetention {
  /** Deletes old deliveries now and every hour. */
  start(): void;
  /** Deletes old deliveries; never rejects. */
  run(): Promise<void>;
  close(): Promise<void>;
}

export interface WebhookRetentionDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
}

export function createWebhookRetention({ db, clock, log }: WebhookRetentionDeps): WebhookRetention {
  // A clock that jumps must not delete anything early.
  const plausibleNow = createPlausibleTime(clock);
  let running: Promise<void> | null = null;
  let isClosed = false;
  let stop = (): void => undefined;

  const removeOld = async (): Promise<void> => {
    const before = plausibleNow() - keptDays * dayMs;
    while (!isClosed) {
      const { numDeletedRows } = await db
        .deleteFrom('webhook_deliveries')
        .where('id', 'in', (rows) =>
          rows.selectFrom('webhook_deliveries').select('id').where('created_at', '<', before).orderBy('created_at').limit(batchRows),
        )
        .executeTakeFirst();
      if (numDeletedRows < BigInt(batchRows)) return;
      await nextTurn();
    }
  };
  const run = (): Promise<void> =>
    (running ??= inBackground(removeOld)
      .catch((error: unknown) => log.warn({ err: error }, 'Old deliveries of webhooks could not be deleted; retrying'))
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
