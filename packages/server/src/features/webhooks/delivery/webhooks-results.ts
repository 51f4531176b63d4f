import type { Clock } from '@watchpost/contract/timing/clock';
import type { MailQueue } from '../../../adapters/mail/port.ts';
import type { Db } from '../../../db/database.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from '../../../db/webhook-tables.ts';
import type { Logger } from '../../../kernel/log.ts';
import type { CountWebhooks } from '../webhooks-metrics.ts';
import { webhookEmailMessage, type WebhookProblem } from '../emails/webhooks-email-message.ts';
import { nextAttemptAt } from './webhooks-retries.ts';
import { hasArrived, type WebhookAnswer } from './webhooks-sender.ts';

/** Stores the results of attempts. */
export interface WebhookResults {
  /** Stores the result of an attempt and what follows for the webhook. @returns false when the lease was lost or the webhook is disabled */
  keep(webhookId: string, lease: string, delivery: WebhookDeliveriesTable, answer: WebhookAnswer): Promise<boolean>;
}

export interface WebhookResultsDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
  readonly mail: Pick<MailQueue, 'addWithin' | 'wake'>;
  /** 0 to 1. */
  readonly random: () => number;
  /** Returns where the app is reached, for the link in the e-mail message; null when unknown. */
  readonly appOrigin: () => string | null;
  readonly count: CountWebhooks;
}

const dayMs = 24 * 60 * 60_000;
/** The owner is notified when nothing got through for this long, ms. */
const reportAfterMs = dayMs;
/** A webhook to which nothing got through for this long is disabled, ms. */
const giveUpAfterMs = 5 * dayMs;
const gone = 410;

export function createWebhookResults({ db, clock, log, mail, random, appOrigin, count }: WebhookResultsDeps): WebhookResults {
  const report = async (transaction: Db, webhook: WebhooksTable, problem: WebhookProblem): Promise<void> => {
    const owner = await transaction
      .selectFrom('customers')
      .select(['email', 'locale', 'time_zone'])
      .where('id', '=', webhook.customer_id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (owner) await mail.addWithin(transaction, webhookEmailMessage(owner, { webhook, problem, appOrigin: appOrigin() }));
  };

  /** @returns how many deliveries it gave up */
  const disable = async (transaction: Db, webhook: WebhooksTable, now: number): Promise<number> => {
    await transaction
      .updateTable('webhooks')
      .set({ is_enabled: 0, given_up_at: now, due_at: null, lease: null })
      .where('id', '=', webhook.id)
      .execute();
    const { numUpdatedRows } = await transaction
      .updateTable('webhook_deliveries')
      .set({ state: 'failed', due_at: null })
      .where('webhook_id', '=', webhook.id)
      .where('state', '=', 'pending')
      .executeTakeFirst();
    return Number(numUpdatedRows);
  };

  return {
    keep: async (webhookId, lease, delivery, answer) => {
      const now = clock.now();
      const isDelivered = hasArrived(answer);
      const kept = await db.transaction().execute(async (transaction) => {
        const webhook = await transaction
          .updateTable('webhooks')
          .set(({ fn, ref, cast, val }) =>
            isDelivered
              ? { delivered_at: now, failing_since: null, is_failure_reported: 0 }
              : { failing_since: fn.coalesce(ref('failing_since'), cast<number>(val(now), 'bigint')) },
          )
          .where('id', '=', webhookId)
          .where('lease', '=', lease)
          .returningAll()
          .executeTakeFirst();
        if (!webhook) return null;
        const change = changeOf(delivery, answer, now, random());
        await transaction.updateTable('webhook_deliveries').set(change).where('id', '=', delivery.id).execute();
        const found = isDelivered ? null : problemOf(webhook, answer, now);
        let givenUp = change.state === 'failed' ? 1 : 0;
        if (found === 'failing')
          await transaction.updateTable('webhooks').set({ is_failure_reported: 1 }).where('id', '=', webhookId).execute();
        else if (found) givenUp += await disable(transaction, webhook, now);
        if (found) await report(transaction, webhook, found);
        return { problem: found, givenUp };
      });
      if (!kept) return false;
      const { problem, givenUp } = kept;
      count(isDelivered ? 'delivered' : 'failed');
      if (givenUp > 0) count('given-up', givenUp);
      if (problem) {
        log.info({ webhookId, problem }, 'The owner of a webhook was notified that it does not work');
        mail.wake();
      }
      return problem === null || problem === 'failing';
    },
  };
}

type AttemptColumns = Pick<
  WebhookDeliveriesTable,
  'attempts' | 'attempted_at' | 'status' | 'failure' | 'duration_ms' | 'state' | 'due_at'
> &
  Partial<Pick<WebhookDeliveriesTable, 'retries'>>;

/** Returns the columns of a delivery after an attempt. */
export function changeOf(
  { attempts, retries, expires_at: expiresAt }: Pick<WebhookDeliveriesTable, 'attempts' | 'retries' | 'expires_at'>,
  answer: WebhookAnswer,
  now: number,
  random: number,
): AttemptColumns {
  const { status, failure, durationMs, retryAfterMs } = answer;
  const tried = { attempts: attempts + 1, attempted_at: now, status, failure, duration_ms: durationMs };
  if (hasArrived(answer)) return { ...tried, state: 'delivered' as const, due_at: null };
  const dueAt = nextAttemptAt({ retries: retries + 1, now, expiresAt, retryAfterMs, random });
  return { ...tried, retries: retries + 1, due_at: dueAt, state: dueAt === null ? ('failed' as const) : ('pending' as const) };
}

/** Returns what the owner must be notified of; null for nothing. */
function problemOf(
  { failing_since: since, is_failure_reported: isReported }: WebhooksTable,
  { status }: WebhookAnswer,
  now: number,
): WebhookProblem | null {
  if (status === gone) return 'gone';
  const failingMs = now - (since ?? now);
  if (failingMs >= giveUpAfterMs) return 'given-up';
  return failingMs >= reportAfterMs && isReported === 0 ? 'failing' : null;
}
