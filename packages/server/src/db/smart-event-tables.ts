import type { DetectionType } from '@watchpost/contract/protocols/detection';

type Flag = 0 | 1;

/** Settings of the detections of smart events. Those without a row have the default settings. */
interface DetectionsTable {
  camera_id: string;
  type: DetectionType;
  is_enabled: Flag;
  /** JSON of the contract's settings, without type and `isEnabled`. */
  settings: string;
}

export interface SmartEventTables {
  detections: DetectionsTable;
}
