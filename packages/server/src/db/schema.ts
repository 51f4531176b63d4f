import type { PlugInDetectionType, SoundDetectionType } from '@watchpost/contract/protocols/detection';
import type { Generated } from 'kysely';
import type { BillingTables } from './billing-tables.ts';
import type { CameraFaultTables } from './camera-fault-tables.ts';
import type { ClusterTables } from './cluster-tables.ts';
import type { ApiKeysTable, EmbedLinksTable, EmbedTokensTable, StreamLinksTable } from './developer-tables.ts';
import type { NotificationTables } from './notification-tables.ts';
import type { QualityTables } from './quality-tables.ts';
import type { ReviewTables } from './review-tables.ts';
import type {
  AccessLogTable,
  AuditLogTable,
  CameraGrantsTable,
  GuestsTable,
  InviteCamerasTable,
  InvitesTable,
  InviteUsersTable,
} from './sharing-tables.ts';
import type { StoredFootageTables } from './stored-footage-tables.ts';
import type { TelegramTables } from './telegram-tables.ts';
import type { SmartEventTables } from './smart-event-tables.ts';
import type { TimelapseTables } from './timelapse-tables.ts';
import type { WebhookAwayCamerasTable, WebhookDeliveriesTable, WebhookSignalsTable, WebhooksTable } from './webhook-tables.ts';

/**
 * The tables. Ids are text, times integer Unix milliseconds, money integer minor units, flags 0 or 1: the same on SQLite and PostgreSQL.
 */
export interface Database
  extends
    BillingTables,
    CameraFaultTables,
    ClusterTables,
    NotificationTables,
    QualityTables,
    ReviewTables,
    StoredFootageTables,
    TelegramTables,
    SmartEventTables,
    TimelapseTables {
  customers: CustomersTable;
  one_time_codes: OneTimeCodesTable;
  login_attempts: LoginAttemptsTable;
  device_authorizations: DeviceAuthorizationsTable;
  devices: DevicesTable;
  known_devices: KnownDevicesTable;
  invitations: InvitationsTable;
  session_families: SessionFamiliesTable;
  cameras: CamerasTable;
  camera_grants: CameraGrantsTable;
  registration_tokens: RegistrationTokensTable;
  agents: AgentsTable;
  removed_agents: RemovedAgentsTable;
  init_sections: InitSectionsTable;
  segments: SegmentsTable;
  footage: FootageTable;
  footage_removals: FootageRemovalsTable;
  camera_settings: CameraSettingsTable;
  camera_outages: CameraOutagesTable;
  events: EventsTable;
  event_views: EventViewsTable;
  motion_detection: MotionDetectionTable;
  motion_levels: MotionLevelsTable;
  letters: EmailMessagesTable;
  feedbacks: FeedbacksTable;
  location_configs: LocationConfigsTable;
  video_walls: VideoWallsTable;
  device_video_walls: DeviceVideoWallsTable;
  ptz_patrols: PtzPatrolsTable;
  camera_reports: CameraReportsTable;
  invites: InvitesTable;
  invite_cameras: InviteCamerasTable;
  invite_users: InviteUsersTable;
  guests: GuestsTable;
  access_log: AccessLogTable;
  audit_log: AuditLogTable;
  api_keys: ApiKeysTable;
  embed_tokens: EmbedTokensTable;
  embed_links: EmbedLinksTable;
  stream_links: StreamLinksTable;
  home_mqtt_cameras: HomeMqttCamerasTable;
  webhooks: WebhooksTable;
  webhook_signals: WebhookSignalsTable;
  webhook_away_cameras: WebhookAwayCamerasTable;
  webhook_deliveries: WebhookDeliveriesTable;
}

type Flag = 0 | 1;

interface CustomersTable {
  id: string;
  email: string;
  locale: string;
  /** IANA name; null until a browser reports it. */
  time_zone: string | null;
  created_at: number;
  /** Time of the deletion. From then on no session acts for it and its cameras are invisible; after the grace period it is purged. */
  deleted_at: number | null;
}

