import type { EventArea } from '@watchpost/sdk-core';

/** The part of a picture to show, 0 to 1; as high in shares as it is wide, so that it keeps the picture's shape. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly size: number;
}

/** So much of what is around is shown too: a person without the door they stand at tells little. */
const around = 1.9;
/** Closer in, a picture has no detail left. */
const smallest = 0.4;

/** The window around what caused an event. */
export function cropAround({ x, y, width, height }: EventArea): Crop {
  const size = Math.min(1, Math.max(smallest, Math.max(width, height) * around));
  const within = (middle: number): number => Math.min(1 - size, Math.max(0, middle - size / 2));
  return { x: within(x + width / 2), y: within(y + height / 2), size };
}
