import { randomUUID } from 'node:crypto';
import type { Db } from '../../db/database.ts';
import { newWebhookSecret } from '../../features/webhooks/delivery/webhooks-signature.ts';
import type { Seal } from '../../kernel/seal.ts';

/** Inserts a webhook that nothing listens to, without the limits of the call that creates one. */
export async function insertWebhook(db: Db, seal: Seal, customerId: string): Promise<string> {
  const id = `whk_${randomUUID()}`;
  await db
    .insertInto('webhooks')
    .values({
      id,
      customer_id: customerId,
      url: 'http://127.0.0.1:9/',
      events: JSON.stringify(['camera.offline']),
      camera_ids: null,
      is_enabled: 1,
      secret_sealed: seal.close(newWebhookSecret(), id),
      previous_secret_sealed: null,
      previous_until: null,
      delivered_at: null,
      failing_since: null,
      is_failure_reported: 0,
      given_up_at: null,
      due_at: null,
      lease: null,
      created_at: Date.now(),
    })
    .execute();
  return id;
}

/** Inserts a delivery that has failed. */
export async function insertWebhookDelivery(db: Db, webhookId: string): Promise<string> {
  const id = `msg_${randomUUID()}`;
  await db
    .insertInto('webhook_deliveries')
    .values({
      id,
      webhook_id: webhookId,
      event: 'webhook.test',
      camera_id: null,
      event_at: null,
      body: '{}',
      state: 'failed',
      attempts: 1,
      retries: 1,
      attempted_at: Date.now(),
      status: 500,
      failure: null,
      duration_ms: 5,
      due_at: null,
      expires_at: Date.now(),
      created_at: Date.now(),
    })
    .execute();
  return id;
}