/** The newest code of a purpose for each requesting device; a hash, never the code. */
export interface OneTimeCodesTable {
  purpose: 'sign-in' | 'new-email' | 'deletion';
  /** The e-mail address for a sign-in; otherwise the customer's id. */
  subject: string;
  /** The only device that can use it; the requesting network when the device is unknown. */
  bound_to: string;
  code_hash: string;
  tries_left: number;
  expires_at: number;
  created_at: number;
}

/**
 * One row per action that counts against a limit, by e-mail, network address and customer: codes sent, wrong codes, guesses without a code,
 * new addresses requested, device codes requested, wrong user codes.
 */
export interface LoginAttemptsTable {
  id: string;
  kind: 'send' | 'wrong' | 'no-code' | 'new-email' | 'device-code' | 'wrong-user-code';
  /** Empty for device codes and user codes, which belong to no address. */
  email: string;
  address: string;
  /** Null before the sign-in. */
  customer_id: string | null;
  /** A device that the account knows: it has its own limits, which other devices can’t use up. */
  device_id: string | null;
  at: number;
}

/** Sign-ins by device code (RFC 8628), until the device has its session or the code expires; hashes, never the codes. */
interface DeviceAuthorizationsTable {
  device_code_hash: string;
  user_code_hash: string;
  device_id: string;
  device_name: string;
  /** Network address that requested it. */
  address: string;
  state: 'pending' | 'approved' | 'denied';
  /** The customer who approved it; otherwise null. */
  customer_id: string | null;
  /** Minimum time between two polls; polling faster raises it. */
  interval_seconds: number;
  polled_at: number | null;
  created_at: number;
  expires_at: number;
}

/** Devices that have signed in to an account, including those that signed out; not those that another device has signed out. */
interface KnownDevicesTable {
  customer_id: string;
  device_id: string;
  signed_in_at: number;
}

/** Addresses that the operator has invited to create an account. */
interface InvitationsTable {
  email: string;
  created_at: number;
}

interface DevicesTable {
  id: string;
  customer_id: string;
  name: string;
  token_hash: string;
  /** Time of its last sign-in. */
  created_at: number;
  last_seen_at: number;
  /** From the User-Agent at sign-in; null when unknown. */
  browser: string | null;
  system: string | null;
}

/** One sign-in on one device; its tokens are derived from the id, the generation and the server's key. */
interface SessionFamiliesTable {
  id: string;
  customer_id: string;
  device_id: string;
  generation: number;
  rotated_at: number;
  /** The newest generation with whose access token its client has called. */
  used_generation: Generated<number>;
  created_at: number;
  expires_at: number;
  revoked_at: number | null;
}

export interface CamerasTable {
  id: string;
  owner_id: string;
  title: string;
  platform: 'Embedded' | 'ThirdParty' | 'Mobile';
  source_kind: 'rtsp' | 'agent' | 'phone';
  /** The source with its credentials, encrypted (AES-256-GCM); null for an agent or a phone. */
  source_sealed: string | null;
  serial_number: string | null;
  model: string | null;
  time_zone: string;
  archive_days: number;
  created_at: number;
}

export interface RegistrationTokensTable {
  token_hash: string;
  customer_id: string;
  expires_at: number;
  used_at: number | null;
  /** Serial number of the only camera that may use it; null allows any. */
  serial_number: string | null;
  /** Id by which the account follows it; null for rows older than this column. */
  id: string | null;
  /** The camera that used it. */
  camera_id: string | null;
  /** The error code that the last refused camera received. */
  refusal: string | null;
}

interface AgentsTable {
  camera_id: string;
  token_hash: string;
  created_at: number;
}

/** Agents of removed cameras; an agent is notified when it reconnects. */
interface RemovedAgentsTable {
  token_hash: string;
  removed_at: number;
}

/** One init section per codec configuration; the file is stored with the camera's footage. */
interface InitSectionsTable {
  camera_id: string;
  hash: string;
  mime_type: string;
  created_at: number;
}

export interface SegmentsTable {
  camera_id: string;
  start_ms: number;
  duration_ms: number;
  size: number;
  init_hash: string;
  /** The node of a cluster whose disk has the file; null where one machine runs alone. */
  node_id?: string | null | undefined;
  /** Fencing token of the lease under which it was recorded; null without one. */
  lease_token?: number | null | undefined;
}

