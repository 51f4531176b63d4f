import type { EventArea } from '@watchpost/sdk-core';

/** The visible part of a picture, as fractions (0–1). Width and height are the same fraction, which keeps the aspect ratio. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** Size of the crop relative to the subject: a person is hard to place without the door they stand at. */
const cropScale = 1.9;
/** Minimum fraction: a closer crop has no detail left. */
const minCropSize = 0.4;

/** Returns the crop around the subject of an event. */
export function cropAround({ x, y, width, height }: EventArea): Crop {
  const size = Math.min(1, Math.max(minCropSize, Math.max(width, height) * cropScale));
  const within = (middle: number): number => Math.min(1 - size, Math.max(0, middle - size / 2));
  return { x: within(x + width / 2), y: within(y + height / 2), size };
}
