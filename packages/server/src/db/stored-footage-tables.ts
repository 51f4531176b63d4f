/** Objects of recordings in a bucket. A row is written before its object, and removed after it: no object is left that nothing names. */
interface FootageObjectsTable {
  id: string;
  camera_id: string;
  /** Key in the object store. */
  key: string;
  /** Bytes. */
  size: number;
  /** The init section that it is; null for segments. */
  init_hash: string | null;
  /** When the object may be removed, Unix ms; null while it is in use. */
  remove_after: number | null;
}

/** Where a segment is stored within an object. A segment without a row is a file on the disk. */
interface StoredSegmentsTable {
  camera_id: string;
  start_ms: number;
  object_id: string;
  /** Bytes before it in the object. */
  position: number;
}

export interface StoredFootageTables {
  footage_objects: FootageObjectsTable;
  stored_segments: StoredSegmentsTable;
}
