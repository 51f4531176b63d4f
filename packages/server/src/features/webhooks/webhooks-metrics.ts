import { Counter, Gauge } from 'prom-client';
import type { Db } from '../../db/database.ts';
import type { Metrics } from '../../kernel/metrics.ts';

/** `delivered` and `failed` are attempts; `given-up` are deliveries that will not be attempted again. */
type WebhookResult = 'delivered' | 'failed' | 'given-up';

/** Counts what became of deliveries, one by default. Call it after the transaction. */
export type CountWebhooks = (result: WebhookResult, deliveries?: number) => void;

/**
 * Measures the deliveries of all webhooks.
 * @example const count = measureWebhooks(metrics, db);
 */
export function measureWebhooks({ registry }: Pick<Metrics, 'registry'>, db: Db): CountWebhooks {
  const results = new Counter({
    name: 'watchpost_webhook_deliveries_total',
    help: 'Attempts that delivered and that failed, and deliveries that were given up',
    labelNames: ['result'],
    registers: [registry],
  });
  // A rate needs its first value before the first failure.
  for (const result of ['delivered', 'failed', 'given-up'] satisfies WebhookResult[]) results.inc({ result }, 0);
  new Gauge({
    name: 'watchpost_webhook_deliveries_pending',
    help: 'Deliveries that wait for their first or next attempt',
    registers: [registry],
    async collect() {
      try {
        this.set(await countPending(db));
      } catch {
        // Without the database only this metric is missing.
        this.set(Number.NaN);
      }
    },
  });
  return (result, deliveries = 1) => results.inc({ result }, deliveries);
}

/** By the index of due deliveries, of those webhooks that have any: the table itself keeps a month. */
async function countPending(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('webhooks')
    .innerJoin('webhook_deliveries', 'webhook_deliveries.webhook_id', 'webhooks.id')
    .where('webhooks.due_at', 'is not', null)
    .where('webhook_deliveries.state', '=', 'pending')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return Number(total);
}
