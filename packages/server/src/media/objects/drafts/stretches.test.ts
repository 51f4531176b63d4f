import fc from 'fast-check';
import { expect, test } from 'vitest';
import { stretchesOf } from './stretches.ts';

const stepMs = 10_000;
const range = (count: number) => ({ from: 1_000_000, to: 1_000_000 + count * stepMs });

test('motion with short pauses is one stretch, with a lead-in; what moves on is looked at in parts', () => {
  const levels = [0, 0.2, 0, 0.4, 0, 0, 0, 0.1, ...Array.from({ length: 4 }, () => 0), ...Array.from({ length: 9 }, () => 1)];
  const { from, to } = range(levels.length);
  expect(stretchesOf(levels, { from, to }, stepMs).map((one) => [(one.from - from) / 1000, (one.to - from) / 1000])).toEqual([
    [7, 40],
    [67, 80],
    [117, 177],
    [177, 210],
  ]);
  expect(stretchesOf([0, 0], range(2), stepMs)).toEqual([]);
});

test('stretches are in order, do not overlap, stay in the range, and leave out no motion', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(0, 0, 0.5), { maxLength: 80 }), (levels) => {
      const { from, to } = range(levels.length);
      const stretches = stretchesOf(levels, { from, to }, stepMs);
      for (const [index, one] of stretches.entries()) {
        expect(one.to).toBeGreaterThan(one.from);
        expect(one.from).toBeGreaterThanOrEqual(stretches[index - 1]?.to ?? from);
        expect(one.to).toBeLessThanOrEqual(to);
        expect(one.to - one.from).toBeLessThanOrEqual(60_000);
      }
      for (const [index, level] of levels.entries()) {
        if (level === 0) continue;
        const middle = from + (index + 0.5) * stepMs;
        expect(stretches.some((one) => one.from <= middle && middle < one.to)).toBe(true);
      }
    }),
  );
});
