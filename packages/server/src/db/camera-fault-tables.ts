/** What goes wrong with cameras and with what they send. */
export interface CameraFaultTables {
  password_trials: PasswordTrialsTable;
  damaged_footage: DamagedFootageTable;
  misdated_footage: MisdatedFootageTable;
}

/** A camera that refuses its password. */
interface PasswordTrialsTable {
  camera_id: string;
  /** Refusals in a row. */
  refusals: number;
  /** When the password may be sent again. */
  retry_at: number;
}

/** Footage with pictures that did not arrive whole, joined into few rows. */
interface DamagedFootageTable {
  camera_id: string;
  start_ms: number;
  end_ms: number;
}

/** Footage that was recorded while the server's clock was ahead. */
interface MisdatedFootageTable {
  camera_id: string;
  start_ms: number;
  end_ms: number;
}
