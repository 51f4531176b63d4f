import { expect, test } from 'vitest';
import { compareCheckouts } from './checkout-comparison.ts';
import { figure } from '../report.ts';

const promise = { of: 'median', atMost: 100 } as const;

test('a promised cost may be a tenth above that of the other checkout', () => {
  const there = [figure('server', '% of a core', [20], promise), figure('memory', 'MB', [2], promise)];
  const here = [figure('server', '% of a core', [21], promise), figure('memory', 'MB', [2.5], promise)];
  expect(compareCheckouts(there, here)).toMatchObject([
    { figure: 'server', there: 20, here: 21, isKept: true },
    { figure: 'memory', ratio: 1.25, isKept: false },
  ]);
});

test('neither comparisons nor delays are costs', () => {
  const figures = [figure('ffmpeg', 'MB', [2]), figure('event loop late', 'ms', [2], promise)];
  expect(compareCheckouts(figures, figures)).toEqual([]);
});

test('a cost that was not measured on one side is not kept', () => {
  const one = [figure('server', '% of a core', [20], promise)];
  const none = [figure('server', '% of a core', [], promise)];
  for (const [there, here] of [
    [none, one],
    [one, none],
    [[], one],
  ] as const)
    expect(compareCheckouts(there, here).map(({ isKept }) => isKept)).toEqual([false]);
});
