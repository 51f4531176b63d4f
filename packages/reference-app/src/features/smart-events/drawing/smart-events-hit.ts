import { isInsidePolygon } from '@watchpost/sdk-core';
import { edgesOf, middleOf } from './smart-events-shapes.ts';
import type { LineShape, Point, Shape } from './smart-events-shapes.ts';

/** What is under a pointer: a point of a shape, the middle of an edge (where a point is inserted), or the shape itself. */
export type Hit =
  | { readonly kind: 'point'; readonly id: string; readonly index: number }
  | { readonly kind: 'edge'; readonly id: string; readonly index: number }
  | { readonly kind: 'shape'; readonly id: string };

export interface HitScale {
  /** Width of the picture divided by its height. */
  readonly ratio: number;
  /** How far from a point a press still means it, as a fraction of the picture's height. */
  readonly tolerance: number;
}

const distance = (a: Point, b: Point, ratio: number): number => Math.hypot((a.x - b.x) * ratio, a.y - b.y);

function distanceToEdge(at: Point, [from, to]: readonly [Point, Point], ratio: number): number {
  const [dx, dy] = [(to.x - from.x) * ratio, to.y - from.y];
  const squared = dx * dx + dy * dy;
  const along = squared === 0 ? 0 : ((at.x - from.x) * ratio * dx + (at.y - from.y) * dy) / squared;
  const share = Math.min(1, Math.max(0, along));
  return distance(at, { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share }, ratio);
}

interface Candidate {
  readonly hit: Hit;
  readonly away: number;
}

const nearest = (candidates: readonly Candidate[], tolerance: number): Hit | null =>
  candidates.reduce<Candidate | null>((best, next) => (next.away <= tolerance && next.away < (best?.away ?? Infinity) ? next : best), null)
    ?.hit ?? null;

/**
 * Finds what a pointer is on. Points come before edges, edges before areas; the selected shape before the others, and those drawn later
 * before those under them.
 */
export function hitAt(shapes: readonly Shape[], selected: string | null, at: Point, { ratio, tolerance }: HitScale): Hit | null {
  const ordered = [...shapes.filter(({ id }) => id === selected), ...shapes.filter(({ id }) => id !== selected).toReversed()];
  const points = ordered.flatMap(({ id, points: all }) =>
    all.map((point, index): Candidate => ({ hit: { kind: 'point', id, index }, away: distance(at, point, ratio) })),
  );
  const middles = ordered
    .filter((shape) => shape.id === selected && shape.kind === 'zone')
    .flatMap((shape) =>
      edgesOf(shape).map(([from, to], index): Candidate => ({
        hit: { kind: 'edge', id: shape.id, index },
        away: distance(at, middleOf(from, to), ratio),
      })),
    );
  const edges = ordered.flatMap((shape) =>
    edgesOf(shape).map((edge): Candidate => ({ hit: { kind: 'shape', id: shape.id }, away: distanceToEdge(at, edge, ratio) })),
  );
  const under = ordered.find(({ kind, points: corners }) => kind === 'zone' && isInsidePolygon(corners, at));
  return (
    nearest(points, tolerance) ??
    nearest(middles, tolerance) ??
    nearest(edges, tolerance / 2) ??
    (under ? { kind: 'shape', id: under.id } : null)
  );
}

export interface LineSides {
  /** Where the name of each side, A or B, stands. */
  readonly a: Point;
  readonly b: Point;
  readonly middle: Point;
}

/**
 * The places beside the middle of a line that show its sides. A is on the left of the way from the first to the second point.
 * @param away how far from the line, as a fraction of the picture's height
 */
export function sidesOf({ points: [from, to] }: Pick<LineShape, 'points'>, ratio: number, away: number): LineSides {
  if (!from || !to) return { a: { x: 0, y: 0 }, b: { x: 0, y: 0 }, middle: { x: 0, y: 0 } };
  const [dx, dy] = [(to.x - from.x) * ratio, to.y - from.y];
  const length = Math.hypot(dx, dy) || 1;
  const [right, down] = [((dy / length) * away) / ratio, (-dx / length) * away];
  const middle = middleOf(from, to);
  return { a: { x: middle.x + right, y: middle.y + down }, b: { x: middle.x - right, y: middle.y - down }, middle };
}
