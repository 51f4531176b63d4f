import { expect, test } from 'vitest';
import { compareEngines, isWithinRatio } from './engine-comparison.ts';
import { figure } from './report.ts';

test('figures of two engines stand side by side; promised is a multiple of Chromium’s', () => {
  const chromium = [
    figure('WebSocket → MSE', 'ms', [160]),
    figure('cold, first frame', 'ms', [400]),
    figure('lost', '%', [1]),
    figure('lost', '%', [2]),
  ];
  const firefox = [figure('WebSocket → MSE', 'ms', [200]), figure('cold, first frame', 'ms', [900]), figure('lost', '%', [3])];
  const compared = compareEngines(chromium, firefox);
  expect(compared.map(({ figure: name, ratio, maxRatio }) => [name, ratio, maxRatio])).toEqual([
    ['WebSocket → MSE', 1.25, 1.2],
    ['cold, first frame', 2.25, undefined],
  ]);
  expect(compared.map(isWithinRatio)).toEqual([false, true]);
});

test('what an engine could not measure breaks its promise', () => {
  const [compared] = compareEngines([figure('WebSocket → MSE', 'ms', [160])], [figure('WebSocket → MSE', 'ms', [])]);
  expect(compared && isWithinRatio(compared)).toBe(false);
});
