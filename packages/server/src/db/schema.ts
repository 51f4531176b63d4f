/** The tables. Ids are text, times integer Unix milliseconds, money integer minor units, flags 0 or 1: the same on SQLite and PostgreSQL. */
export interface Database {
  customers: CustomersTable;
  one_time_codes: OneTimeCodesTable;
  login_attempts: LoginAttemptsTable;
  devices: DevicesTable;
  session_families: SessionFamiliesTable;
  cameras: CamerasTable;
  camera_grants: CameraGrantsTable;
  registration_tokens: RegistrationTokensTable;
  agents: AgentsTable;
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
  letters: LettersTable;
  feedbacks: FeedbacksTable;
  push_subscriptions: PushSubscriptionsTable;
  location_configs: LocationConfigsTable;
  video_walls: VideoWallsTable;
  device_video_walls: DeviceVideoWallsTable;
  ptz_patrols: PtzPatrolsTable;
  camera_notifications: CameraNotificationsTable;
}

export type Flag = 0 | 1;

export interface CustomersTable {
  id: string;
  email: string;
  locale: string;
  created_at: number;
  /** When it was deleted; from then on nobody acts for it and nobody sees its cameras, and after the grace period it is purged. */
  deleted_at: number | null;
}

/** The newest code of a purpose; a hash, never the code. */
export interface OneTimeCodesTable {
  purpose: 'sign-in' | 'new-email' | 'deletion';
  /** Sign-in: the e-mail address. The others: the customer. */
  subject: string;
  code_hash: string;
  device_id: string | null;
  tries_left: number;
  expires_at: number;
  created_at: number;
}

/** One row per thing that is counted against a limit, by e-mail, network address and customer: codes sent, wrong codes, new addresses asked for. */
export interface LoginAttemptsTable {
  id: string;
  kind: 'send' | 'wrong' | 'new-email';
  email: string;
  address: string;
  /** Null before signing in. */
  customer_id: string | null;
  at: number;
}

export interface DevicesTable {
  id: string;
  customer_id: string;
  name: string;
  token_hash: string;
  /** When it signed in last. */
  created_at: number;
  last_seen_at: number;
  /** As told by the User-Agent at sign-in; null when unknown. */
  browser: string | null;
  system: string | null;
}

/** One sign-in on one device; its tokens are derived from id, generation and the server's key. */
export interface SessionFamiliesTable {
  id: string;
  customer_id: string;
  device_id: string;
  generation: number;
  rotated_at: number;
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

/** Access of somebody who is not the owner. */
export interface CameraGrantsTable {
  camera_id: string;
  customer_id: string;
  access: 'view' | 'full';
  with_audio: Flag;
  with_archive: Flag;
  expires_at: number | null;
  created_at: number;
}

export interface RegistrationTokensTable {
  token_hash: string;
  customer_id: string;
  expires_at: number;
  used_at: number | null;
  /** Of the only camera that may use it; null: any may. */
  serial_number: string | null;
  /** What the account that began it calls it; null for those from before this column. */
  id: string | null;
  /** Of the camera that used it. */
  camera_id: string | null;
  /** The error code that the last camera which tried was told. */
  refusal: string | null;
}

export interface AgentsTable {
  camera_id: string;
  token_hash: string;
  created_at: number;
}

/** One init section per codec configuration; the file is beside the camera's footage. */
export interface InitSectionsTable {
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
}

/** Segments that touch, as one row: what a line of time shows. Written with the segments in one transaction, so it is always what they say. */
export interface FootageTable {
  camera_id: string;
  start_ms: number;
  end_ms: number;
}

/** Cameras that are gone and whose footage is not yet: what a kill in between leaves to do. */
export interface FootageRemovalsTable {
  camera_id: string;
  requested_at: number;
}

/** Cameras without a row have the default settings. */
export interface CameraSettingsTable {
  camera_id: string;
  archive_recording: 'always' | 'motion' | 'disabled';
  is_sound_recorded: Flag;
}

/**
 * Times when a camera was not recorded, and why; `ended_at` null while it lasts. `no-motion`: whatever is missing then is missing
 * because nothing moved. `deleted` and `disk` also stand where footage was once.
 */
export interface CameraOutagesTable {
  camera_id: string;
  started_at: number;
  ended_at: number | null;
  reason: 'offline' | 'recording-off' | 'no-plan' | 'disk' | 'no-motion' | 'deleted';
}

/** Letters that are not sent yet; a letter may hold a code, so it is encrypted. */
export interface LettersTable {
  id: string;
  sealed: string;
  attempts: number;
  next_attempt_at: number;
  /** After that it would be of no use. */
  expires_at: number;
  created_at: number;
}

/** What people wrote to the provider. The claims are what the form said about its sender: kept, never believed. */
export interface FeedbacksTable {
  customer_id: string;
  /** Made by the sender: the same id again is the same message. */
  id: string;
  device_id: string | null;
  email: string;
  message: string;
  claimed_customer_id: string;
  claimed_device_id: string;
  created_at: number;
}

/** Where messages for a signed-in device go; with the device they go too. */
export interface PushSubscriptionsTable {
  customer_id: string;
  device_id: string;
  /** Which way of delivery and which keys it was made for; another sender can't use it. */
  sender: string;
  /** Of the push service's address of the browser: the same browser is the same hash. */
  address_hash: string;
  token: string;
  created_at: number;
  /** Since when no message could be delivered; null while all is well. */
  failing_since: number | null;
}

export interface EventsTable {
  id: string;
  camera_id: string;
  type: 'human' | 'lineCrossing' | 'intrusion' | 'motion' | 'vehicle' | 'video';
  start_ms: number;
  /** Null while it goes on. */
  end_ms: number | null;
  /** JSON of x, y, width and height, 0 to 1. */
  area: string;
  has_picture: Flag;
}

/** Who has seen which event; with where and when it was, so that those of a range are counted without looking at each event. */
export interface EventViewsTable {
  event_id: string;
  customer_id: string;
  seen_at: number;
  camera_id: string;
  start_ms: number;
}

/** How much moved in an hour: a character per 10 s, `0` (nothing) to `o` (everything moves). */
export interface MotionLevelsTable {
  camera_id: string;
  hour_ms: number;
  levels: string;
}

/** Cameras without a row have the default settings. */
export interface MotionDetectionTable {
  camera_id: string;
  is_enabled: Flag;
  sensitivity: number;
  /** JSON list of areas. */
  areas: string;
}

/** A person's locations, rooms and places of cameras, as a whole. */
export interface LocationConfigsTable {
  customer_id: string;
  /** Grows with every save. */
  revision: number;
  /** JSON of the contract's config. */
  config: string;
}

export interface VideoWallsTable {
  customer_id: string;
  /** JSON of the contract's arrangement. */
  arrangement: string;
}

/** What one device shows instead of the account's arrangement. */
export interface DeviceVideoWallsTable {
  customer_id: string;
  device_id: string;
  arrangement: string;
}

/** Where a camera goes by itself. */
export interface PtzPatrolsTable {
  camera_id: string;
  /** JSON list of the camera's own ids. */
  preset_ids: string;
  dwell_seconds: number;
  is_running: Flag;
}

/** What each person is told of each camera; without a row, nothing. */
export interface CameraNotificationsTable {
  camera_id: string;
  customer_id: string;
  /** Who sees the camera by a grant: the same as `customer_id`, so that the row goes with the grant. Null for its owner. */
  grantee_id: string | null;
  is_status_notified: Flag;
  /** Since when the camera is away, as this person was told; null when there is nothing to be taken back. */
  told_offline_at: number | null;
}
