type Flag = 0 | 1;

/** A key of a partner's server. Lists are JSON. */
export interface ApiKeysTable {
  id: string;
  customer_id: string;
  name: string;
  /** Keyed hash of the secret, which is stored nowhere. */
  secret_hash: string;
  /** The first characters of the secret, to recognize it. */
  hint: string;
  scopes: string;
  /** Null for all cameras of its creator. */
  camera_ids: string | null;
  origins: string;
  ip_ranges: string;
  expires_at: number | null;
  created_at: number;
  revoked_at: number | null;
  last_used_at: number | null;
  last_used_ip: string | null;
}

/** An embed token that has not been revoked; kept until it expires. Its secret part is a signature. */
export interface EmbedTokensTable {
  id: string;
  /** Its issuer. */
  customer_id: string;
  /** The sign-in that it ends with; null for one that was made with a key. */
  family_id: string | null;
  api_key_id: string | null;
  /** What it opens, and for whom: JSON. */
  terms: string;
  created_at: number;
  expires_at: number;
}

/** A public page with a player. Lists are JSON. */
export interface EmbedLinksTable {
  id: string;
  customer_id: string;
  name: string;
  camera_ids: string;
  /** Null for no archive; otherwise the contract's `EmbedArchive` as JSON. */
  archive: string | null;
  with_audio: Flag;
  origins: string;
  max_viewers: number | null;
  expires_at: number | null;
  created_at: number;
  revoked_at: number | null;
}

/** Addresses by which other software plays a camera. The secret in them is derived from the id. */
export interface StreamLinksTable {
  id: string;
  customer_id: string;
  camera_id: string;
  name: string;
  /** JSON. */
  formats: string;
  with_audio: Flag;
  /** 0: no device, 1: one, 2: one with events. */
  with_onvif: 0 | 1 | 2;
  with_ptz: Flag;
  expires_at: number | null;
  created_at: number;
  revoked_at: number | null;
}
