import type { DetectionType, PlugInDetectionType, SoundDetectionType } from '@watchpost/contract/protocols/detection';

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

/** What only the operator's own detector finds. Types without a row are off. */
interface PlugInDetectionsTable {
  camera_id: string;
  type: PlugInDetectionType;
  is_enabled: Flag;
  confidence: number;
}

export interface SmartEventTables {
  detections: DetectionsTable;
  sound_detections: SoundDetectionsTable;
  plug_in_detections: PlugInDetectionsTable;
}
