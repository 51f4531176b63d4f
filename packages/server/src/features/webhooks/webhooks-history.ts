import { webhookDeliverySchema, type WebhookDeliveries } from '@watchpost/contract/schemas/webhooks';
import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../db/database.ts';
import type { WebhookDeliveriesTable } from '../../db/webhook-tables.ts';
import { AppError } from '../../kernel/app-error.ts';
import { knownOf } from '../../kernel/contract/known.ts';
import { newId } from '../../kernel/ids.ts';
import { createWindowLimit } from '../../kernel/limits/window-limit.ts';
import type { AttemptDelivery } from './delivery/webhooks-lane.ts';
import { wakeWebhooks } from './delivery/webhooks-leases.ts';
import { changeOf } from './delivery/webhooks-results.ts';
import { retryPeriodMs } from './delivery/webhooks-retries.ts';
import { hasArrived } from './delivery/webhooks-sender.ts';
import { lockOwn, requireOwn, type WebhookCaller } from './webhooks-callers.ts';
import { hasNotArrived, toDelivery } from './webhooks-rows.ts';

/** What was sent, and sending it again. All calls throw AppError not-found for a webhook of another account. */
export interface WebhookHistory {
  /** Returns a page of deliveries, newest first. @throws {AppError} invalid-request for an invalid cursor */
  list(
    caller: WebhookCaller,
    id: string,
    page: { readonly cursor?: string | undefined; readonly limit: number },
  ): Promise<WebhookDeliveries>;
  /** Sends a `webhook.test` event, once; resolves when the receiver has answered or failed to. @throws {AppError} too-many-requests */
  test(caller: WebhookCaller, id: string): Promise<void>;
  /** Queues a delivery again, with the same id and body. @throws {AppError} not-found */
  replay(caller: WebhookCaller, id: string, deliveryId: string): Promise<void>;
  /** Queues every delivery that has not got through, oldest first. @returns how many */
  replayFailed(caller: WebhookCaller, id: string): Promise<number>;
}

export interface WebhookHistoryDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly attempt: AttemptDelivery;
  /** Called when something may have become due. */
  readonly wake: () => void;
}

/** Tests of one account: each makes this server connect to an address that the account chose. */
const testLimits = { windowMs: 60_000, maxCount: 10 };

export function createWebhookHistory({ db, clock, attempt, wake }: WebhookHistoryDeps): WebhookHistory {
  const limit = createWindowLimit({ clock, ...testLimits });

  return {
    list: async (caller, id, { cursor, limit: size }) => {
      const webhook = await requireOwn(db, caller, id);
      const before = cursor === undefined ? null : readCursor(cursor);
      const rows = await db
        .selectFrom('webhook_deliveries')
        .selectAll()
        .where('webhook_id', '=', id)
        .$if(before !== null, (query) =>
          query.where(({ eb, and, or }) => {
            const { createdAt, deliveryId } = before ?? { createdAt: 0, deliveryId: '' };
            return and([eb('created_at', '<=', createdAt), or([eb('created_at', '<', createdAt), eb('id', '<', deliveryId)])]);
          }),
        )
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(size + 1)
        .execute();
      const shown = rows.slice(0, size);
      const last = rows.length > size ? shown.at(-1) : undefined;
      return {
        deliveries: knownOf(
          webhookDeliverySchema,
          shown.map((row) => toDelivery(row, webhook.is_enabled === 1)),
        ),
        next: last ? `${last.created_at}.${last.id}` : null,
      };
    },

    test: async (caller, id) => {
      const webhook = await requireOwn(db, caller, id);
      limit(caller.customerId);
      const now = clock.now();
      const body = JSON.stringify({ type: 'webhook.test', timestamp: new Date(now).toISOString(), data: { webhookId: id } });
      const delivery: WebhookDeliveriesTable = { ...newTest(id, body, now), id: newId('msg') };
      // Not by the queue: it must not wait for deliveries that fail. A client that leaves changes nothing: the timeout ends it.
      const answer = await attempt(webhook, delivery, new AbortController().signal);
      if (!answer) return;
      await db.transaction().execute(async (transaction) => {
        await lockOwn(transaction, caller, id);
        await transaction
          .insertInto('webhook_deliveries')
          .values({ ...delivery, ...changeOf(delivery, answer, clock.now(), 0) })
          .execute();
        if (!hasArrived(answer)) return;
        await transaction
          .updateTable('webhooks')
          .set({ delivered_at: clock.now(), failing_since: null, is_failure_reported: 0 })
          .where('id', '=', id)
          .execute();
      });
    },

    replay: async (caller, id, deliveryId) => {
      await db.transaction().execute(async (transaction) => {
        await lockOwn(transaction, caller, id);
        const { numUpdatedRows } = await transaction
          .updateTable('webhook_deliveries')
          .set(({ ref }) => ({ state: 'pending', due_at: ref('created_at'), retries: 0, expires_at: clock.now() + retryPeriodMs }))
          .where('id', '=', deliveryId)
          .where('webhook_id', '=', id)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw new AppError('not-found');
        await wakeWebhooks(transaction, [id], clock.now());
      });
      wake();
    },

    replayFailed: async (caller, id) => {
      const count = await db.transaction().execute(async (transaction) => {
        await lockOwn(transaction, caller, id);
        const { numUpdatedRows } = await transaction
          .updateTable('webhook_deliveries')
          // Due since they were created: the oldest is the first.
          .set(({ ref }) => ({ state: 'pending', due_at: ref('created_at'), retries: 0, expires_at: clock.now() + retryPeriodMs }))
          .where('webhook_id', '=', id)
          .where(hasNotArrived)
          .executeTakeFirst();
        await wakeWebhooks(transaction, [id], clock.now());
        return Number(numUpdatedRows);
      });
      wake();
      return count;
    },
  };
}

/** A test is tried once: the user who pressed the button looks at its result. */
function newTest(webhookId: string, body: string, now: number): Omit<WebhookDeliveriesTable, 'id'> {
  return {
    webhook_id: webhookId,
    event: 'webhook.test',
    camera_id: null,
    event_at: null,
    body,
    state: 'pending',
    attempts: 0,
    retries: 0,
    attempted_at: null,
    status: null,
    failure: null,
    duration_ms: null,
    due_at: null,
    expires_at: now,
    created_at: now,
  };
}

function readCursor(cursor: string): { readonly createdAt: number; readonly deliveryId: string } {
  const [, createdAt, deliveryId] = /^(\d{1,15})\.([\w-]{1,64})$/.exec(cursor) ?? [];
  if (createdAt === undefined || deliveryId === undefined) throw new AppError('invalid-request');
  return { createdAt: Number(createdAt), deliveryId };
}
