import type { Generated } from 'kysely';
import type { EventType } from '@watchpost/contract/schemas/events';

type Flag = 0 | 1;

/** Where messages for a signed-in device are sent; deleted with the device. */
export interface PushSubscriptionsTable {
  customer_id: string;
  device_id: string;
  /** Driver and keys for which it was created; another sender can't use it. */
  sender: string;
  /** Hash of the browser's address at the push service: the same browser has the same hash. */
  address_hash: string;
  token: string;
  created_at: number;
  /** Time since which every delivery has failed; null when deliveries succeed. */
  failing_since: number | null;
}

/** Each user's notification settings for each camera; without a row, none are sent. */
interface CameraNotificationsTable {
  camera_id: string;
  customer_id: string;
  /** A guest's id, equal to `customer_id`, so that the row is deleted with the grant. Null for the owner. */
  grantee_id: string | null;
  is_status_notified: Flag;
  /** By e-mail, too. Counts only where `is_status_notified` is set. */
  is_status_emailed: Generated<Flag>;
  /** Start of the outage that this user was notified of; null when no notification of a return is due. */
  told_offline_at: number | null;
  /** Events are not announced before this time, Unix ms; null for no pause. */
  snoozed_until: number | null;
}

/** Each user's notification settings for each camera and event type; without a row, the default settings. */
export interface EventNotificationsTable {
  camera_id: string;
  customer_id: string;
  /** A guest's id, equal to `customer_id`, so that the row is deleted with the grant. Null for the owner. */
  grantee_id: string | null;
  event_type: EventType;
  is_enabled: Flag;
  cooldown_seconds: number;
  /** JSON list of hours; null for always. */
  schedule: string | null;
  is_only_when_away: Flag;
  is_emailed: Flag;
}

/** What a user was last notified of at a place by a channel: later events of the same stretch of time are one message with it. */
export interface AlertStretchesTable {
  customer_id: string;
  channel: 'push' | 'email';
  /** A room of the user, or a camera without one. */
  place: string;
  id: string;
  /** The event that the message shows. */
  camera_id: string;
  camera_title: string;
  event_id: string | null;
  event_type: EventType;
  /** How push messages name its type. */
  announced_type: string;
  event_at: number;
  event_label: string | null;
  event_score: number | null;
  image_url: string | null;
  /** Events so far; 0 while there is no message. */
  event_count: number;
  started_at: number;
  last_at: number;
  sent_at: number;
  /** When a message that waits for more is to be sent; null for none. */
  due_at: number | null;
}

/** When a user was last alerted with a sound. */
interface AlertTimesTable {
  customer_id: string;
  channel: 'push' | 'email';
  camera_id: string;
  event_type: EventType;
  alerted_at: number;
}

/** Whether anybody is home at an account's location; without a row, a person may be. */
interface PresencesTable {
  customer_id: string;
  /** Empty for cameras without a location. */
  location_id: string;
  presence: 'home' | 'away';
  changed_by: 'app' | 'bot' | 'api-key';
  changed_at: number;
}

/** A message that waits to be sent to a device, and what the device knows about the state that it is part of. */
export interface PushMessagesTable {
  customer_id: string;
  device_id: string;
  /** A newer message of the same topic replaces one that waits. */
  topic: string;
  camera_id: string;
  /** What its reader must be able to do when it is sent. */
  required: 'view' | 'watch';
  /** `begin` and `end` announce a state that lasts, such as an outage; `once` anything else. */
  role: 'once' | 'begin' | 'end';
  /** Whether the reader knows that the state has begun: its end is announced to nobody else. */
  is_begin_known: Flag;
  /** Id and JSON of the message; null when none waits. */
  message_id: string | null;
  body: string | null;
  urgency: 'normal' | 'high';
  /** The subscription that it was written for. */
  address_hash: string;
  attempts: number;
  /** Unix ms of the next attempt. */
  due_at: number;
  expires_at: number;
  /** The process that sends it, for as long as that is alive. */
  lease: string;
  leased_until: number;
}

export interface NotificationTables {
  push_subscriptions: PushSubscriptionsTable;
  push_messages: PushMessagesTable;
  camera_notifications: CameraNotificationsTable;
  event_notifications: EventNotificationsTable;
  presences: PresencesTable;
  alert_stretches: AlertStretchesTable;
  alert_times: AlertTimesTable;
}
