import { isInsidePolygon } from '@watchpost/sdk-core';
import type { EventArea } from '@watchpost/sdk-core';
import type { DrawingAction } from './smart-events-drawing.ts';
import { problemOf } from './smart-events-shapes.ts';
import type { Point, Shape } from './smart-events-shapes.ts';

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Feet stand within this share of a box's height above its lower edge, and within the other below it or beside it: boxes tremble. */
const shareAbove = 0.5;
const shareAround = 0.15;
const minMargin = 0.02;
/** A place that comes this near to the edge of an area is cut out of the edge. */
const edgeReach = 0.03;
/** A hole is cut into an area by a slit of this width. */
const slit = 0.002;
/** One area may cover less than the whole picture: the upper edge is left out too, where nobody stands. */
const spare = 0.0002;
/** Who would leave out more turns the detection off. */
const maxPlaceShare = 0.4;
/** A place on the lower edge of the picture is in no polygon. */
const lowestPlace = 0.9999;

/**
 * Returns how to draw a detection's areas so that what stood at a place is in none of them: one area is cut, or the first is drawn around
 * it. `done`: it is in none already. Null: no single area does, so that it is left to the user.
 * @param box of what was a false alarm
 * @param next the area that is drawn next, without a place yet
 * @param largest the maximum part of the picture that an area may cover
 */
export function leftOut(shapes: readonly Shape[], box: EventArea, next: Shape, largest: number): DrawingAction | 'done' | null {
  const place = placeOf(box);
  if (next.kind !== 'zone' || areaOf(place) > maxPlaceShare) return null;
  if (shapes.length === 0) return cut('add', next, shrunk(place, largest), place, largest);
  const foot = { x: box.x + box.width / 2, y: Math.min(lowestPlace, box.y + box.height) };
  const [shape, ...others] = shapes.filter(({ kind, points }) => kind === 'zone' && isInsidePolygon(points, foot));
  if (!shape) return 'done';
  const outer = rectangleOf(shape.points);
  return others.length === 0 && outer ? cut('replace', shape, outer, place, largest) : null;
}

function cut(kind: 'add' | 'replace', shape: Shape, outer: Rectangle, place: Rectangle, largest: number): DrawingAction | null {
  const points = rectangleWithout(outer, place);
  if (!points) return null;
  const changed = { ...shape, points: points.map(({ x, y }) => ({ x: round(x), y: round(y) })) };
  return problemOf(changed, largest) === null ? { kind, shape: changed } : null;
}

/** Where the feet of what has this box may stand. */
function placeOf({ x, y, width, height }: EventArea): Rectangle {
  const foot = y + height;
  const [beside, below] = [marginOf(width * shareAround), marginOf(height * shareAround)];
  return { left: x - beside, top: foot - marginOf(height * shareAbove), right: x + width + beside, bottom: foot + below };
}

function marginOf(wanted: number): number {
  return Math.max(minMargin, wanted);
}

/** Returns the area of the part of a place that is in the picture. */
function areaOf({ left, top, right, bottom }: Rectangle): number {
  return (Math.min(1, right) - Math.max(0, left)) * (Math.min(1, bottom) - Math.max(0, top));
}

/** The picture without so much of its upper edge that the rest, without the place, is not too large. */
function shrunk(place: Rectangle, largest: number): Rectangle {
  const top = Math.max(0, 1 - largest - areaOf(place)) + spare;
  return { left: 0, top: top < place.top ? top : 1 - largest + spare, right: 1, bottom: 1 };
}

/** Returns the rectangle that a polygon is; null for all others. */
function rectangleOf(points: readonly Point[]): Rectangle | null {
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const isUpright = points.length === 4 && points.every(({ x, y }) => (x === left || x === right) && (y === top || y === bottom));
  return isUpright ? { left, top, right, bottom } : null;
}

/** Returns a rectangle without a place in it as one polygon; null if nothing is left, or two parts are. */
function rectangleWithout(outer: Rectangle, place: Rectangle): readonly Point[] | null {
  const { left: l, top: t, right: r, bottom: b } = outer;
  if (place.right <= l || place.left >= r || place.bottom <= t || place.top >= b) return corners(outer);
  const isLeft = place.left <= l + edgeReach;
  const isTop = place.top <= t + edgeReach;
  const isRight = place.right >= r - edgeReach;
  const isBottom = place.bottom >= b - edgeReach;
  // The place, as far as it is inside.
  const [x1, y1, x2, y2] = [isLeft ? l : place.left, isTop ? t : place.top, isRight ? r : place.right, isBottom ? b : place.bottom];
  const sides = [isLeft, isTop, isRight, isBottom].filter(Boolean).length;
  if (sides === 4 || (sides === 2 && isLeft === isRight)) return null;
  // Beside the one side that is left.
  if (sides === 3) return corners({ left: isRight ? l : x2, top: isBottom ? t : y2, right: isLeft ? r : x1, bottom: isTop ? b : y1 });
  const at = (x: number, y: number): Point => ({ x, y });
  const middle = (x1 + x2) / 2;
  // Clockwise from the upper left corner; the place is gone round where it meets a corner or a side.
  return [
    ...(isLeft && isTop ? [at(l, y2), at(x2, y2), at(x2, t)] : [at(l, t)]),
    ...(isTop && !isLeft && !isRight ? [at(x1, t), at(x1, y2), at(x2, y2), at(x2, t)] : []),
    ...(isTop && isRight ? [at(x1, t), at(x1, y2), at(r, y2)] : [at(r, t)]),
    ...(isRight && !isTop && !isBottom ? [at(r, y1), at(x1, y1), at(x1, y2), at(r, y2)] : []),
    ...(isRight && isBottom ? [at(r, y1), at(x1, y1), at(x1, b)] : [at(r, b)]),
    ...(isBottom && !isLeft && !isRight ? [at(x2, b), at(x2, y1), at(x1, y1), at(x1, b)] : []),
    ...(sides === 0
      ? [
          ...[at(middle + slit, b), at(middle + slit, y2), at(x2, y2), at(x2, y1)],
          ...[at(x1, y1), at(x1, y2), at(middle, y2), at(middle, b)],
        ]
      : []),
    ...(isBottom && isLeft ? [at(x2, b), at(x2, y1), at(l, y1)] : [at(l, b)]),
    ...(isLeft && !isTop && !isBottom ? [at(l, y2), at(x2, y2), at(x2, y1), at(l, y1)] : []),
  ];
}

function corners({ left, top, right, bottom }: Rectangle): readonly Point[] {
  return [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ];
}

/** Ten-thousandths, as what is drawn by hand. */
function round(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 10_000) / 10_000;
}
