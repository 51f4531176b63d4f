import { cameraIdSchema } from '@watchpost/contract/schemas/cameras';
import { webhookEvent, type Webhook, type WebhookDelivery, type WebhookOptions } from '@watchpost/contract/schemas/webhooks';
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../db/schema.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from '../../db/webhook-tables.ts';
import type { Complete } from '../../kernel/contract/complete.ts';
import { knownOf } from '../../kernel/contract/known.ts';

const cameraIdsSchema = z.array(cameraIdSchema);

export function webhookOptionsOf({ url, events, camera_ids: cameraIds, is_enabled: isEnabled }: WebhooksTable): WebhookOptions {
  return {
    url,
    events: knownOf(webhookEvent, JSON.parse(events)),
    cameraIds: cameraIds === null ? null : cameraIdsSchema.parse(JSON.parse(cameraIds)),
    isEnabled: isEnabled === 1,
  };
}

/** The inverse of `webhookOptionsOf`. */
export function webhookColumnsOf({
  url,
  events,
  cameraIds,
  isEnabled,
}: WebhookOptions): Pick<WebhooksTable, 'url' | 'events' | 'camera_ids' | 'is_enabled'> {
  return {
    url,
    events: JSON.stringify(events),
    camera_ids: cameraIds === null ? null : JSON.stringify(cameraIds),
    is_enabled: isEnabled ? 1 : 0,
  };
}

/** Selects deliveries that have not got through: not those that wait for their first attempt. */
export function hasNotArrived({
  eb,
  or,
  and,
}: ExpressionBuilder<Database, 'webhook_deliveries'>): ExpressionWrapper<Database, 'webhook_deliveries', SqlBool> {
  return or([eb('state', '=', 'failed'), and([eb('state', '=', 'pending'), eb('attempts', '>', 0)])]);
}

/** The deliveries of a webhook that have not got through. */
export interface FailedDeliveries {
  readonly count: number;
  /** Unix ms; null when none is tried again. */
  readonly nextAttemptAt: number | null;
}

export function toWebhook(row: WebhooksTable, failed: FailedDeliveries): Webhook {
  return {
    id: row.id,
    ...webhookOptionsOf(row),
    state: stateOf(row),
    failedCount: failed.count,
    nextAttemptAt: row.is_enabled === 1 ? failed.nextAttemptAt : null,
    createdAt: row.created_at,
  } satisfies Complete<Webhook>;
}

function stateOf(row: WebhooksTable): Webhook['state'] {
  if (row.given_up_at !== null) return 'given-up';
  if (row.is_enabled === 0) return 'disabled';
  if (row.failing_since !== null) return 'failing';
  return row.delivered_at === null ? 'new' : 'working';
}

/** @param isEnabled whether its webhook is */
export function toDelivery(row: WebhookDeliveriesTable, isEnabled: boolean): WebhookDelivery {
  return {
    id: row.id,
    event: row.event,
    createdAt: row.created_at,
    state: row.state,
    attemptCount: row.attempts,
    attemptedAt: row.attempted_at,
    status: row.status,
    failure: row.failure,
    durationMs: row.duration_ms,
    nextAttemptAt: row.state === 'pending' && isEnabled ? row.due_at : null,
    body: row.body,
  } satisfies Complete<WebhookDelivery>;
}
