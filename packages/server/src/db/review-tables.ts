/** Moments of cameras that a user saved. */
export interface BookmarksTable {
  id: string;
  customer_id: string;
  camera_id: string;
  at_ms: number;
  note: string;
  created_at: number;
}

/** Clips that a user saved to a device; each range of a camera once. */
export interface SavedClipsTable {
  id: string;
  customer_id: string;
  camera_id: string;
  from_ms: number;
  to_ms: number;
  note: string;
  saved_at: number;
}

/** Events that a user with full access marked as false alarms. Includes camera and time, so that those of a range are counted without the events. */
interface FalseAlarmsTable {
  event_id: string;
  camera_id: string;
  start_ms: number;
  marked_at: number;
}

export interface ReviewTables {
  bookmarks: BookmarksTable;
  false_alarms: FalseAlarmsTable;
  saved_clips: SavedClipsTable;
}
