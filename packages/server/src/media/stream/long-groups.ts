import type { CameraStream } from './stream-types.ts';

const maxGroupDurationMs = 4_000;

/** Whether key frames are too far apart for a new viewer to wait for the next one (ADR 66). */
export function hasLongGroups({ keyFrameInterval, sinceKeyFrameMs }: Pick<CameraStream, 'keyFrameInterval' | 'sinceKeyFrameMs'>): boolean {
  return Math.max(keyFrameInterval ?? 0, sinceKeyFrameMs) > maxGroupDurationMs;
}
