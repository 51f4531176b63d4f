type Flag = 0 | 1;

/** Timelapse settings of cameras. Those without a row have the default settings. */
interface TimelapseSettingsTable {
  camera_id: string;
  is_enabled: Flag;
  /** When it was enabled: earlier hours are not filmed. */
  enabled_at: number;
  /** JSON of the contract's settings, without `isEnabled`. */
  settings: string;
}

/** The film of a camera's day, from when it is due. */
export interface TimelapsesTable {
  camera_id: string;
  /** In the camera's time zone, `2026-11-27`. */
  day: string;
  /** Id of the event that announces it, and name of its file. */
  event_id: string;
  /** The hours that are filmed, Unix ms. */
  from_ms: number;
  to_ms: number;
  length_seconds: number;
  /** JSON list of the channels. */
  channels: string;
  /** `empty`: nothing was recorded; `failed`: it could not be made. */
  state: 'waiting' | 'made' | 'empty' | 'failed';
  /** While `waiting`: when the film is due, or when the lease of the process that makes it ends. */
  due_at: number;
  lease: string | null;
  attempts: number;
  /** When it is announced, if it is made by then. */
  send_at: number;
  /** Null until its event exists. */
  published_at: number | null;
  /** Null until the push messages are queued. */
  pushed_at: number | null;
}

export interface TimelapseTables {
  timelapse_settings: TimelapseSettingsTable;
  timelapses: TimelapsesTable;
}
