import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import { newId } from '../../../kernel/ids.ts';
import { inBackground } from '../../../kernel/limits/database-wait.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { WebhookOutbox } from '../outbox/webhooks-outbox.ts';
import type { RunLane } from './webhooks-lane.ts';
import { claimWebhook, nextDueAt, type Busy } from './webhooks-leases.ts';

/** Sends what is due. */
export interface WebhookDispatcher {
  /** Looks for something to send; call it after anything was added. */
  wake(): void;
  /** Resolves when nothing is being sent: for tests. */
  idle(): Promise<void>;
  /** Lets the attempts that are running end within a short time; everything else stays queued for the next start. */
  close(): Promise<void>;
}

export interface WebhookDispatcherDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly outbox: WebhookOutbox;
  readonly runLane: RunLane;
  /** Webhooks that are served at the same time: in all, and of one account, so that slow receivers delay no other account. */
  readonly concurrency?: number | undefined;
  readonly concurrencyOfAccount?: number | undefined;
}

/** Delay after a database failure, ms. */
const databaseRetryMs = 5000;
/** Another process may have crashed meanwhile: this one takes over what it left, ms. */
const maxPauseMs = 10 * 60_000;
const minPauseMs = 50;
/** Time for attempts that are running when the server stops, ms. */
const shutdownTimeoutMs = 3000;

export function createWebhookDispatcher(deps: WebhookDispatcherDeps): WebhookDispatcher {
  const { db, clock, log, outbox, runLane, concurrency = 16, concurrencyOfAccount = 4 } = deps;
  const stopping = new AbortController();
  /** The account of each webhook that is being served. */
  const lanes = new Map<string, string>();
  const running = new Set<Promise<void>>();
  let working: Promise<void> = Promise.resolve();
  let isWorking = false;
  let wasWoken = false;
  let isClosed = false;
  let cancelTimer = (): void => undefined;

  const busy = (): Busy => {
    const counts = new Map<string, number>();
    for (const customerId of lanes.values()) counts.set(customerId, (counts.get(customerId) ?? 0) + 1);
    const customerIds = [...counts].filter(([, count]) => count >= concurrencyOfAccount).map(([id]) => id);
    return { webhookIds: [...lanes.keys()], customerIds };
  };

  const serve = (webhookId: string, customerId: string, lease: string): void => {
    lanes.set(webhookId, customerId);
    let hasFailed = false;
    const lane = runLane(webhookId, lease, stopping.signal)
      .catch((error: unknown) => {
        hasFailed = true;
        log.warn({ err: error, webhookId }, 'The deliveries of a webhook were interrupted; they continue in a minute');
      })
      .finally(() => {
        running.delete(lane);
        lanes.delete(webhookId);
        if (hasFailed) later(databaseRetryMs);
        else wake();
      });
    running.add(lane);
  };

  /** Sends everything that is due, then waits for the next. */
  const work = async (): Promise<void> => {
    try {
      while (wasWoken && !isClosed) {
        wasWoken = false;
        const signalAt = await outbox.run(() => isClosed);
        while (lanes.size < concurrency && !isClosed) {
          const lease = newId('lease');
          const claimed = await claimWebhook(db, lease, busy(), clock.now());
          if (!claimed) break;
          serve(claimed.id, claimed.customer_id, lease);
        }
        // With all lanes in use, the first to end looks again.
        const laneAt = lanes.size < concurrency ? await nextDueAt(db, busy()) : null;
        const dueAt = Math.min(signalAt ?? Number.POSITIVE_INFINITY, laneAt ?? Number.POSITIVE_INFINITY);
        if (!wasWoken) later(Math.max(minPauseMs, dueAt - clock.now()));
      }
    } catch (error) {
      log.warn({ err: error }, 'The deliveries of webhooks could not be read; retrying');
      later(databaseRetryMs);
    } finally {
      // In the same step as the last check of wasWoken, so that no wake-up is lost in between.
      isWorking = false;
    }
  };
  const wake = (): void => {
    wasWoken = true;
    if (isWorking || isClosed) return;
    isWorking = true;
    cancelTimer();
    // Not within the time that a request may wait for the database.
    working = inBackground(work);
  };
  const later = (delay: number): void => {
    cancelTimer();
    if (!isClosed) cancelTimer = clock.after(Math.min(delay, maxPauseMs), wake);
  };

  return {
    wake,
    idle: async () => {
      while (isWorking || running.size > 0) await Promise.all([working, ...running]);
    },
    close: async () => {
      isClosed = true;
      cancelTimer();
      await working;
      const cancel = clock.after(shutdownTimeoutMs, () => stopping.abort());
      await Promise.all(running);
      cancel();
    },
  };
}
