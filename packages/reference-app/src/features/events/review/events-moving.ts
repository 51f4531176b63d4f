import type { CameraEvent } from '@watchpost/sdk-core';

/** Frames of a moving preview. */
const movingFrames = 10;
/** How long a frame is shown, ms. */
export const frameMs = 300;
const leadMs = 1000;
const maxSpanMs = 20_000;
const minSpanMs = movingFrames * 1000;

/** The moments of the frames around an event: from a second before it, over its first 20 seconds. Unix milliseconds, whole seconds. */
export function framesOf({ startAt, endAt }: Pick<CameraEvent, 'startAt' | 'endAt'>): readonly number[] {
  const from = Math.floor((startAt - leadMs) / 1000) * 1000;
  const span = Math.min(maxSpanMs, Math.max(minSpanMs, (endAt ?? startAt) - startAt));
  const stepMs = Math.floor(span / movingFrames / 1000) * 1000;
  return Array.from({ length: movingFrames }, (_, index) => from + index * stepMs);
}

/** Whether this device and its user want pictures to move by themselves. */
export function wantsMotion(): boolean {
  return !savesData() && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

function savesData(): boolean {
  const connection: unknown = 'connection' in navigator ? navigator.connection : null;
  return typeof connection === 'object' && connection !== null && 'saveData' in connection && connection.saveData === true;
}
