import { detectionTypes } from '@watchpost/sdk-core';
import type { CameraEvent, DetectionSettings, DetectionType } from '@watchpost/sdk-core';

/** A higher threshold would leave out many true objects as well: then a place is better left out. */
const highestThreshold = 0.85;
const stepsPerUnit = 20;

export function isDetection(type: CameraEvent['type']): type is DetectionType {
  return detectionTypes.some((one) => one === type);
}

/**
 * Returns the threshold, in steps of 0.05, that would have left out a false alarm; null where raising it is no safe answer:
 * the score is as high as that of true objects, or the threshold is above it already.
 */
export function raisedThreshold({ score }: Pick<CameraEvent, 'score'>, settings: Pick<DetectionSettings, 'threshold'>): number | null {
  if (score === null) return null;
  const next = (Math.floor((Math.round(score * 1000) / 1000) * stepsPerUnit) + 1) / stepsPerUnit;
  return next > settings.threshold && next <= highestThreshold ? next : null;
}
