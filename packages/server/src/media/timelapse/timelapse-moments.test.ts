import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filmRateOf, momentsOf } from './timelapse-moments.ts';

test('moments are spread over what was recorded; gaps have none', () => {
  expect(momentsOf([{ from: 0, to: 1000 }], 4)).toEqual([125, 375, 625, 875]);
  const spans = [
    { from: 0, to: 100 },
    { from: 10_000, to: 10_300 },
  ];
  expect(momentsOf(spans, 4)).toEqual([50, 10_050, 10_150, 10_250]);
  expect(momentsOf([], 4)).toEqual([]);
});

test('however it was recorded, there are as many moments as asked, in order, all of them recorded', () => {
  const lengths = fc.array(fc.tuple(fc.integer({ min: 0, max: 5000 }), fc.integer({ min: 1, max: 90_000 })), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(lengths, fc.integer({ min: 1, max: 500 }), (parts, count) => {
      let at = 0;
      const spans = parts.map(([gap, length]) => {
        const from = at + gap;
        at = from + length;
        return { from, to: at };
      });
      const moments = momentsOf(spans, count);
      expect(moments.length).toBe(count);
      expect(moments).toEqual(moments.toSorted((a, b) => a - b));
      for (const moment of moments) expect(spans.some(({ from, to }) => moment >= from && moment < to)).toBe(true);
    }),
  );
});

test('a film has the asked length, but at most 25 and at least 10 pictures a second', () => {
  expect(filmRateOf(1500, 60)).toBe(25);
  expect(filmRateOf(900, 60)).toBe(15);
  expect(filmRateOf(100, 60)).toBe(10);
  expect(filmRateOf(4000, 60)).toBe(25);
});
