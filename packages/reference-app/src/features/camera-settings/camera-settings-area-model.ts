import type { EventArea } from '@watchpost/sdk-core';

/** Minimum side of an area, as a fraction of the picture (0–1). */
export const minSide = 0.04;
/** Maximum fraction of the picture that an area may cover; the server refuses more. */
const maxAreaShare = 0.9;
export const maxAreas = 4;

/** The dragged edge, or both edges of a corner. */
export interface Handle {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}

export const handles: readonly Handle[] = [
  { x: -1, y: -1 },
  { x: 0, y: -1 },
  { x: 1, y: -1 },
  { x: -1, y: 0 },
  { x: 1, y: 0 },
  { x: -1, y: 1 },
  { x: 0, y: 1 },
  { x: 1, y: 1 },
];

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
/** Rounds to ten-thousandths: finer than any camera, without endless fractions in requests. */
const round = (value: number): number => Math.round(value * 10_000) / 10_000;

function rounded({ x, y, width, height }: EventArea): EventArea {
  const [left, top] = [round(x), round(y)];
  return { x: left, y: top, width: Math.min(round(width), round(1 - left)), height: Math.min(round(height), round(1 - top)) };
}

/** Returns the area moved by a fraction of the picture, clamped to it. */
export function moved(area: EventArea, dx: number, dy: number): EventArea {
  return rounded({ ...area, x: clamp(area.x + dx, 0, 1 - area.width), y: clamp(area.y + dy, 0, 1 - area.height) });
}

/** Returns the area with an edge or corner moved; it stays inside the picture and never vanishes. */
export function resized(area: EventArea, { x, y }: Handle, dx: number, dy: number): EventArea {
  let [left, top, right, bottom] = [area.x, area.y, area.x + area.width, area.y + area.height];
  if (x < 0) left = clamp(left + dx, 0, right - minSide);
  if (x > 0) right = clamp(right + dx, left + minSide, 1);
  if (y < 0) top = clamp(top + dy, 0, bottom - minSide);
  if (y > 0) bottom = clamp(bottom + dy, top + minSide, 1);
  return rounded({ x: left, y: top, width: right - left, height: bottom - top });
}

/** Returns the area between two points; null while it is too small to be intended. */
export function drawn(from: { readonly x: number; readonly y: number }, to: { readonly x: number; readonly y: number }): EventArea | null {
  const [left, right] = [clamp(Math.min(from.x, to.x), 0, 1), clamp(Math.max(from.x, to.x), 0, 1)];
  const [top, bottom] = [clamp(Math.min(from.y, to.y), 0, 1), clamp(Math.max(from.y, to.y), 0, 1)];
  if (right - left < minSide || bottom - top < minSide) return null;
  return rounded({ x: left, y: top, width: right - left, height: bottom - top });
}

export function shareOf({ width, height }: EventArea): number {
  return width * height;
}

export function isTooLarge(area: EventArea): boolean {
  return shareOf(area) > maxAreaShare;
}

/** Returns a new area for keyboard users: centred, each offset from the last. */
export function placed(count: number): EventArea {
  return moved({ x: 0.3, y: 0.3, width: 0.4, height: 0.4 }, count * 0.05, count * 0.05);
}
