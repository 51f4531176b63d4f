import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  detectionConflicts,
  detectionTypes,
  isInsidePolygon,
  isSimplePolygon,
  maxZoneShareOf,
  lineCrossingOf,
  lineSideOf,
  polygonArea,
  type PicturePoint,
} from './detection-protocol.ts';

const p = (x: number, y: number): PicturePoint => ({ x, y });
const square = [p(0.2, 0.2), p(0.6, 0.2), p(0.6, 0.6), p(0.2, 0.6)];
const share = fc.double({ min: 0, max: 1, noNaN: true });
const point = fc.record({ x: share, y: share });
/** A step of a grid that floating point calculates exactly. */
const step = fc.integer({ min: 0, max: 16 }).map((steps) => steps / 16);
const gridPoint = fc.record({ x: step, y: step });
/** Corners around a centre by increasing angle: always simple. */
const star = fc
  .array(fc.double({ min: 0.1, max: 0.45, noNaN: true }), { minLength: 3, maxLength: 12 })
  .map((radii) => radii.map((radius, index) => onCircle((2 * Math.PI * index) / radii.length, radius)));
const onCircle = (angle: number, radius: number): PicturePoint => p(0.5 + radius * Math.cos(angle), 0.5 + radius * Math.sin(angle));

describe('polygons', () => {
  test('have an area, whatever their first corner and their direction', () => {
    expect(polygonArea(square)).toBeCloseTo(0.16);
    expect(polygonArea([p(0, 0), p(1, 0), p(0, 1)])).toBe(0.5);
    fc.assert(
      fc.property(star, fc.nat(11), (points, turns) => {
        const turned = [...points.slice(turns % points.length), ...points.slice(0, turns % points.length)];
        expect(polygonArea(turned)).toBeCloseTo(polygonArea(points));
        expect(polygonArea(points.toReversed())).toBeCloseTo(polygonArea(points));
        expect(polygonArea(points)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test.each<[string, boolean, PicturePoint[]]>([
    ['a square', true, square],
    ['an arrow', true, [p(0, 0), p(0.5, 0.3), p(1, 0), p(0.5, 1)]],
    ['a corner on a straight edge', true, [p(0, 0), p(0.5, 0), p(1, 0), p(0.5, 1)]],
    ['two corners', false, [p(0, 0), p(1, 1)]],
    ['a bow tie', false, [p(0, 0), p(1, 1), p(1, 0), p(0, 1)]],
    ['a repeated corner', false, [p(0, 0), p(0, 0), p(1, 0), p(0, 1)]],
    ['an edge that turns back', false, [p(0, 0), p(1, 0), p(0.5, 0), p(0.5, 1)]],
    ['a corner that touches another edge', false, [p(0, 0), p(1, 0), p(0.5, 0.5), p(1, 1), p(0, 1), p(0.5, 0.5)]],
    ['corners on one line', false, [p(0, 0), p(0.5, 0.5), p(1, 1)]],
  ])('%s is simple: %s', (_name, isSimple, points) => {
    expect(isSimplePolygon(points)).toBe(isSimple);
    expect(isSimplePolygon(points.toReversed())).toBe(isSimple);
  });

  test('with corners around their centre are simple and contain it; with two of four swapped they are not', () => {
    fc.assert(
      fc.property(star, (points) => {
        expect(isSimplePolygon(points)).toBe(true);
        if (points.length > 3) expect(isInsidePolygon(points, p(0.5, 0.5))).toBe(true);
        const [a, b, c, d] = points;
        if (points.length === 4 && a && b && c && d) expect(isSimplePolygon([a, c, b, d])).toBe(false);
      }),
    );
  });

  test('contain what is between their edges', () => {
    expect(isInsidePolygon(square, p(0.4, 0.4))).toBe(true);
    for (const outside of [p(0.1, 0.4), p(0.7, 0.4), p(0.4, 0.1), p(0.4, 0.7)]) expect(isInsidePolygon(square, outside)).toBe(false);
    const arrow = [p(0, 0), p(0.5, 0.3), p(1, 0), p(0.5, 1)];
    expect([isInsidePolygon(arrow, p(0.5, 0.2)), isInsidePolygon(arrow, p(0.5, 0.4))]).toEqual([false, true]);
  });
});

describe('lines', () => {
  const right = { from: p(0.2, 0.5), to: p(0.8, 0.5) };
  const down = { from: p(0.5, 0.2), to: p(0.5, 0.8) };
  test('side a is to the left of the walk: above a line to the right, to the right of a line down', () => {
    expect([lineSideOf(right, p(0.5, 0.4)), lineSideOf(right, p(0.5, 0.6))]).toEqual(['a', 'b']);
    expect([lineSideOf(down, p(0.6, 0.5)), lineSideOf(down, p(0.4, 0.5))]).toEqual(['a', 'b']);
    expect(lineSideOf(right, p(0.5, 0.5))).toBe('a');
  });

  test.each<[string, 'aToB' | 'bToA' | null, PicturePoint, PicturePoint]>([
    ['downwards', 'aToB', p(0.4, 0.4), p(0.6, 0.6)],
    ['upwards', 'bToA', p(0.4, 0.6), p(0.6, 0.4)],
    ['along it', null, p(0.3, 0.4), p(0.7, 0.4)],
    ['past its end', null, p(0.9, 0.4), p(0.9, 0.6)],
    ['past its end, aslant', null, p(0.7, 0.3), p(0.95, 0.6)],
    ['onto it from above', null, p(0.5, 0.4), p(0.5, 0.5)],
    ['onto it from below', 'bToA', p(0.5, 0.6), p(0.5, 0.5)],
    ['without a move', null, p(0.5, 0.4), p(0.5, 0.4)],
  ])('a move %s crosses: %s', (_name, crossing, before, after) => expect(lineCrossingOf(right, before, after)).toBe(crossing));

  test('a move back crosses in the other direction, and a line drawn from its other end names the sides the other way round', () => {
    const opposite = { aToB: 'bToA', bToA: 'aToB' } as const;
    fc.assert(
      fc.property(gridPoint, gridPoint, gridPoint, gridPoint, (from, to, before, after) => {
        const crossing = lineCrossingOf({ from, to }, before, after);
        const back = lineCrossingOf({ from, to }, after, before);
        if (crossing === null) return;
        expect(back).toBe(opposite[crossing]);
        // A point on the line counts as side a, however the line is drawn.
        const turned = lineCrossingOf({ from: to, to: from }, before, after);
        if (turned !== null) expect(turned).toBe(opposite[crossing]);
      }),
    );
  });

  test('a path crosses a line through the whole picture as often as its ends require', () => {
    const whole = { from: p(0, 0.5), to: p(1, 0.5) };
    fc.assert(
      fc.property(fc.array(point, { minLength: 2, maxLength: 20 }), (path) => {
        let balance = 0;
        for (const [index, at] of path.slice(1).entries()) {
          const crossing = lineCrossingOf(whole, path[index] ?? at, at);
          balance += crossing === 'aToB' ? 1 : crossing === 'bToA' ? -1 : 0;
        }
        const [first, last] = [lineSideOf(whole, path[0] ?? p(0, 0)), lineSideOf(whole, path.at(-1) ?? p(0, 0))];
        expect(balance).toBe(first === last ? 0 : first === 'a' ? 1 : -1);
      }),
    );
  });
});

test('conflicts hold in both directions', () => {
  const all = ['motion', ...detectionTypes] as const;
  for (const one of all)
    for (const other of all) expect(detectionConflicts[one].includes(other)).toBe(detectionConflicts[other].includes(one));
  expect(detectionConflicts.motion).toEqual(['lineCrossing', 'intrusion']);
});

test('a zone of an intrusion may cover less of the picture', () => {
  expect(detectionTypes.map(maxZoneShareOf)).toEqual([0.9, 0.9, 0.9, 0.6]);
});
