import { lineSideOf } from '@watchpost/sdk-core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hitAt, sidesOf } from './smart-events-hit.ts';
import {
  drawn,
  edgesOf,
  maxShapes,
  maxZonePoints,
  middleOf,
  minSide,
  moved,
  placed,
  problemOf,
  shareOf,
  withoutPoint,
  withPointAt,
  withPointInserted,
} from './smart-events-shapes.ts';
import type { LineShape, Point, Shape, ZoneShape } from './smart-events-shapes.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const anywhere = fc.record({ x: fc.double({ min: -1, max: 2, noNaN: true }), y: fc.double({ min: -1, max: 2, noNaN: true }) });
const points = fc.record({ x: share, y: share });
const step = fc.double({ min: -2, max: 2, noNaN: true });

const line = (from: Point, to: Point): LineShape => ({ kind: 'line', id: 'l', name: 'Gate', points: [from, to], direction: 'aToB' });
const zone = (...all: readonly [number, number][]): ZoneShape => ({
  kind: 'zone',
  id: 'z',
  name: 'Yard',
  points: all.map(([x, y]) => ({ x, y })),
});
const square = zone([0.2, 0.2], [0.6, 0.2], [0.6, 0.6], [0.2, 0.6]);
const shapes: fc.Arbitrary<Shape> = fc.oneof(
  fc.array(points, { minLength: 3, maxLength: maxZonePoints }).map((all): Shape => ({ kind: 'zone', id: 'z', name: 'Yard', points: all })),
  fc
    .tuple(points, points)
    .filter(([a, b]) => Math.hypot(a.x - b.x, a.y - b.y) > 2 * minSide)
    .map(([from, to]): Shape => line(from, to)),
);
const isInPicture = ({ points: all }: Shape): boolean => all.every(({ x, y }) => x >= 0 && x <= 1 && y >= 0 && y <= 1);
const tolerance = 2e-4;

test('whatever is done to a shape, it stays inside the picture', () => {
  fc.assert(
    fc.property(shapes, step, step, anywhere, fc.nat(11), (shape, dx, dy, to, index) => {
      const all = [moved(shape, dx, dy), withPointAt(shape, index % shape.points.length, to), withPointInserted(shape, index, to)];
      for (const next of all) expect(isInPicture(next)).toBe(true);
    }),
  );
});

test('moving a shape changes neither its form nor its size', () => {
  fc.assert(
    fc.property(shapes, step, step, (shape, dx, dy) => {
      const next = moved(shape, dx, dy);
      const [first, firstBefore] = [next.points[0], shape.points[0]];
      if (!first || !firstBefore) return;
      next.points.forEach((point, index) => {
        const before = shape.points[index];
        expect(Math.abs(point.x - first.x - ((before?.x ?? 0) - firstBefore.x))).toBeLessThan(tolerance);
        expect(Math.abs(point.y - first.y - ((before?.y ?? 0) - firstBefore.y))).toBeLessThan(tolerance);
      });
    }),
  );
});

test('only the point that is held moves, and the ends of a line stay apart', () => {
  fc.assert(
    fc.property(shapes, anywhere, fc.nat(11), (shape, to, number) => {
      const index = number % shape.points.length;
      const next = withPointAt(shape, index, to);
      expect(next.points.filter((_, at) => at !== index)).toEqual(shape.points.filter((_, at) => at !== index));
      const [a, b] = next.points;
      if (shape.kind === 'line' && a && b) expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThanOrEqual(minSide);
    }),
  );
});

test('a point inserted into the middle of an edge changes no area, and removing it restores the shape', () => {
  fc.assert(
    fc.property(fc.nat(3), (edge) => {
      const [from, to] = edgesOf(square)[edge] ?? [];
      if (!from || !to) throw new Error('A square has four edges.');
      const next = withPointInserted(square, edge, middleOf(from, to));
      expect(next.points).toHaveLength(5);
      expect(shareOf(next)).toBeCloseTo(shareOf(square), 6);
      expect(withoutPoint(next, edge + 1)).toEqual(square);
    }),
  );
});

test('a zone keeps 3 to 12 points, a line its two', () => {
  const triangle = zone([0.2, 0.2], [0.6, 0.2], [0.6, 0.6]);
  expect(withoutPoint(triangle, 0)).toBeNull();
  expect(withoutPoint(line({ x: 0, y: 0 }, { x: 1, y: 1 }), 0)).toBeNull();
  let full: Shape = square;
  while (full.points.length < maxZonePoints) full = withPointInserted(full, 0, { x: 0.4, y: 0.2 });
  expect(withPointInserted(full, 0, { x: 0.3, y: 0.3 })).toBe(full);
  const straight = line({ x: 0, y: 0 }, { x: 1, y: 1 });
  expect(withPointInserted(straight, 0, { x: 0.5, y: 0.5 })).toBe(straight);
});

