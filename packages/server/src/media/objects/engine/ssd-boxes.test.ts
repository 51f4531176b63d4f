import fc from 'fast-check';
import { expect, test } from 'vitest';
import { objectsOf } from './ssd-boxes.ts';

/** Output of a model with one anchor, in the middle of the picture. */
function outputOf(scores: Readonly<Record<number, number>>, offsets: readonly number[] = [0, 0, 0, 0]) {
  const all = new Float32Array(91);
  for (const [id, score] of Object.entries(scores)) all[Number(id)] = score;
  return { scores: all, offsets: Float32Array.from(offsets), anchors: Float32Array.of(0.25, 0.25, 0.75, 0.75) };
}
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

test('an anchor without offsets is the box; offsets move its centre by tenths and scale it by powers', () => {
  expect(objectsOf(outputOf({ 1: 0.75 }))).toEqual([
    { objectClass: 'human', score: 0.75, box: { x: 0.25, y: 0.25, width: 0.5, height: 0.5 } },
  ]);
  const [moved] = objectsOf(outputOf({ 1: 0.75 }, [1, -1, -5 * Math.LN2, 0]));
  expect(moved && Object.values(moved.box).map(rounded)).toEqual([0.2, 0.425, 0.5, 0.25]);
});

test('categories of COCO become people, vehicles and animals; the best one decides, and others are nothing', () => {
  const cases = { 1: 'human', 2: 'vehicle', 3: 'vehicle', 8: 'vehicle', 16: 'animal', 18: 'animal', 25: 'animal' };
  for (const [id, objectClass] of Object.entries(cases)) expect(objectsOf(outputOf({ [id]: 0.5 }))[0]?.objectClass).toBe(objectClass);
  // An airplane, a boat, an umbrella, nothing; a handbag that is more certain than its owner.
  for (const none of [{ 5: 0.9 }, { 9: 0.9 }, { 28: 0.9 }, { 0: 0.9 }, { 1: 0.5, 31: 0.6 }, { 1: 0.1 }])
    expect(objectsOf(outputOf(none))).toEqual([]);
});

test('whatever a model returns, boxes lie inside of the picture', () => {
  const anything = fc.float({ noNaN: false });
  fc.assert(
    fc.property(
      fc.array(anything, { minLength: 4, maxLength: 4 }),
      fc.array(anything, { minLength: 4, maxLength: 4 }),
      (offsets, anchor) => {
        const found = objectsOf({ ...outputOf({ 1: 0.9 }, offsets), anchors: Float32Array.from(anchor) });
        for (const { box } of found) {
          expect(Math.min(box.x, box.y)).toBeGreaterThanOrEqual(0);
          expect(Math.max(box.x + box.width, box.y + box.height)).toBeLessThanOrEqual(1 + 1e-9);
          expect(Math.min(box.width, box.height)).toBeGreaterThan(0);
        }
      },
    ),
  );
});

test('output that is too short is read as far as it goes', () => {
  expect(objectsOf({ offsets: new Float32Array(), scores: new Float32Array(), anchors: Float32Array.of(0, 0, 1, 1) })).toEqual([]);
});
