import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeTimeline, loopDuration } from './file-timeline.ts';

test('without reordering, decode times equal presentation times', () => {
  const entries = decodeTimeline([5, 5.1, 5.2], [0.1, 0.1, 0.1]);
  expect(entries.map(({ decodeTime }) => Number(decodeTime.toFixed(3)))).toEqual([0, 0.1, 0.2]);
  expect(entries.every(({ compositionOffset }) => compositionOffset < 1e-9)).toBe(true);
  expect(loopDuration(entries)).toBeCloseTo(0.3);
});

test('B-frames: decode times never go backwards, and no frame is shown before it is decoded', () => {
  // I P B B P B B in decode order.
  const entries = decodeTimeline([0, 3, 1, 2, 6, 4, 5], [1, 1, 1, 1, 1, 1, 1]);
  expect(entries.map(({ decodeTime }) => decodeTime)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  expect(entries.map(({ decodeTime, compositionOffset }) => decodeTime + compositionOffset)).toEqual([1, 4, 2, 3, 7, 5, 6]);
});

test('any presentation order yields increasing decode times and offsets of 0 or more', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 60 }), (ticks) => {
      const entries = decodeTimeline(
        ticks.map((tick) => tick / 90),
        ticks.map(() => 0),
      );
      entries.forEach((entry, index) => {
        expect(entry.compositionOffset).toBeGreaterThanOrEqual(0);
        expect(entry.decodeTime).toBeGreaterThan(entries[index - 1]?.decodeTime ?? -1);
      });
    }),
  );
});

test('a single frame still makes a loop with a duration', () => {
  expect(loopDuration(decodeTimeline([0], [0]))).toBeGreaterThan(0);
  expect(loopDuration([])).toBe(0);
});
