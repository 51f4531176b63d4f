import { createManualClock } from '@watchpost/contract/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createDecodeOrder } from './codecs/decode-order.ts';
import { createWallClock } from './wall-clock.ts';

describe('decode order', () => {
  /** Presentation numbers of I P B B P B B …, in decode order. */
  const withBFrames = (groups: number): number[] => [
    0,
    ...Array.from({ length: groups }, (_, group) => [3, 1, 2].map((place) => (group * 3 + place) * 3600)).flat(),
  ];

  test('without B-frames the decode time is the presentation time', () => {
    const order = createDecodeOrder(0, 90_000);
    expect([100, 3700, 7300].map((time) => order.next(time))).toEqual(
      [100, 3700, 7300].map((decodeTime) => ({ decodeTime, compositionOffset: 0 })),
    );
  });
  test.each([2, null])('B-frames with a depth of %s: increasing, never after the presentation', (depth) => {
    const order = createDecodeOrder(depth, 90_000);
    const presentations = withBFrames(50);
    const times = presentations.map((time) => order.next(time));
    times.slice(1).forEach(({ decodeTime }, index) => expect(decodeTime).toBeGreaterThan(times[index]?.decodeTime ?? 0));
    // Once the depth is known, every frame is shown exactly at its time.
    times
      .slice(10)
      .forEach(({ decodeTime, compositionOffset }, index) => expect(decodeTime + compositionOffset).toBe(presentations[index + 10]));
    expect(order.depth).toBeGreaterThanOrEqual(depth === null ? 1 : 2);
  });
  test('any presentation times yield increasing decode times', () => {
    fc.assert(
      // All times are within a second: a larger step is another timeline, which the wall clock places.
      fc.property(fc.array(fc.nat(80_000)), fc.option(fc.nat(16)), (presentations, depth) => {
        const order = createDecodeOrder(depth, 90_000);
        let last = Number.NEGATIVE_INFINITY;
        for (const time of presentations) {
          const { decodeTime, compositionOffset } = order.next(time);
          expect(decodeTime).toBeGreaterThan(last);
          expect(compositionOffset).toBeGreaterThanOrEqual(0);
          last = decodeTime;
        }
      }),
    );
  });
});

describe('wall clock', () => {
  const setUp = () => {
    const clock = createManualClock();
    return { clock, wallClock: createWallClock(clock), start: clock.now() / 1000 };
  };
  test('the first frame is now; jitter is not visible', () => {
    const { clock, wallClock, start } = setUp();
    expect(wallClock.stamp(50)).toBeCloseTo(start, 6);
    clock.advance(70);
    expect(wallClock.stamp(50.04)).toBeCloseTo(start + 0.04, 6);
    clock.advance(10);
    expect(wallClock.stamp(50.08)).toBeCloseTo(start + 0.08, 6);
  });
  test('follows a camera clock that drifts', () => {
    const { clock, wallClock, start } = setUp();
    let stamped = 0;
    // 500 ppm slow for ten minutes, with a key frame every 2 s.
    for (let frame = 0; frame <= 15_000; frame += 1) {
      stamped = wallClock.stamp(frame * 0.04 * 0.9995);
      clock.advance(40);
    }
    expect(Math.abs(stamped - (start + 15_000 * 0.04))).toBeLessThan(0.05);
  });
  test('frames that a camera buffered and sends together end at now', () => {
    const { clock, wallClock, start } = setUp();
    let stamped = 0;
    for (let frame = 0; frame < 50; frame += 1) stamped = wallClock.stamp(frame * 0.04);
    expect(stamped).toBeLessThan(start + 0.1);
    clock.advance(40);
    expect(wallClock.stamp(50 * 0.04)).toBeLessThan(start + 0.14);
  });
  test('a jump of either clock never makes time run backwards', () => {
    const step = fc.record({
      advance: fc.integer({ min: 0, max: 20_000 }),
      media: fc.oneof(fc.constant(0.04), fc.double({ min: -5000, max: 5000, noNaN: true })),
      set: fc.option(fc.integer({ min: -3_600_000, max: 3_600_000 }), { freq: 5 }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const { clock, wallClock } = setUp();
        let media = 0;
        let last = 0;
        for (const { advance, media: delta, set } of steps) {
          clock.advance(advance);
          if (set !== null) clock.setWallClock(clock.now() + set);
          media += delta;
          const stamped = wallClock.stamp(media);
          expect(stamped).toBeGreaterThanOrEqual(last);
          last = stamped;
        }
      }),
    );
  });
  test.each([37_600, -10_121.8])('a single picture whose time is %i s off neither holds the next ones up nor shifts them', (jump) => {
    const { clock, wallClock, start } = setUp();
    for (let frame = 0; frame < 600; frame += 1) {
      expect(wallClock.stamp(frame * 0.04 + (frame % 50 === 49 ? jump : 0))).toBeCloseTo(start + frame * 0.04, 2);
      clock.advance(40);
    }
  });
  test('a jump starts a new base at now', () => {
    const { clock, wallClock, start } = setUp();
    wallClock.stamp(1000);
    clock.advance(40);
    expect(wallClock.stamp(3)).toBeCloseTo(start + 0.04, 3);
  });
});