test('a shape is drawn from any corner and clipped to the picture; a click draws none', () => {
  expect(drawn(square, { x: 0.5, y: 0.5 }, { x: 0.25, y: 1.5 })?.points).toEqual([
    { x: 0.25, y: 0.5 },
    { x: 0.5, y: 0.5 },
    { x: 0.5, y: 1 },
    { x: 0.25, y: 1 },
  ]);
  const straight = line({ x: 0, y: 0 }, { x: 1, y: 1 });
  expect(drawn(straight, { x: 0.9, y: 0.5 }, { x: 1.2, y: 0.5 })?.points).toEqual([
    { x: 0.9, y: 0.5 },
    { x: 1, y: 0.5 },
  ]);
  expect(drawn(square, { x: 0.5, y: 0.5 }, { x: 0.51, y: 0.9 })).toBeNull();
  expect(drawn(straight, { x: 0.5, y: 0.5 }, { x: 0.51, y: 0.5 })).toBeNull();
});

test('each shape added by keyboard has its own place, is valid and inside the picture', () => {
  for (const kind of [square, line({ x: 0, y: 0 }, { x: 1, y: 1 })]) {
    const all = Array.from({ length: maxShapes }, (_, index) => placed(kind, index));
    expect(new Set(all.map((shape) => JSON.stringify(shape.points))).size).toBe(maxShapes);
    for (const shape of all) expect([isInPicture(shape), problemOf(shape, 0.6)]).toEqual([true, null]);
  }
});

test('a zone that covers too much, or whose edges cross, is refused', () => {
  expect(problemOf(square, 0.6)).toBeNull();
  expect(problemOf(zone([0, 0], [1, 0], [1, 0.61], [0, 0.61]), 0.6)).toBe('tooLarge');
  expect(problemOf(zone([0, 0], [1, 0], [1, 0.6], [0, 0.6]), 0.6)).toBeNull();
  expect(problemOf(zone([0.2, 0.2], [0.6, 0.6], [0.6, 0.2], [0.2, 0.6]), 0.6)).toBe('crossed');
  expect(problemOf(line({ x: 0, y: 0 }, { x: 1, y: 1 }), 0.6)).toBeNull();
  expect(problemOf(zone([0.2, 0.2], [0.6, 0.2], [0.4, 0.2]), 0.6)).toBe('crossed');
});

test('a press finds the point first, then the middle of a selected zone’s edge, then the shape', () => {
  const scale = { ratio: 16 / 9, tolerance: 0.03 };
  const gate = line({ x: 0.1, y: 0.9 }, { x: 0.9, y: 0.9 });
  const all = [square, gate];
  expect(hitAt(all, null, { x: 0.205, y: 0.21 }, scale)).toEqual({ kind: 'point', id: 'z', index: 0 });
  expect(hitAt(all, 'z', { x: 0.4, y: 0.21 }, scale)).toEqual({ kind: 'edge', id: 'z', index: 0 });
  expect(hitAt(all, null, { x: 0.4, y: 0.21 }, scale)).toEqual({ kind: 'shape', id: 'z' });
  expect(hitAt(all, null, { x: 0.4, y: 0.4 }, scale)).toEqual({ kind: 'shape', id: 'z' });
  expect(hitAt(all, null, { x: 0.5, y: 0.91 }, scale)).toEqual({ kind: 'shape', id: 'l' });
  expect(hitAt(all, null, { x: 0.5, y: 0.8 }, scale)).toBeNull();
});

test('of two zones, the selected one is hit, else the upper one', () => {
  const scale = { ratio: 1, tolerance: 0.01 };
  const upper: Shape = { ...square, id: 'upper' };
  expect(hitAt([square, upper], null, { x: 0.4, y: 0.4 }, scale)).toEqual({ kind: 'shape', id: 'upper' });
  expect(hitAt([square, upper], 'z', { x: 0.4, y: 0.4 }, scale)).toEqual({ kind: 'shape', id: 'z' });
});

test('side A is on the left of a line, at the same distance as B', () => {
  expect(sidesOf(line({ x: 0.2, y: 0.5 }, { x: 0.8, y: 0.5 }), 16 / 9, 0.1)).toEqual({
    a: { x: 0.5, y: 0.4 },
    b: { x: 0.5, y: 0.6 },
    middle: { x: 0.5, y: 0.5 },
  });
  fc.assert(
    fc.property(points, points, (from, to) => {
      fc.pre(Math.hypot(to.x - from.x, to.y - from.y) > minSide);
      const { a, b } = sidesOf(line(from, to), 16 / 9, 0.1);
      expect([lineSideOf({ from, to }, a), lineSideOf({ from, to }, b)]).toEqual(['a', 'b']);
    }),
  );
});
