import { isInsidePolygon } from '@watchpost/sdk-core';
import type { EventArea } from '@watchpost/sdk-core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { leftOut } from './smart-events-leave-out.ts';
import { problemOf } from './smart-events-shapes.ts';
import type { Shape } from './smart-events-shapes.ts';

const next: Shape = { kind: 'zone', id: 'zone-1', name: 'Area 1', points: [] };
const zone = (left: number, top: number, right: number, bottom: number): Shape => ({
  ...{ kind: 'zone', id: 'gate', name: 'Gate' },
  points: [
    { x: left, y: top },
    { x: right, y: top },
    { x: right, y: bottom },
    { x: left, y: bottom },
  ],
});
const box = { x: 0.4, y: 0.3, width: 0.2, height: 0.4 };
const footOf = ({ x, y, width, height }: EventArea) => ({ x: x + width / 2, y: Math.min(0.9999, y + height) });

test('of the whole picture, one area is drawn around the place, as large as it may be', () => {
  const action = leftOut([], box, next, 0.9);
  if (action === null || action === 'done' || action.kind !== 'add') throw new Error('Nothing is drawn.');
  const { points } = action.shape;
  expect([points.length, problemOf(action.shape, 0.9)]).toEqual([12, null]);
  expect(isInsidePolygon(points, footOf(box))).toBe(false);
  const others = [
    { x: 0.2, y: 0.7 },
    { x: 0.8, y: 0.7 },
    { x: 0.5, y: 0.3 },
    { x: 0.55, y: 0.95 },
  ];
  for (const at of others) expect(isInsidePolygon(points, at)).toBe(true);
});

test.each<[string, Shape[], EventArea, 'add' | 'replace' | 'done' | null]>([
  ['an area around it is cut', [zone(0, 0, 1, 0.9)], box, 'replace'],
  ['an area beside it stays', [zone(0, 0, 0.3, 0.9)], box, 'done'],
  ['two areas around it are left to the user', [zone(0, 0, 1, 0.9), { ...zone(0.3, 0, 1, 0.9), id: 'other' }], box, null],
  [
    'so is one that is no rectangle',
    [{ ...zone(0, 0, 1, 1), points: zone(0, 0, 1, 1).points.slice(0, 3) }],
    { ...box, x: 0.5, y: 0.1 },
    null,
  ],
  ['so is one of which nothing would be left', [zone(0.4, 0.5, 0.6, 0.75)], box, null],
  ['and a box that is nearly the whole picture', [], { x: 0, y: 0, width: 1, height: 1 }, null],
  ['a place at the lower edge is cut out of the edge', [], { x: 0.4, y: 0.6, width: 0.2, height: 0.4 }, 'add'],
])('%s', (_, shapes, at, expected) => {
  const action = leftOut(shapes, at, next, 0.9);
  expect(action === null || action === 'done' ? action : action.kind).toBe(expected);
});

test('wherever it was, the place is left out by an area that the server takes', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const size = fc.double({ min: 0.01, max: 0.6, noNaN: true });
  fc.assert(
    fc.property(share, share, size, size, fc.constantFrom<Shape[]>([], [zone(0.1, 0.1, 0.9, 0.9)]), (x, y, width, height, shapes) => {
      const at = { x: x * (1 - width), y: y * (1 - height), width, height };
      const action = leftOut(shapes, at, next, 0.9);
      if (action === null || action === 'done' || (action.kind !== 'add' && action.kind !== 'replace')) return;
      expect(problemOf(action.shape, 0.9)).toBeNull();
      expect(action.shape.points.length).toBeLessThanOrEqual(12);
      expect(isInsidePolygon(action.shape.points, footOf(at))).toBe(false);
    }),
  );
});
