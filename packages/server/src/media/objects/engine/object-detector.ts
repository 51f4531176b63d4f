import type { PlugInDetectionType } from '@watchpost/contract/protocols/detection';
import type { DetectionEngine } from '@watchpost/contract/schemas/smart-events';
import type { Area } from '../../detection/motion-model.ts';
import type { VideoTrack } from '../../media-types.ts';
import type { Finding } from '../plug-in/finding-rules.ts';
import type { DetectedObject } from './object-boxes.ts';

/** One encoded picture: an access unit with 4-byte lengths. */
export interface EncodedPicture {
  /** When it was taken, Unix ms. */
  readonly at: number;
  readonly keyFrame: boolean;
  readonly data: Uint8Array;
}

export interface LookRequest {
  readonly cameraId: string;
  readonly track: VideoTrack;
  /** In decode order: all since the last look, or since a key frame. Objects are looked for in the last one. */
  readonly pictures: readonly EncodedPicture[];
  /** The pictures start with a key frame, so that earlier ones don't matter. */
  readonly isStart: boolean;
  /** For motion: 0 to 10. */
  readonly sensitivity: number;
  /** Looks for objects although nothing moves. */
  readonly isForced: boolean;
  /** What the operator's detector is asked for beside objects. */
  readonly findings?: readonly PlugInDetectionType[];
  /** No objects are wanted, only these findings. */
  readonly isWithoutObjects?: boolean;
}

/** What one picture shows. */
export interface Look {
  /** When the picture was taken, Unix ms. */
  readonly at: number;
  /** Where it differs from what the camera usually sees. */
  readonly moving: readonly Area[];
  /** Empty where nothing moves. */
  readonly objects: readonly DetectedObject[];
  /** What was found of the findings that were asked for; null, or absent, when nobody was asked. */
  readonly findings?: readonly Finding[] | null;
  /** CPU time that it took, ms. */
  readonly cpuMs: number;
  /** Whether the next look can continue with the pictures that follow; else it has to start with a key frame. */
  readonly isContinuable: boolean;
}

/** Decodes pictures and finds objects in them, one look after the other, in a separate process. */
export interface ObjectDetector {
  /** Returns null when the pictures can't be decoded. */
  look(request: LookRequest): Promise<Look | null>;
  engine(): DetectionEngine;
  /** Whether a camera's pictures are looked at elsewhere, by its own agent: not in turn with others, and at no cost here. */
  isElsewhere?(cameraId: string): boolean;
  close(): void;
}
