import type { EventArea } from '@watchpost/sdk-core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { motionAreasWithout } from './events-motion-place.ts';

const place = { x: 0.4, y: 0.4, width: 0.2, height: 0.2 };
const isIn = ({ x, y, width, height }: EventArea, at: { readonly x: number; readonly y: number }): boolean =>
  at.x > x && at.x < x + width && at.y > y && at.y < y + height;

test('the whole picture without a place is the four areas around it', () => {
  expect(motionAreasWithout([], place)).toEqual([
    { x: 0, y: 0, width: 0.38, height: 1 },
    { x: 0.62, y: 0, width: 0.38, height: 1 },
    { x: 0.38, y: 0, width: 0.24, height: 0.38 },
    { x: 0.38, y: 0.62, width: 0.24, height: 0.38 },
  ]);
});

test('an area is cut, the others stay; more than four, and nearly nothing, is left to the user', () => {
  const aside = { x: 0.8, y: 0.8, width: 0.2, height: 0.2 };
  const around = { x: 0.3, y: 0, width: 0.5, height: 1 };
  expect(motionAreasWithout([{ x: 0, y: 0.3, width: 0.5, height: 0.3 }, aside], place)).toEqual([
    { x: 0, y: 0.3, width: 0.38, height: 0.3 },
    { x: 0.38, y: 0.3, width: 0.12, height: 0.08 },
    aside,
  ]);
  expect(motionAreasWithout([around, aside], place)).toBeNull();
  expect(motionAreasWithout([], { x: 0.05, y: 0.1, width: 0.9, height: 0.8 })).toBeNull();
});

test('a place in a corner leaves the column below it', () => {
  const corner = { x: 0, y: 0, width: 0.01, height: 0.01 };
  expect(motionAreasWithout([], corner)).toContainEqual({ x: 0, y: 0.03, width: 0.04, height: 0.97 });
});

test('whatever the place, no area reaches into it, none is refused by the server, and all that is far from it is kept', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  fc.assert(
    fc.property(share, share, fc.double({ min: 0.01, max: 0.5, noNaN: true }), share, share, (x, y, side, atX, atY) => {
      const moving = { x: x * (1 - side), y: y * (1 - side), width: side, height: side };
      const rest = motionAreasWithout([], moving);
      if (!rest) return;
      const middle = { x: moving.x + side / 2, y: moving.y + side / 2 };
      expect(rest.some((area) => isIn(area, middle))).toBe(false);
      for (const area of rest) expect(area.width * area.height).toBeLessThanOrEqual(0.9);
      for (const area of rest) expect(Math.max(area.x + area.width, area.y + area.height)).toBeLessThanOrEqual(1.0001);
      const isFar = Math.max(Math.abs(atX - middle.x), Math.abs(atY - middle.y)) > side / 2 + 0.07;
      const isEdge = rest.some((area) => [area.x, area.x + area.width].some((edge) => Math.abs(edge - atX) < 0.001));
      const isRow = rest.some((area) => [area.y, area.y + area.height].some((edge) => Math.abs(edge - atY) < 0.001));
      if (isFar && !isEdge && !isRow && atX > 0 && atX < 1 && atY > 0 && atY < 1)
        expect(rest.some((area) => isIn(area, { x: atX, y: atY }))).toBe(true);
    }),
  );
});
