import { expect, test } from 'vitest';
import { figure, isKept, percentile, readFigures } from './report.ts';

test('a percentile is one of the samples, by nearest rank', () => {
  expect(percentile([5, 1, 4, 2, 3], 0.5)).toBe(3);
  expect(percentile([5, 1, 4, 2, 3], 0.95)).toBe(5);
  expect(percentile([7], 0.95)).toBe(7);
});

test('a promise is compared with the named statistic', () => {
  expect(isKept(figure('x', 'ms', [1, 1, 9], { of: 'median', atMost: 1 }))).toBe(true);
  expect(isKept(figure('x', 'ms', [1, 1, 9], { of: 'p95', atMost: 1 }))).toBe(false);
  const rarelyLate = [9, ...Array.from({ length: 99 }, () => 1)];
  expect(isKept(figure('x', 'ms', rarelyLate, { of: 'p95', atMost: 1 }))).toBe(true);
  expect(isKept(figure('x', 'ms', rarelyLate, { of: 'maximum', atMost: 1 }))).toBe(false);
  expect(isKept(figure('x', 'ms', rarelyLate, { of: 'maximum', atMost: 9 }))).toBe(true);
});

test('a promise without samples is broken', () => {
  expect(isKept(figure('x', 'ms', [], { of: 'median', atMost: 1 }))).toBe(false);
});

test('a missing sample breaks a promise, also when read back from JSON', () => {
  const never = figure('x', 'ms', [1, Infinity], { of: 'p95', atMost: 1 });
  expect(isKept(never)).toBe(false);
  expect(isKept(JSON.parse(JSON.stringify(never)))).toBe(false);
});

test('what could not be measured is still no figure after JSON: in a comparison, null would be 0', () => {
  const json = JSON.stringify({ bench: 'x', figures: [figure('x', 'ms', []), figure('y', 'ms', [1, Infinity])] });
  expect(readFigures(json).map(({ median, p95 }) => [median, p95])).toEqual([
    [Number.NaN, Number.NaN],
    [1, Number.NaN],
  ]);
});
