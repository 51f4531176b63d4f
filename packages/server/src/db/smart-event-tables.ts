import type { DetectionType, SoundDetectionType } from '@watchpost/contract/protocols/detection';

type Flag = 0 | 1;

/** Settings of the detections of smart events. Those without a row have the default settings. */
interface DetectionsTable {
  camera_id: string;
  type: DetectionType;
  is_enabled: Flag;
  /** JSON of the contract's settings, without type and `isEnabled`. */
  settings: string;
}

/** What is heard in the sound of cameras. Types without a row are off. */
interface SoundDetectionsTable {
  camera_id: string;
  type: SoundDetectionType;
  is_enabled: Flag;
  sensitivity: number;
}

export interface SmartEventTables {
  detections: DetectionsTable;
  sound_detections: SoundDetectionsTable;
}
