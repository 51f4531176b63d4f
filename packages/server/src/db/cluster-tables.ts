import type { ErrorCode } from '@watchpost/contract/kernel';

export interface ClusterTables {
  nodes: NodesTable;
  camera_leases: CameraLeasesTable;
  server_settings: ServerSettingsTable;
  storage_days: StorageDaysTable;
}

/** How full the disk of each node was at the end of a day. */
interface StorageDaysTable {
  node_id: string;
  /** Its beginning in UTC, Unix ms. */
  day: number;
  used_bytes: number;
  total_bytes: number;
}

/** Settings that operators changed while the server ran; one that is not here is as every server started with it. */
interface ServerSettingsTable {
  name: string;
  /** As it would be written in the environment. */
  value: string;
  changed_at: number;
}

/** The servers that share this database; none where one machine runs alone. All times are the database's. */
interface NodesTable {
  /** Identifies its data folder, so it stays when the server restarts. */
  id: string;
  /** As the operator calls it. */
  name: string;
  /** Comma-separated. */
  roles: string;
  /** Where other nodes reach it, `http://10.0.0.5:8080`; null when it was not given. */
  address: string | null;
  /** Weight of cameras that it can carry. */
  capacity: number;
  version: string;
  /** It hands its cameras over and takes no new ones. */
  is_draining: 0 | 1;
  started_at: number;
  seen_at: number;
  /** Once this has passed, other nodes take its cameras. */
  alive_until: number;
  /** Counts changes of its leases by others, so that a heartbeat learns of them without reading all. */
  lease_changes: number;
}

/** Which node ingests a camera. A lease lasts as long as its node is alive. */
interface CameraLeasesTable {
  camera_id: string;
  /** Null until it is placed. */
  node_id: string | null;
  /** Grows whenever the lease changes hands: what an earlier holder writes is refused. */
  fencing_token: number;
  /** The node that the holder must hand it over to; null when it stays. */
  next_node_id: string | null;
  /** What it costs its node, as its holder measured. */
  weight: number;
  /** Whether its video arrives, as its holder said last; null until then. */
  state: 'connecting' | 'online' | 'offline' | null;
  state_since: number | null;
  state_reason: ErrorCode | null;
  /** When the holder said so. */
  state_at: number | null;
}
