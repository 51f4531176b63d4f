import { buildQualityRow } from '@watchpost/sdk-core/testing';
import { expect, test } from 'vitest';
import { errorShare, problemsOf, sortRows, stallsPerHour } from './quality-judge.ts';

test.each([
  ['a camera that plays well', {}, []],
  ['a slow median', { startupP50Ms: 3_100 }, ['startup']],
  ['some very slow starts', { startupP95Ms: 9_000 }, ['startup']],
  ['a stall every five minutes', { stallCount: 24 }, ['stalls']],
  ['a late picture', { latencyP50Ms: 4_100 }, ['latency']],
  ['an error in every fifth view', { viewsWithErrors: 8 }, ['errors']],
  ['one view with an error', { views: 4, viewsWithErrors: 1 }, []],
  ['stalls in a few minutes', { watchedMs: 300_000, stallCount: 5 }, []],
  ['two bad views', { views: 2, startupP50Ms: 20_000, viewsWithErrors: 2 }, []],
  ['recordings only', { latencyP50Ms: null, latencyP95Ms: null }, []],
] as const)('%s', (_, change, problems) => {
  expect(problemsOf(buildQualityRow(change))).toEqual(problems);
});

test('stalls are counted by the hour in front of the screen, waiting included', () => {
  expect(stallsPerHour(buildQualityRow({ watchedMs: 1_740_000, stallMs: 60_000, stallCount: 3 }))).toBe(6);
  expect(stallsPerHour(buildQualityRow({ watchedMs: 30_000 }))).toBeNull();
  expect(errorShare(buildQualityRow({ views: 0 }))).toBe(0);
});

test('rows sort by each column, and unknown values stay at the end', () => {
  const rows = [
    buildQualityRow({ cameraId: 'b', latencyP50Ms: 900 }),
    buildQualityRow({ cameraId: 'a', latencyP50Ms: null }),
    buildQualityRow({ cameraId: 'c', latencyP50Ms: 9_000, views: 4 }),
  ];
  const order = (...args: [Parameters<typeof sortRows>[1], boolean]): string =>
    sortRows(rows, ...args, (id) => id)
      .map(({ cameraId }) => cameraId)
      .join('');
  expect([order('problems', false), order('camera', false), order('camera', true)]).toEqual(['cab', 'abc', 'cba']);
  expect([order('latency', false), order('latency', true), order('views', true)]).toEqual(['cba', 'bca', 'cab']);
});
