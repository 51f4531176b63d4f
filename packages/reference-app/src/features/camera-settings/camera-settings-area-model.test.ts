import fc from 'fast-check';
import { expect, test } from 'vitest';
import { drawn, handles, isTooLarge, maxAreas, moved, placed, resized, shareOf, minSide } from './camera-settings-area-model.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const side = fc.double({ min: minSide, max: 1, noNaN: true });
const areas = fc
  .tuple(share, share, side, side)
  .map(([x, y, width, height]) => ({ x: x * (1 - width), y: y * (1 - height), width, height }));
const step = fc.double({ min: -2, max: 2, noNaN: true });
const tolerance = 2e-4;

test('an area always stays inside the picture and large enough to grab', () => {
  fc.assert(
    fc.property(areas, step, step, fc.constantFrom(...handles), (area, dx, dy, handle) => {
      for (const next of [moved(area, dx, dy), resized(area, handle, dx, dy)]) {
        expect(next.x >= 0 && next.y >= 0 && next.x + next.width <= 1.0001 && next.y + next.height <= 1.0001).toBe(true);
        expect(next.width >= minSide - tolerance && next.height >= minSide - tolerance).toBe(true);
      }
      expect(shareOf(moved(area, dx, dy))).toBeCloseTo(shareOf(area), 3);
    }),
  );
});

test('an edge that is not held does not move', () => {
  fc.assert(
    fc.property(areas, step, step, (area, dx, dy) => {
      const right = resized(area, { x: 1, y: 0 }, dx, dy);
      expect(Math.abs(right.x - area.x) + Math.abs(right.y - area.y) + Math.abs(right.height - area.height)).toBeLessThan(3 * tolerance);
      const left = resized(area, { x: -1, y: 0 }, dx, dy);
      expect(Math.abs(left.x + left.width - area.x - area.width)).toBeLessThan(2 * tolerance);
    }),
  );
});

test('an area is drawn from any corner and clipped to the picture; a click draws none', () => {
  expect(drawn({ x: 0.5, y: 0.5 }, { x: 0.25, y: 1.5 })).toEqual({ x: 0.25, y: 0.5, width: 0.25, height: 0.5 });
  expect(drawn({ x: 0.5, y: 0.5 }, { x: 0.51, y: 0.9 })).toBeNull();
});

test('an area covers at most nine tenths of the picture', () => {
  expect([isTooLarge({ x: 0, y: 0, width: 1, height: 0.9 }), isTooLarge({ x: 0, y: 0, width: 1, height: 0.91 })]).toEqual([false, true]);
});

test('each area added by keyboard has its own position', () => {
  const all = Array.from({ length: maxAreas }, (_, index) => placed(index));
  expect(new Set(all.map(({ x, y }) => `${x} ${y}`)).size).toBe(maxAreas);
});
