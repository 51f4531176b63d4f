import type { EventArea } from '@watchpost/sdk-core';

/** Shares of the picture, 0 to 1. */
export const smallestSide = 0.04;
/** An area covers at most so much of the picture (the server refuses more). */
export const largestShare = 0.9;
export const mostAreas = 4;

/** What is held: an edge, or two at a corner. */
export interface Handle {
  readonly x: -1 | 0 | 1;
  readonly y: -1 | 0 | 1;
}

export const handles: readonly Handle[] = [
  { x: -1, y: -1 }, { x: 0, y: -1 }, { x: 1, y: -1 },
  { x: -1, y: 0 }, { x: 1, y: 0 },
  { x: -1, y: 1 }, { x: 0, y: 1 }, { x: 1, y: 1 },
];

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
/** Ten thousandths: finer than any camera, and no endless fractions on the way to the server. */
const round = (value: number): number => Math.round(value * 10_000) / 10_000;

function rounded({ x, y, width, height }: EventArea): EventArea {
  const [left, top] = [round(x), round(y)];
  return { x: left, y: top, width: Math.min(round(width), round(1 - left)), height: Math.min(round(height), round(1 - top)) };
}

/** The same area elsewhere, inside of the picture. */
export function moved(area: EventArea, dx: number, dy: number): EventArea {
  return rounded({ ...area, x: clamp(area.x + dx, 0, 1 - area.width), y: clamp(area.y + dy, 0, 1 - area.height) });
}

/** The area with an edge or a corner elsewhere; it stays inside of the picture and never vanishes. */
export function resized(area: EventArea, { x, y }: Handle, dx: number, dy: number): EventArea {
  let [left, top, right, bottom] = [area.x, area.y, area.x + area.width, area.y + area.height];
  if (x < 0) left = clamp(left + dx, 0, right - smallestSide);
  if (x > 0) right = clamp(right + dx, left + smallestSide, 1);
  if (y < 0) top = clamp(top + dy, 0, bottom - smallestSide);
  if (y > 0) bottom = clamp(bottom + dy, top + smallestSide, 1);
  return rounded({ x: left, y: top, width: right - left, height: bottom - top });
}

/** The area between two points, wherever they are; null while it is too small to be meant. */
export function drawn(from: { readonly x: number; readonly y: number }, to: { readonly x: number; readonly y: number }): EventArea | null {
  const [left, right] = [clamp(Math.min(from.x, to.x), 0, 1), clamp(Math.max(from.x, to.x), 0, 1)];
  const [top, bottom] = [clamp(Math.min(from.y, to.y), 0, 1), clamp(Math.max(from.y, to.y), 0, 1)];
  if (right - left < smallestSide || bottom - top < smallestSide) return null;
  return rounded({ x: left, y: top, width: right - left, height: bottom - top });
}

export function shareOf({ width, height }: EventArea): number {
  return width * height;
}

export function isTooLarge(area: EventArea): boolean {
  return shareOf(area) > largestShare;
}

/** A new one for somebody without a pointer: in the middle, each a little aside of the last. */
export function placed(count: number): EventArea {
  return moved({ x: 0.3, y: 0.3, width: 0.4, height: 0.4 }, count * 0.05, count * 0.05);
}