/** Adjacent segments as one row, for the timeline. Written in one transaction with the segments, so both always agree. */
export interface FootageTable {
  camera_id: string;
  start_ms: number;
  end_ms: number;
}

/** Removed cameras whose footage still exists, so that a restart after a kill continues the deletion. */
interface FootageRemovalsTable {
  camera_id: string;
  requested_at: number;
}

/** Cameras without a row have the default settings. */
interface CameraSettingsTable {
  camera_id: string;
  archive_recording: 'always' | 'motion' | 'disabled';
  is_sound_recorded: Flag;
}

/**
 * Times when a camera was not recorded, and why; `ended_at` is null while it lasts. `no-motion`: footage is missing because nothing moved.
 * `deleted`, `disk` and `missing` may also cover earlier footage.
 */
export interface CameraOutagesTable {
  camera_id: string;
  started_at: number;
  ended_at: number | null;
  reason: 'offline' | 'recording-off' | 'no-plan' | 'disk' | 'no-motion' | 'deleted' | 'missing';
}

/** Queued e-mail messages, encrypted because they may contain a code. */
export interface EmailMessagesTable {
  id: string;
  sealed: string;
  attempts: number;
  next_attempt_at: number;
  /** The message is useless after this time. */
  expires_at: number;
  created_at: number;
}

/** Feedback of users to the provider. The claims are what the form stated about its sender: stored, never trusted. */
export interface FeedbacksTable {
  customer_id: string;
  /** Generated by the sender: the same id again is the same message. */
  id: string;
  device_id: string | null;
  email: string;
  message: string;
  claimed_customer_id: string;
  claimed_device_id: string;
  created_at: number;
}

export interface EventsTable {
  id: string;
  camera_id: string;
  type: 'human' | 'lineCrossing' | 'intrusion' | 'motion' | 'vehicle' | 'video' | 'timelapse' | SoundDetectionType | PlugInDetectionType;
  start_ms: number;
  /** Null while the event lasts. */
  end_ms: number | null;
  /**
   * JSON of x, y, width and height, 0 to 1; of `shape`, the points of the line or zone as it was, unless that is the whole picture; and in a
   * cluster of `madeBy`, the node that has the picture.
   */
  area: string;
  /** 2: a better picture has taken the place of the first. */
  has_picture: Flag | 2;
  /** 0 to 1; null for motion. */
  score: number | null;
  /** Name of the line or zone. */
  label: string | null;
}

/** Which user has seen which event. Includes camera and time, so that events of a range are counted without reading each of them. */
interface EventViewsTable {
  event_id: string;
  customer_id: string;
  seen_at: number;
  camera_id: string;
  start_ms: number;
}

/** Motion levels of an hour: a character per 10 s, `0` (nothing) to `o` (everything moves). */
interface MotionLevelsTable {
  camera_id: string;
  hour_ms: number;
  levels: string;
}

/** Cameras without a row have the default settings. */
interface MotionDetectionTable {
  camera_id: string;
  is_enabled: Flag;
  sensitivity: number;
  /** JSON list of areas. */
  areas: string;
}

/** A user's locations, rooms and camera places, as a whole. */
interface LocationConfigsTable {
  customer_id: string;
  /** Increases with every save. */
  revision: number;
  /** JSON of the contract's config. */
  config: string;
}

interface VideoWallsTable {
  customer_id: string;
  /** JSON of the contract's arrangement. */
  arrangement: string;
}

/** The arrangement that one device shows instead of the account's. */
interface DeviceVideoWallsTable {
  customer_id: string;
  device_id: string;
  arrangement: string;
}

/** The presets that a camera patrols. */
interface PtzPatrolsTable {
  camera_id: string;
  /** JSON list of the camera's preset ids. */
  preset_ids: string;
  dwell_seconds: number;
  is_running: Flag;
}

/** The last report of a camera. */
interface CameraReportsTable {
  camera_id: string;
  firmware_version: string | null;
  app_version: string | null;
  takes_firmware: Flag;
}

/** Cameras that their owners publish on the operator's MQTT broker; no other camera has a row. */
interface HomeMqttCamerasTable {
  camera_id: string;
  enabled_at: number;
}
