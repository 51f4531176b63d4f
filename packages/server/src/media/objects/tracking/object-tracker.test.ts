import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Area } from '../../detection/motion-model.ts';
import type { DetectedObject } from '../engine/object-boxes.ts';
import { createTracker, footOf, medianScore, type Track } from './object-tracker.ts';

const everywhere: Area = { x: 0, y: 0, width: 1, height: 1 };
const seen = (x: number, over: Partial<DetectedObject> = {}): DetectedObject => ({
  objectClass: 'human',
  score: 0.7,
  box: { x, y: 0.3, width: 0.1, height: 0.3 },
  ...over,
});
const ids = (tracks: readonly Track[]): number[] => tracks.map(({ id }) => id);

test('an object needs more than one good score, and low scores don’t count', () => {
  expect(medianScore([0.9], 0.4)).toBe(0);
  expect(medianScore([0.9, 0.7], 0.4)).toBe(0.7);
  expect(medianScore([0.9, 0.3, 0.3], 0.4)).toBe(0);
  expect(medianScore([0.5, 0.9, 0.7], 0.4)).toBe(0.7);
  expect(medianScore([0.5, 0.6, 0.7, 0.9], 0.4)).toBeCloseTo(0.65);
  fc.assert(
    fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true })), (scores) => {
      expect(medianScore(scores, 0.4)).toBeLessThanOrEqual(Math.max(0, ...scores));
    }),
  );
});

test('an object that walks stays one track; two that pass each other stay two', () => {
  const tracker = createTracker();
  let left: number[] = [];
  for (let step = 0; step < 12; step++) {
    const shown = tracker.update(
      [seen(0.05 + step * 0.07), seen(0.85 - step * 0.07, { box: { x: 0.85 - step * 0.07, y: 0.35, width: 0.1, height: 0.4 } })],
      [],
      step * 400,
    );
    if (step === 0) left = ids(shown);
    expect([step, ids(shown).toSorted((a, b) => a - b)]).toEqual([step, left]);
  }
});

test('one that runs is followed although its boxes don’t overlap, and one that is missed for a moment is found again', () => {
  const tracker = createTracker();
  const [first] = ids(tracker.update([seen(0.1)], [], 0));
  expect(ids(tracker.update([seen(0.3)], [], 400))).toEqual([first]);
  expect(ids(tracker.update([seen(0.5)], [], 800))).toEqual([first]);
  tracker.update([], [], 1200);
  tracker.update([], [], 1600);
  // It is expected where it would be by now.
  expect(ids(tracker.update([seen(0.9)], [], 1600))).toEqual([first]);
});

test('a lost object is forgotten after four pictures and three seconds; another class is another object', () => {
  const tracker = createTracker();
  const [first = 0] = ids(tracker.update([seen(0.1)], [], 0));
  expect(ids(tracker.update([seen(0.1, { objectClass: 'vehicle' })], [], 100))).not.toContain(first);
  for (const at of [200, 300, 400, 500, 600]) tracker.update([], [], at);
  expect(tracker.has(first)).toBe(true);
  tracker.update([], [], 3000);
  expect(tracker.has(first)).toBe(false);
});

test('travel is counted in the object’s own sizes, and growing counts; motion counts where the object is', () => {
  const tracker = createTracker();
  tracker.update([seen(0.1)], [everywhere], 0);
  const [walked] = tracker.update([seen(0.16)], [{ x: 0.7, y: 0.7, width: 0.1, height: 0.1 }], 400);
  expect(walked?.travel).toBeCloseTo(0.2);
  expect(walked?.movedPictures).toBe(1);
  const [grown] = tracker.update([seen(0.1, { box: { x: 0.06, y: 0.15, width: 0.18, height: 0.6 } })], [everywhere], 800);
  expect(grown?.travel).toBeCloseTo(1);
  expect(grown?.movedPictures).toBe(2);
});

test('each object of a picture is one track of it, never two', () => {
  const share = fc.double({ min: 0, max: 0.8, noNaN: true });
  const objects = fc.array(
    share.map((x) => seen(x)),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(fc.array(objects, { maxLength: 8 }), (pictures) => {
      const tracker = createTracker();
      for (const [index, picture] of pictures.entries()) {
        const shown = tracker.update(picture, [], index * 400);
        expect(shown).toHaveLength(picture.length);
        expect(new Set(ids(shown)).size).toBe(picture.length);
        expect(shown.map(({ box }) => box.x).toSorted((a, b) => a - b)).toEqual(picture.map(({ box }) => box.x).toSorted((a, b) => a - b));
      }
    }),
  );
});

test('an object stands at the middle of its lower edge', () => {
  const { x, y } = footOf({ x: 0.2, y: 0.3, width: 0.2, height: 0.5 });
  expect([x, y].map((value) => Math.round(value * 10) / 10)).toEqual([0.3, 0.8]);
});
