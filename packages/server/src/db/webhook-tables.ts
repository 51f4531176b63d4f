import type { EventType } from '@watchpost/contract/schemas/events';
import type { WebhookDelivery, WebhookEvent, WebhookFailure } from '@watchpost/contract/schemas/webhooks';

type Flag = 0 | 1;

/** An address that is called when something happens. */
export interface WebhooksTable {
  id: string;
  customer_id: string;
  url: string;
  /** JSON list of the contract's `webhookEvent`. */
  events: string;
  /** JSON list of ids; null for all cameras of the account. */
  camera_ids: string | null;
  is_enabled: Flag;
  /** Encrypted: with it, anyone could forge deliveries. */
  secret_sealed: string;
  /** The one before a rotation; signs as well until `previous_until`. */
  previous_secret_sealed: string | null;
  previous_until: number | null;
  /** When a delivery got through last. */
  delivered_at: number | null;
  /** Time since which every attempt has failed; null when deliveries get through. */
  failing_since: number | null;
  /** Whether the owner was notified of this failure. */
  is_failure_reported: Flag;
  /** When the server disabled it; null for one that its owner disabled. */
  given_up_at: number | null;
  /** When its next delivery is due, or the lease ends; null when there is nothing to send. */
  due_at: number | null;
  /** The process that is sending its deliveries; null for none. */
  lease: string | null;
  created_at: number;
}

/** Something that happened; written with it in one transaction, and replaced by deliveries right after. */
export interface WebhookSignalsTable {
  id: string;
  event: WebhookEvent;
  camera_id: string;
  event_id: string | null;
  event_type: EventType | null;
  /** When it happened, or when the event began. */
  at: number;
  /** When the event ended; null while it lasts, and for anything else. */
  until: number | null;
  due_at: number;
  created_at: number;
}

/** Cameras that were reported offline and are not back. */
export interface WebhookAwayCamerasTable {
  camera_id: string;
  at: number;
}

export interface WebhookDeliveriesTable {
  /** The `webhook-id` of all attempts. */
  id: string;
  webhook_id: string;
  event: WebhookDelivery['event'];
  /** Null for a test. */
  camera_id: string | null;
  /** The moment of the archive that the body refers to; null for none. */
  event_at: number | null;
  body: string;
  state: WebhookDelivery['state'];
  attempts: number;
  /** Failed attempts since it was queued, or queued again. */
  retries: number;
  attempted_at: number | null;
  status: number | null;
  failure: WebhookFailure | null;
  duration_ms: number | null;
  /** Null unless it is pending. */
  due_at: number | null;
  /** Time of the last attempt. */
  expires_at: number;
  created_at: number;
}
