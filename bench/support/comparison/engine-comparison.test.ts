import { expect, test } from 'vitest';
import { compareEngines, favoursWebCodecs, isWithinRatio, weighWebCodecs } from './engine-comparison.ts';
import { figure } from '../report.ts';

test('figures of two engines stand side by side; promised is a multiple of Chromium’s', () => {
  const chromium = [
    figure('WebSocket → MSE', 'ms', [160]),
    figure('cold, first frame', 'ms', [400]),
    figure('lost', '%', [1]),
    figure('lost', '%', [2]),
  ];
  const firefox = [figure('WebSocket → MSE', 'ms', [200]), figure('cold, first frame', 'ms', [900]), figure('lost', '%', [3])];
  const compared = compareEngines(chromium, 'firefox', firefox);
  expect(compared.map(({ figure: name, ratio, maxRatio }) => [name, ratio, maxRatio])).toEqual([
    ['WebSocket → MSE', 1.25, 1.2],
    ['cold, first frame', 2.25, undefined],
  ]);
  expect(compared.map(isWithinRatio)).toEqual([false, true]);
  // WebKitGTK's media are not Safari's: its figures are shown, and promise nothing.
  expect(compareEngines(chromium, 'webkit', firefox).map(({ ratio, maxRatio }) => [ratio, maxRatio])).toEqual([
    [1.25, undefined],
    [2.25, undefined],
  ]);
});

test('what an engine could not measure breaks its promise', () => {
  const [compared] = compareEngines([figure('WebSocket → MSE', 'ms', [160])], 'firefox', [figure('WebSocket → MSE', 'ms', [])]);
  expect(compared && isWithinRatio(compared)).toBe(false);
});

test('WebCodecs is weighed against MediaSource of the same run; what was not measured is left out', () => {
  const figures = [
    figure('WebSocket → MSE', 'ms', [160, 180]),
    figure('WebCodecs after MediaSource', 'ms', [35, 91]),
    figure('processor of the browser, WebSocket → MSE', '% of a core', [40]),
    figure('processor of the browser, WebCodecs after MediaSource', '% of a core', [44]),
    figure('frames not presented, WebSocket → MSE', '%', [0]),
  ];
  const weighed = weighWebCodecs(figures).map(({ what, webCodecs, atMost }) => [what, webCodecs, Math.round(atMost * 10) / 10]);
  expect(weighed).toEqual([
    ['age of the picture, p95', 91, 90],
    ['processor of the browser', 44, 44],
  ]);
});

test('WebCodecs becomes the default when two engines have measured every limit and keep it', () => {
  const measured = (age: number) =>
    weighWebCodecs([
      figure('WebSocket → MSE', 'ms', [160]),
      figure('WebCodecs after MediaSource', 'ms', [age]),
      figure('warm, until it moves, nearly always', 'ms', [200]),
      figure('WebCodecs after MediaSource, warm, until it moves', 'ms', [215]),
      ...['frames not presented', 'processor of the browser', 'wake-ups of the browser'].flatMap((what) =>
        ['WebSocket → MSE', 'WebCodecs after MediaSource'].map((by) => figure(`${what}, ${by}`, '%', [2])),
      ),
    ]);
  expect(favoursWebCodecs([measured(40), measured(80)])).toBe(true);
  expect(favoursWebCodecs([measured(40), measured(81)])).toBe(false);
  expect(favoursWebCodecs([measured(40), measured(40).slice(1)])).toBe(false);
  // One engine does not decide for the other.
  expect(favoursWebCodecs([measured(40)])).toBe(false);
});
