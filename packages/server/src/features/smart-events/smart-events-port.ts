import type { DetectionEngine, DetectionSettings } from '@watchpost/contract/schemas/smart-events';

/** Recognises objects in the pictures of cameras. */
export interface ObjectRecognition {
  /** Starts, or continues with other settings; disabled detections are among them. */
  configure(cameraId: string, settings: readonly DetectionSettings[]): void;
  forget(cameraId: string): void;
  status(cameraId?: string): { readonly engine: DetectionEngine; readonly isOverBudget: boolean };
}

export type { ObjectDrafts } from '../../media/objects/drafts/object-drafts.ts';
