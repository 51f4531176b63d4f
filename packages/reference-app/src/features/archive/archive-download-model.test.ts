import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isShorter, keepSamples, parseClock, rateOf, recordedWithin, secondsLeft } from './archive-download-model.ts';
import type { Sample } from './archive-download-model.ts';

test('the rate covers the last five seconds', () => {
  let samples: readonly Sample[] = [];
  for (let second = 0; second <= 10; second += 1)
    samples = keepSamples(samples, { at: second * 1000, loaded: second <= 5 ? second * 100 : 500 + (second - 5) * 1000 });
  expect(rateOf(samples)).toBe(1000);
  expect(samples.length).toBeLessThan(8);
  expect(rateOf([])).toBeNull();
  expect(
    rateOf([
      { at: 0, loaded: 0 },
      { at: 100, loaded: 5 },
    ]),
  ).toBeNull();
});

test('the remaining time is known once size and rate are', () => {
  expect(secondsLeft({ kind: 'running', loaded: 200, total: 1200, rate: 100 })).toBe(10);
  expect(secondsLeft({ kind: 'running', loaded: 200, total: null, rate: 100 })).toBeNull();
  expect(secondsLeft({ kind: 'running', loaded: 200, total: 1200, rate: 0 })).toBeNull();
  expect(secondsLeft({ kind: 'done', recordedMs: null })).toBeNull();
});

test('parses times as users write them', () => {
  expect([parseClock('14:02:11'), parseClock(' 9:05 '), parseClock('00:00:00'), parseClock('23:59:59')]).toEqual([
    50_531_000, 32_700_000, 0, 86_399_000,
  ]);
  for (const wrong of ['', '24:00', '12:60', '12:00:60', '1200', '12', '12:0', 'noon', '-1:00']) expect(parseClock(wrong)).toBeNull();
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 86_399 }), (second) => {
      const shown = [Math.floor(second / 3600), Math.floor(second / 60) % 60, second % 60]
        .map((part) => String(part).padStart(2, '0'))
        .join(':');
      expect(parseClock(shown)).toBe(second * 1000);
    }),
  );
});

test('computes how much of a range is recorded', () => {
  const recordings = [
    { from: 0, to: 10 },
    { from: 20, to: 30 },
  ];
  expect([
    recordedWithin(recordings, { from: 5, to: 25 }),
    recordedWithin(recordings, { from: 10, to: 20 }),
    recordedWithin(recordings, { from: -5, to: 50 }),
  ]).toEqual([10, 0, 20]);
});

test('a file counts as shorter when it lacks more than the footage still being written to the disk', () => {
  expect([isShorter(292_000, 300_000), isShorter(291_000, 300_000), isShorter(null, 300_000)]).toEqual([false, true, false]);
});
