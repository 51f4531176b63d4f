import { isSimplePolygon, polygonArea } from '@watchpost/sdk-core';
import type { LineDirection, PicturePoint } from '@watchpost/sdk-core';

export type Point = PicturePoint;

/** A line from its first point to its second; side A is on its left. */
export interface LineShape {
  readonly kind: 'line';
  readonly id: string;
  readonly name: string;
  readonly points: readonly Point[];
  readonly direction: LineDirection;
}

/** A polygon. */
export interface ZoneShape {
  readonly kind: 'zone';
  readonly id: string;
  readonly name: string;
  readonly points: readonly Point[];
}

export type Shape = LineShape | ZoneShape;

export const maxShapes = 4;
const minZonePoints = 3;
export const maxZonePoints = 12;
/** Minimum length of a line and minimum side of a drawn zone, as a fraction of the picture. */
export const minSide = 0.04;

const clamp = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));
/** Rounds to ten-thousandths: finer than any camera, without endless fractions in requests. */
const round = (value: number): number => Math.round(value * 10_000) / 10_000;

function inPicture({ x, y }: Point): Point {
  return { x: round(clamp(x, 0, 1)), y: round(clamp(y, 0, 1)) };
}

const withPoints = (shape: Shape, points: readonly Point[]): Shape => ({ ...shape, points });

/** Moves a whole shape by a fraction of the picture; it stops at the picture's edge with its form unchanged. */
export function moved(shape: Shape, dx: number, dy: number): Shape {
  const xs = shape.points.map(({ x }) => x);
  const ys = shape.points.map(({ y }) => y);
  const right = clamp(dx, -Math.min(...xs), 1 - Math.max(...xs));
  const down = clamp(dy, -Math.min(...ys), 1 - Math.max(...ys));
  return withPoints(
    shape,
    shape.points.map(({ x, y }) => inPicture({ x: x + right, y: y + down })),
  );
}

/** Moves one point of a shape to a place in the picture; the ends of a line stay apart. */
export function withPointAt(shape: Shape, index: number, to: Point): Shape {
  const next = withPoints(
    shape,
    shape.points.map((point, at) => (at === index ? inPicture(to) : point)),
  );
  return shape.kind === 'line' && lengthOf(next) < minSide ? shape : next;
}

/** Inserts a point into the edge that begins at the point `edge`; a zone with the maximum of points stays as it is. */
export function withPointInserted(shape: Shape, edge: number, at: Point): Shape {
  if (shape.kind === 'line' || shape.points.length >= maxZonePoints) return shape;
  return withPoints(shape, [...shape.points.slice(0, edge + 1), inPicture(at), ...shape.points.slice(edge + 1)]);
}

/** Removes a point; null if too few would be left to form the shape. */
export function withoutPoint(shape: Shape, index: number): Shape | null {
  if (shape.kind === 'line' || shape.points.length <= minZonePoints) return null;
  return withPoints(
    shape,
    shape.points.filter((_, at) => at !== index),
  );
}

/** The edges of a shape: the one of a line, all sides of a zone. */
export function edgesOf({ kind, points }: Shape): readonly (readonly [Point, Point])[] {
  return points.flatMap((from, index) => {
    const to = points[index + 1] ?? (kind === 'zone' ? points[0] : undefined);
    return to ? [[from, to] as const] : [];
  });
}

export function middleOf(from: Point, to: Point): Point {
  return { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
}

/** The centre of a shape's bounds, for its name. */
export function centreOf({ points }: Shape): Point {
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  return { x: (Math.min(...xs) + Math.max(...xs)) / 2, y: (Math.min(...ys) + Math.max(...ys)) / 2 };
}

/** The part of the picture that a zone covers, 0–1; of a line: 0. */
export function shareOf(shape: Shape): number {
  return shape.kind === 'line' ? 0 : polygonArea(shape.points);
}

function lengthOf({ points: [from, to] }: Shape): number {
  return from && to ? Math.hypot(to.x - from.x, to.y - from.y) : 0;
}

export type ShapeProblem = 'tooLarge' | 'crossed';

/** Why the server would refuse a shape; null: it would not. */
export function problemOf(shape: Shape, largest: number): ShapeProblem | null {
  if (shape.kind === 'line') return null;
  if (!isSimplePolygon(shape.points)) return 'crossed';
  return shareOf(shape) > largest ? 'tooLarge' : null;
}

/** Draws a new shape between two places; null while it is too small to be intended. */
export function drawn(shape: Shape, from: Point, to: Point): Shape | null {
  const [a, b] = [inPicture(from), inPicture(to)];
  if (shape.kind === 'line') {
    const next = withPoints(shape, [a, b]);
    return lengthOf(next) < minSide ? null : next;
  }
  const [left, right, top, bottom] = [Math.min(a.x, b.x), Math.max(a.x, b.x), Math.min(a.y, b.y), Math.max(a.y, b.y)];
  if (right - left < minSide || bottom - top < minSide) return null;
  return withPoints(shape, rectangle(left, top, right, bottom));
}

const rectangle = (left: number, top: number, right: number, bottom: number): readonly Point[] => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
];

/** A new shape for keyboard users: in the middle, each offset from the last. */
export function placed(shape: Shape, count: number): Shape {
  const points =
    shape.kind === 'line'
      ? [
          { x: 0.3, y: 0.6 },
          { x: 0.7, y: 0.6 },
        ]
      : rectangle(0.3, 0.3, 0.7, 0.7);
  return moved(withPoints(shape, points), count * 0.05, count * -0.08);
}
