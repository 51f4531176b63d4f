import type { Clock } from '@watchpost/contract/timing/clock';
import type { Db } from '../../../db/database.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from '../../../db/webhook-tables.ts';
import type { Seal } from '../../../kernel/seal.ts';
import type { CameraAccessResolver } from '../../cameras/index.ts';
import { canReceive } from '../outbox/webhooks-payloads.ts';
import { releaseLease, renewLease } from './webhooks-leases.ts';
import type { WebhookResults } from './webhooks-results.ts';
import type { SendWebhook, WebhookAnswer } from './webhooks-sender.ts';
import { signWebhook } from './webhooks-signature.ts';

/** Sends the due deliveries of one webhook, oldest first, and gives its lease back. Rejects when the database fails: the lease ends by itself. */
export type RunLane = (webhookId: string, lease: string, signal: AbortSignal) => Promise<void>;
/** Makes one attempt; null when `signal` ended it. */
export type AttemptDelivery = (
  webhook: WebhooksTable,
  delivery: Pick<WebhookDeliveriesTable, 'id' | 'body'>,
  signal: AbortSignal,
) => Promise<WebhookAnswer | null>;

export interface WebhookLaneDeps {
  readonly db: Db;
  readonly clock: Pick<Clock, 'now'>;
  readonly resolveAccess: CameraAccessResolver['resolve'];
  readonly attempt: AttemptDelivery;
  readonly results: WebhookResults;
}

/** Deliveries in a row; then other webhooks that are due have their turn. */
const turn = 20;
const userAgent = 'Watchpost-Webhooks/1 (+https://www.standardwebhooks.com)';

export function createWebhookLane({ db, clock, resolveAccess, attempt, results }: WebhookLaneDeps): RunLane {
  /** Rechecks what was checked when the delivery was queued, up to three days ago. @returns whether it can be sent now */
  const isAllowed = async ({ customer_id: customerId }: WebhooksTable, delivery: WebhookDeliveriesTable): Promise<boolean> => {
    const { id, camera_id: cameraId, event_at: eventAt, expires_at: expiresAt } = delivery;
    if (cameraId === null) return true;
    const access = await resolveAccess(customerId, cameraId);
    const allowed = access !== null && canReceive(access.capabilities, eventAt);
    if (allowed === true) return true;
    const opensAt = allowed === false ? null : allowed.opensAt;
    if (opensAt !== null && opensAt < expiresAt)
      await db.updateTable('webhook_deliveries').set({ due_at: opensAt }).where('id', '=', id).execute();
    // It never leaves the server, and its body is no longer shown.
    else await db.deleteFrom('webhook_deliveries').where('id', '=', id).execute();
    return false;
  };

  return async (webhookId, lease, signal) => {
    for (let sent = 0; sent < turn && !signal.aborted;) {
      const delivery = await nextDelivery(db, webhookId, clock.now());
      // Read for each delivery: its owner may have changed or disabled it.
      const webhook = delivery && (await renewLease(db, webhookId, lease, clock.now()));
      if (!webhook) break;
      if (!(await isAllowed(webhook, delivery))) continue;
      const answer = await attempt(webhook, delivery, signal);
      if (!answer || !(await results.keep(webhookId, lease, delivery, answer))) break;
      sent += 1;
    }
    await releaseLease(db, webhookId, lease, clock.now());
  };
}

function nextDelivery(db: Db, webhookId: string, now: number): Promise<WebhookDeliveriesTable | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'pending')
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
}

/** Creates what signs and sends one delivery. */
export function createAttempt(deps: {
  readonly clock: Pick<Clock, 'now'>;
  readonly seal: Seal;
  readonly send: SendWebhook;
}): AttemptDelivery {
  const { clock, seal, send } = deps;
  return (webhook, { id, body }, signal) => {
    const now = clock.now();
    const { secret_sealed: current, previous_secret_sealed: previous, previous_until: until } = webhook;
    const sealed = previous !== null && until !== null && now < until ? [current, previous] : [current];
    const secrets = openSecrets(seal, sealed, webhook.id);
    // Until the secret is rotated, this is a failure like any other: retried, shown, and reported to the owner.
    if (!secrets) return Promise.resolve({ status: null, failure: 'connection-failed', durationMs: 0, retryAfterMs: null });
    const timestamp = Math.floor(now / 1000);
    const headers = {
      'content-type': 'application/json',
      'user-agent': userAgent,
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook({ id, timestamp, body }, secrets),
    };
    return send({ customerId: webhook.customer_id, url: webhook.url, headers, body }, signal);
  };
}

/** Returns null when the operator has replaced the server's key. */
function openSecrets(seal: Seal, sealed: readonly string[], webhookId: string): string[] | null {
  try {
    return sealed.map((text) => seal.open(text, webhookId));
  } catch {
    return null;
  }
}
