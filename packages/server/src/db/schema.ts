/** The tables. Ids are text, times integer Unix milliseconds, money integer minor units, flags 0 or 1: the same on SQLite and PostgreSQL. */
export interface Database {
  customers: CustomersTable;
  login_codes: LoginCodesTable;
  login_attempts: LoginAttemptsTable;
  devices: DevicesTable;
  session_families: SessionFamiliesTable;
  cameras: CamerasTable;
  camera_grants: CameraGrantsTable;
  registration_tokens: RegistrationTokensTable;
  agents: AgentsTable;
  init_sections: InitSectionsTable;
  segments: SegmentsTable;
  camera_outages: CameraOutagesTable;
}

export type Flag = 0 | 1;

export interface CustomersTable {
  id: string;
  email: string;
  locale: string;
  created_at: number;
}

/** The newest code of an e-mail address; a hash, never the code. */
export interface LoginCodesTable {
  email: string;
  code_hash: string;
  device_id: string | null;
  tries_left: number;
  expires_at: number;
  created_at: number;
}

/** One row per thing that is counted against a limit: codes sent and wrong codes, by e-mail and by address. */
export interface LoginAttemptsTable {
  id: string;
  kind: 'send' | 'wrong';
  email: string;
  address: string;
  at: number;
}

export interface DevicesTable {
  id: string;
  customer_id: string;
  name: string;
  token_hash: string;
  created_at: number;
  last_seen_at: number;
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
  source_kind: 'rtsp' | 'agent';
  /** The source with its credentials, encrypted (AES-256-GCM); null for an agent. */
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

/** Times when a camera was not recorded, and why; `ended_at` null while it lasts. */
export interface CameraOutagesTable {
  camera_id: string;
  started_at: number;
  ended_at: number | null;
  reason: 'offline' | 'recording-off' | 'no-plan' | 'disk';
}
