import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Logger } from '../../../kernel/log.ts';
import { createLanes, type Lanes } from '../../../kernel/module/lanes.ts';
import type { WebhookOutbox } from '../outbox/webhooks-outbox.ts';
import type { RunLane } from './webhooks-lane.ts';
import { claimWebhook, nextDueAt, type Busy } from './webhooks-leases.ts';

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

/** Sends what is due: the deliveries of one webhook one after the other. */
export function createWebhookDispatcher(deps: WebhookDispatcherDeps): Lanes {
  const { db, clock, log, outbox, runLane, concurrency = 16, concurrencyOfAccount = 4 } = deps;
  /** The account of each webhook that is being served. */
  const accounts = new Map<string, string>();

  const busyOf = (webhookIds: readonly string[]): Busy => {
    const counts = new Map<string, number>();
    for (const customerId of accounts.values()) counts.set(customerId, (counts.get(customerId) ?? 0) + 1);
    const customerIds = [...counts].filter(([, count]) => count >= concurrencyOfAccount).map(([id]) => id);
    return { webhookIds, customerIds };
  };
  const serve = async (webhookId: string, customerId: string, lease: string): Promise<void> => {
    accounts.set(webhookId, customerId);
    try {
      await runLane(webhookId, lease, lanes.stopping);
    } finally {
      accounts.delete(webhookId);
    }
  };

  const lanes: Lanes = createLanes({
    clock,
    concurrency,
    prepare: outbox.run,
    claim: async (busy) => {
      const lease = newId('lease');
      const claimed = await claimWebhook(db, lease, busyOf(busy), clock.now());
      return claimed ? { id: claimed.id, run: () => serve(claimed.id, claimed.customer_id, lease) } : null;
    },
    nextDueAt: (busy) => nextDueAt(db, busyOf(busy)),
    onInterrupted: (error, webhookId) =>
      log.warn({ err: error, webhookId }, 'The deliveries of a webhook were interrupted; they continue in a minute'),
    onUnreadable: (error) => log.warn({ err: error }, 'The deliveries of webhooks could not be read; retrying'),
  });
  return lanes;
}
