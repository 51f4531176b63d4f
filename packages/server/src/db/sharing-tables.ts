type Flag = 0 | 1;

/** The columns of what a user was granted on a camera: the contract's `Grant`. */
export interface GrantColumns {
  access: 'view' | 'full';
  with_audio: Flag;
  with_archive: Flag;
  /** The part of the archive that is open; null for no limit. */
  archive_from: number | null;
  archive_until: number | null;
  with_ptz: Flag;
  /** Minutes since midnight in the camera's time zone; both null for all day. */
  daily_from: number | null;
  daily_until: number | null;
  has_watermark: Flag;
  expires_at: number | null;
}

/** The access of a user who is not the owner. */
export interface CameraGrantsTable extends GrantColumns {
  camera_id: string;
  customer_id: string;
  created_at: number;
  /** The link through which it came; null for rows older than links. */
  invite_id: string | null;
}

/** A link that shares cameras. Its token is derived from the id and the server's key; only the hash is stored. */
export interface InvitesTable extends GrantColumns {
  id: string;
  creator_id: string;
  token_hash: string;
  label: string;
  /** `from-acceptance` and `all` leave `archive_from` and `archive_until` null. */
  archive_kind: 'all' | 'from-acceptance' | 'period';
  max_users: number | null;
  max_viewers: number | null;
  allows_guests: Flag;
  has_picture: Flag;
  created_at: number;
  revoked_at: number | null;
}

export interface InviteCamerasTable {
  invite_id: string;
  camera_id: string;
}

/** Who accepted a link; stays when the access ends, because it counts against the link's limit. */
export interface InviteUsersTable {
  invite_id: string;
  customer_id: string;
  accepted_at: number;
  /** When someone changed or revoked what the user got: from then on the link gives this user nothing more. Null before. */
  closed_at: number | null;
}

/** A browser that watches through a link without an account. */
export interface GuestsTable {
  id: string;
  invite_id: string;
  /** Hash of the cookie that only this browser has. */
  secret_hash: string;
  joined_at: number;
  last_seen_at: number;
  browser: string | null;
  system: string | null;
}

/** Who watched, downloaded or moved what, and who changed access; kept for 90 days. */
export interface AccessLogTable {
  id: string;
  camera_id: string;
  /** One of the contract's `accessKind`. */
  kind: string;
  at: number;
  /** Null while the user watches or steers. */
  until: number | null;
  /** When the user was last known to watch: the end of an entry that a crash left without one. Null for what takes no time. */
  seen_at: number | null;
  range_from: number | null;
  range_until: number | null;
  viewer_kind: 'user' | 'guest' | 'website' | 'api-key' | 'stream-link';
  /** The customer's id, the guest's, the key's or the stream link's, or the website's origin. */
  viewer_id: string;
  /** The website's own name for the viewer, or the name of the key or of the stream link; null for none. */
  viewer_name: string | null;
  /** E-mail address or label of what was changed; null for watching. */
  subject: string | null;
  browser: string | null;
  system: string | null;
  grant_kind: 'owner' | 'full' | 'view' | 'link' | 'api-key' | 'embed-link' | 'stream-link';
  /** Name of the API key, of the embed link or of the stream link; null for anything else. */
  grant_name: string | null;
  /** For `link`. Not a reference: the entry outlives the link. */
  invite_id: string | null;
  invite_label: string | null;
}

/** Who did what on this server. Only ever added to; names are those of the time, and outlive what they name. */
export interface AuditLogTable {
  id: string;
  at: number;
  /** The contract's `auditKind`. */
  kind: string;
  /** Null for the server itself. */
  actor_id: string | null;
  actor_email: string | null;
  subject_id: string | null;
  subject_name: string | null;
}
