import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstDuration, follow, longestWindow, marks, pictureMoment, rulerSteps, shortestWindow, zoneOffset, zoom, spaced } from './timeline-scale.ts';

const hour = 3_600_000;

test('labels stand at least 72 px apart at every zoom', () => {
  fc.assert(fc.property(fc.integer({ min: shortestWindow, max: longestWindow }), fc.integer({ min: 320, max: 3_000 }), (duration, width) => {
    const { minor, major } = rulerSteps(duration, width);
    expect((major / duration) * width).toBeGreaterThanOrEqual(72 - 1e-6);
    expect(major % minor).toBe(0);
  }));
});

test('marks stand on round local times', () => {
  const offset = 5.5 * hour;
  expect(marks({ from: 0, to: 2 * hour }, hour, offset)).toEqual([hour / 2, hour * 1.5]);
});

test('zoom keeps the moment in its place and its bounds', () => {
  fc.assert(fc.property(fc.double({ min: 0.01, max: 100, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (factor, fraction) => {
    const window = { from: 1e12, to: 1e12 + 3 * hour };
    const about = window.from + fraction * 3 * hour;
    const next = zoom(window, factor, about);
    expect(next.to - next.from).toBeGreaterThanOrEqual(shortestWindow - 1);
    expect(next.to - next.from).toBeLessThanOrEqual(longestWindow + 1);
    expect((about - next.from) / (next.to - next.from)).toBeCloseTo(fraction, 6);
  }));
});

describe('follow', () => {
  const window = { from: 10 * hour, to: 13 * hour };
  test('stands still while the head is well inside', () => expect(follow(window, 11 * hour, 20 * hour)).toEqual(window));
  test('goes on with the head and never far into the future', () => {
    const next = follow(window, 13 * hour, 13 * hour);
    expect(next.to).toBeCloseTo(13 * hour + 3 * hour * 0.055);
  });
  test('goes back to an earlier head', () => {
    const next = follow(window, 5 * hour, 13 * hour);
    expect(next.from).toBeLessThan(5 * hour);
    expect(next.to).toBeGreaterThan(5 * hour);
  });
});

test('the first zoom follows what there is', () => {
  const now = 1e12;
  const minutes = (age: number | null, narrow = false): number => firstDuration(age === null ? null : now - age * 60_000, now, narrow) / 60_000;
  expect([null, 0, 9, 10, 59, 60, 9_999].map((age) => minutes(age))).toEqual([10, 10, 10, 60, 60, 180, 180]);
  expect(minutes(90, true)).toBe(120);
});

test('a picture is asked for on a grid, from inside the recording, and never in a gap', () => {
  const recordings = [{ from: 1_003_000, to: 1_050_000 }, { from: 2_000_000, to: 2_000_500 }];
  expect(pictureMoment(recordings, 1_003_500, 60_000)).toBe(1_003_000);
  expect(pictureMoment(recordings, 1_005_900, 60_000)).toBe(1_004_000);
  expect(pictureMoment(recordings, 1_049_999, 3_000_000)).toBe(1_020_000);
  expect([1_002_999, 1_050_000, 1_500_000].map((at) => pictureMoment(recordings, at, 60_000))).toEqual([null, null, null]);
});

test('time zones with their summer', () => {
  expect(zoneOffset(Date.UTC(2026, 0, 1), 'Europe/Moscow')).toBe(3 * hour);
  expect(zoneOffset(Date.UTC(2026, 6, 1), 'Europe/Berlin')).toBe(2 * hour);
  expect(zoneOffset(Date.UTC(2026, 6, 1), 'Asia/Kolkata')).toBe(5.5 * hour);
});

test('glyphs never overlap, and the one that nobody has seen is not hidden by its neighbour', () => {
  const event = fc.record({ at: fc.nat(1000), isSeen: fc.boolean() });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 40 }), (events) => {
      const newestFirst = events.toSorted((a, b) => b.at - a.at);
      const shown = spaced(newestFirst, ({ at }) => at, 800, 15);
      for (const { at } of shown) expect(at).toBeLessThanOrEqual(800);
      const places = shown.map(({ at }) => at);
      expect(new Set(places).size).toBe(places.length);
    }),
  );
  expect(spaced([{ at: 100, isSeen: true }, { at: 95, isSeen: false }, { at: 50, isSeen: true }], ({ at }) => at, 800, 15)).toEqual([{ at: 95, isSeen: false }, { at: 50, isSeen: true }]);
});
