import { expect, test } from 'vitest';
import { afterWarmUp, slopeOf } from './slope.ts';

/** Two hours, a value every half a minute. */
const line = (perMinute: number, noise: (index: number) => number = () => 0) =>
  Array.from({ length: 241 }, (_, index) => ({ minutes: index / 2, value: 100 + (perMinute * index) / 2 + noise(index) }));
/** A saw, as memory between two collections of garbage. */
const saw = (index: number): number => (index % 7) * 30;
/** The least rise that is certain. */
const certain = (samples: Parameters<typeof slopeOf>[0]): number => {
  const { perHour, uncertainty } = slopeOf(samples);
  return perHour - uncertainty;
};

test('a straight line has its slope, without doubt', () => {
  const { perHour, uncertainty } = slopeOf(line(0.5));
  expect([perHour, uncertainty]).toEqual([expect.closeTo(30, 6), expect.closeTo(0, 6)]);
});

test('what comes and goes is no slope, and a slope below it is found', () => {
  expect(Math.abs(slopeOf(line(0, saw)).perHour)).toBeLessThan(1);
  expect(certain(line(0.5, saw))).toBeGreaterThan(25);
  // Once an hour, for two minutes.
  expect(slopeOf(line(0, (index) => (index % 120 < 4 ? 500 : 0)))).toEqual({
    perHour: expect.closeTo(0, 6),
    uncertainty: expect.closeTo(0, 6),
  });
});

test('a level that is left once is less certain than one that rises all the time', () => {
  const step = slopeOf(line(0, (index) => (index > 200 ? 10 : 0)));
  expect(step.uncertainty).toBeGreaterThan(slopeOf(line(0.1)).uncertainty);
});

test('of a level, of one that falls, and of too few values no rise is certain', () => {
  for (const samples of [line(0), line(-1), line(1).slice(0, 5), line(1).slice(0, 1), []]) expect(certain(samples)).toBeLessThan(0.001);
});

test('the warm-up does not count', () => {
  expect(afterWarmUp(line(1), 0.25)[0]?.minutes).toBe(30);
  expect(afterWarmUp([], 0.25)).toEqual([]);
});
