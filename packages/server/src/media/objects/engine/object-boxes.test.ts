import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Area } from '../../detection/motion-model.ts';
import { closeLooks, cropsAround, overlapOf, placeInPicture, surerOf, withoutDuplicates, type DetectedObject } from './object-boxes.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const area: fc.Arbitrary<Area> = fc
  .tuple(share, share, share, share)
  .map(([x, y, w, h]) => ({ x, y, width: Math.max(0.001, (1 - x) * w), height: Math.max(0.001, (1 - y) * h) }));
const object: fc.Arbitrary<DetectedObject> = fc.record({
  objectClass: fc.constantFrom('human' as const, 'vehicle' as const),
  score: share,
  box: area,
});
const human = (x: number, score: number, width = 0.1): DetectedObject => ({
  objectClass: 'human',
  score,
  box: { x, y: 0.2, width, height: 0.4 },
});

test('the overlap of two boxes is symmetric, 1 for the same box and 0 for boxes apart', () => {
  fc.assert(
    fc.property(area, area, (a, b) => {
      expect(overlapOf(a, b)).toBeCloseTo(overlapOf(b, a), 9);
      expect(overlapOf(a, b)).toBeGreaterThanOrEqual(0);
      expect(overlapOf(a, b)).toBeLessThanOrEqual(1 + 1e-9);
      expect(overlapOf(a, a)).toBeCloseTo(1, 9);
    }),
  );
  expect(overlapOf(human(0, 1).box, human(0.5, 1).box)).toBe(0);
});

test('boxes of one object become the best of them, also when one shows only a part', () => {
  const [best, shifted, apart] = [human(0.1, 0.9), human(0.12, 0.8), human(0.5, 0.5)];
  const legs: DetectedObject = { objectClass: 'human', score: 0.7, box: { x: 0.11, y: 0.4, width: 0.08, height: 0.18 } };
  const car: DetectedObject = { ...shifted, objectClass: 'vehicle' };
  expect(withoutDuplicates([shifted, legs, apart, best, car])).toEqual([best, car, apart]);
});

test('what is left of duplicates is not a duplicate: a second pass changes nothing', () => {
  fc.assert(
    fc.property(fc.array(object, { maxLength: 30 }), (objects) => {
      const once = withoutDuplicates(objects);
      expect(withoutDuplicates(once)).toEqual(once);
      expect(once.every((one) => objects.includes(one))).toBe(true);
    }),
  );
});

test('crops are at most four squares inside of the picture, of 240 pixels where it has them, around the largest motion first', () => {
  fc.assert(
    fc.property(
      fc.array(area, { maxLength: 12 }),
      fc.integer({ min: 16, max: 4000 }),
      fc.integer({ min: 16, max: 3000 }),
      (moving, width, height) => {
        const crops = cropsAround(moving, { width, height });
        expect(crops.length).toBeLessThanOrEqual(4);
        if (moving.length > 0) expect(crops.length).toBeGreaterThan(0);
        for (const crop of crops) {
          expect(crop.width).toBe(crop.height);
          expect(crop.width).toBeGreaterThanOrEqual(Math.min(240, width, height));
          expect(crop.left).toBeGreaterThanOrEqual(0);
          expect(crop.top).toBeGreaterThanOrEqual(0);
          expect(crop.left + crop.width).toBeLessThanOrEqual(width);
          expect(crop.top + crop.height).toBeLessThanOrEqual(height);
        }
      },
    ),
  );
});

test('a crop shows 1.4 times its motion, in the middle; motion that it shows has no other', () => {
  const moving = [
    { x: 0.5, y: 0.5, width: 0.01, height: 0.01 },
    { x: 0.4, y: 0.4, width: 0.2, height: 0.2 },
  ];
  expect(cropsAround(moving, { width: 2000, height: 1000 })).toEqual([{ left: 720, top: 220, width: 560, height: 560 }]);
  // At the edge, it is moved inside.
  expect(cropsAround([{ x: 0.98, y: 0, width: 0.02, height: 0.1 }], { width: 1000, height: 600 })).toEqual([
    { left: 760, top: 0, width: 240, height: 240 },
  ]);
});

test('an object of a crop gets its place in the picture; one that the crop cuts off is left out, except at the picture’s own edge', () => {
  const part = { left: 400, top: 0, width: 200, height: 200 };
  const picture = { width: 1000, height: 500 };
  const at = (x: number, y: number): DetectedObject => ({ objectClass: 'human', score: 0.5, box: { x, y, width: 0.5, height: 0.5 } });
  expect(placeInPicture([at(0.25, 0.25)], part, picture)[0]?.box).toEqual({ x: 0.45, y: 0.1, width: 0.1, height: 0.2 });
  expect(placeInPicture([at(0, 0.25), at(0.5, 0.25), at(0.25, 0.5)], part, picture)).toEqual([]);
  expect(placeInPicture([at(0.25, 0)], part, picture)).toHaveLength(1);
});

test('what moves and is not certain is looked at again from nearer, the surest two; certain, doubtful and still objects are not', () => {
  const [sure, first, second, third, noise] = [human(0, 0.6), human(0.15, 0.59), human(0.3, 0.5), human(0.45, 0.3), human(0.6, 0.29)];
  const everywhere = [{ x: 0, y: 0, width: 1, height: 1 }];
  const size = { width: 640, height: 360 };
  const of = (moving: readonly Area[]): DetectedObject[] =>
    closeLooks([sure, first, second, third, noise], moving, size).map(({ object }) => object);
  expect(of(everywhere)).toEqual([first, second]);
  expect(of([{ x: 0.42, y: 0, width: 0.2, height: 1 }])).toEqual([third]);
  expect(of([])).toEqual([]);
  // Its height and a fifth more.
  expect(closeLooks([first], everywhere, size).map(({ part }) => part)).toEqual([{ left: 42, top: 58, width: 172, height: 172 }]);
});

test('a nearer look lies inside of the picture', () => {
  fc.assert(
    fc.property(
      fc.array(object, { maxLength: 6 }),
      fc.integer({ min: 16, max: 4000 }),
      fc.integer({ min: 16, max: 3000 }),
      (objects, width, height) => {
        const looks = closeLooks(objects, [{ x: 0, y: 0, width: 1, height: 1 }], { width, height });
        expect(looks.length).toBeLessThanOrEqual(2);
        for (const { part } of looks) {
          expect(part.width).toBe(part.height);
          expect([part.left, part.top].every((start) => start >= 0)).toBe(true);
          expect(part.left + part.width).toBeLessThanOrEqual(width);
          expect(part.top + part.height).toBeLessThanOrEqual(height);
        }
      },
    ),
  );
});

test('a nearer look makes an object surer, and adds none', () => {
  const known = human(0.1, 0.4);
  const car: DetectedObject = { ...known, objectClass: 'vehicle', score: 0.9 };
  expect(surerOf(known, [human(0.1, 0.3), human(0.11, 0.7), human(0.5, 0.9), car])).toEqual(human(0.11, 0.7));
  expect(surerOf(known, [human(0.1, 0.3), human(0.5, 0.9)])).toBe(known);
});
