import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createClockRecovery } from './clock-recovery.ts';

/** How the network delays consecutive frames, s. */
interface Network {
  /** Maximum random delay of each frame. */
  readonly jitter: number;
  /** The network delivers nothing for this long, then everything together … */
  readonly stall: number;
  /** … and repeats that at this interval. */
  readonly stallIntervalSeconds: number;
}

interface Run {
  /** Real time at which each frame was captured. */
  readonly captured: readonly number[];
  readonly arrivals: readonly number[];
  readonly stamps: readonly number[];
  readonly rate: number | null;
}

const start = 1_700_000_000;
const quiet: Network = { jitter: 0, stall: 0, stallIntervalSeconds: 1000 };

/**
 * Passes captured frames over a network to a clock recovery.
 * @param captured real times of capture
 * @param mediaAt returns the camera's timestamp for a real time
 */
function run(
  captured: readonly number[],
  mediaAt: (time: number, index: number) => number,
  { jitter, stall, stallIntervalSeconds }: Network = quiet,
  random: () => number = () => 0,
): Run {
  const recovery = createClockRecovery();
  let before = 0;
  const arrivals: number[] = [];
  const stamps: number[] = [];
  captured.forEach((time, index) => {
    const phase = time % stallIntervalSeconds;
    const held = time > stallIntervalSeconds && phase < stall ? stall - phase : 0;
    // TCP preserves the order.
    before = Math.max(before, time + held + random() * jitter);
    arrivals.push(start + before);
    stamps.push(recovery.stamp(mediaAt(time, index), start + before));
  });
  return { captured, arrivals, stamps, rate: recovery.rate };
}

const frames = (seconds: number, framesPerSecond = 25): number[] =>
  Array.from({ length: seconds * framesPerSecond }, (_, index) => index / framesPerSecond);
const stepsOf = (stamps: readonly number[]): number[] => stamps.slice(1).map((stamp, index) => stamp - (stamps[index] ?? 0));
/** How far the stamps deviate from the times of capture, s. */
const errorsOf = ({ captured, stamps }: Run, from: number): number[] =>
  stamps.map((stamp, index) => stamp - start - (captured[index] ?? 0)).filter((_, index) => (captured[index] ?? 0) >= from);
const largest = (values: readonly number[]): number => values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
/** A seeded generator (mulberry32), so that a failure can be reproduced. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe.each([0.5, 0.9, 0.95, 1, 1.05, 1.1, 1.5, 2])('a camera clock that runs at %s of real time', (rate) => {
  test('a minute stays a minute, with even frame steps at the live edge', () => {
    const result = run(frames(60), (time) => 1000 + time * rate);
    const steps = stepsOf(result.stamps);
    expect((result.stamps.at(-1) ?? 0) - (result.stamps[0] ?? 0)).toBeCloseTo(60 - 0.04, 0);
    expect(largest(errorsOf(result, 20))).toBeLessThan(0.1);
    expect(largest(steps.slice(20 * 25).map((step) => step - 0.04))).toBeLessThan(0.001);
    // Even while the rate is being measured, no frame is skipped or repeated.
    expect(Math.min(...steps)).toBeGreaterThan(0.015);
    expect(Math.max(...steps)).toBeLessThan(0.125);
  });
  test('the rate is reported', () => {
    expect(run(frames(30), (time) => time * rate, { ...quiet, jitter: 0.05 }, seeded(1)).rate).toBeCloseTo(rate, 2);
  });
  test('over any network', () => {
    const network = fc.record({
      jitter: fc.double({ min: 0, max: 0.3, noNaN: true }),
      stall: fc.double({ min: 0, max: 3, noNaN: true }),
      stallIntervalSeconds: fc.double({ min: 10, max: 40, noNaN: true }),
    });
    fc.assert(
      fc.property(network, fc.integer(), fc.constantFrom(5, 15, 25, 60), (conditions, seed, framesPerSecond) => {
        const result = run(frames(80, framesPerSecond), (time) => time * rate, conditions, seeded(seed));
        const steps = stepsOf(result.stamps);
        expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
        // In the steady state no step deviates by more than a quarter, and frames stay at their place.
        expect(largest(steps.slice(20 * framesPerSecond).map((step) => step * framesPerSecond - 1))).toBeLessThan(0.25);
        expect(largest(errorsOf(result, 20))).toBeLessThan(0.5);
      }),
      { numRuns: 20 },
    );
  });
});

describe('clocks that run unevenly', () => {
  test('an overloaded encoder that timestamps frames as if none were missing', () => {
    // The camera sends 25 fps, then 15, then 8, each stamped as if they were 40 ms apart.
    const captured: number[] = [];
    for (let time = 0; time < 120; time += time < 30 ? 0.04 : time < 70 ? 1 / 15 : 1 / 8) captured.push(time);
    const result = run(captured, (_, index) => index * 0.04);
    expect(largest(errorsOf(result, 0))).toBeLessThan(3.5);
    expect(largest(errorsOf(result, 110))).toBeLessThan(0.1);
    expect(Math.max(...stepsOf(result.stamps))).toBeLessThan(0.25);
  });
  test('a camera that pauses together with its clock returns to the live edge soon, without a gap', () => {
    const captured = [...frames(30), ...frames(30).map((time) => time + 33)];
    const result = run(captured, (_, index) => index * 0.04);
    expect(largest(errorsOf(result, 30 + 33 - 3))).toBeLessThan(0.2);
    expect(Math.max(...stepsOf(result.stamps))).toBeLessThan(0.1);
  });
  test('a camera that pauses while its clock continues leaves a gap as long as the pause', () => {
    const captured = [...frames(30), ...frames(30).map((time) => time + 38)];
    const result = run(captured, (time) => time);
    expect(largest(errorsOf(result, 0))).toBeLessThan(0.01);
  });
  test.each([-3600, -5, -1.5, 1.5, 5, 3600])('the picture continues when the camera sets its clock by %s s', (by) => {
    const result = run(frames(60), (time) => 10_000 + time + (time > 30 ? by : 0));
    expect(largest(errorsOf(result, 0))).toBeLessThan(0.1);
    expect(largest(stepsOf(result.stamps))).toBeLessThan(0.1);
  });
  // aiortc/aiortc #149, pion/webrtc #1735.
  test.each<[string, (time: number, index: number) => number]>([
    ['for ten seconds', (time) => (time >= 5 && time < 15 ? 5 : time)],
    ['for ten seconds, apart from what frames need to differ', (time, index) => (time >= 5 && time < 15 ? 5 + index / 90_000 : time)],
    ['for ever', () => 0],
  ])('while a camera’s clock stands still %s, frames have the times of their arrival', (_, mediaAt) => {
    const result = run(frames(30, 10), mediaAt);
    expect(largest(errorsOf(result, 0))).toBeLessThan(0.35);
    expect(largest(errorsOf(result, 5.5))).toBeLessThan(0.05);
    expect(Math.min(...stepsOf(result.stamps))).toBeGreaterThanOrEqual(0);
  });
  test('one frame every ten seconds', () => {
    const result = run(
      Array.from({ length: 60 }, (_, index) => index * 10),
      (time) => time * 1.05,
      { ...quiet, jitter: 0.05 },
      seeded(2),
    );
    expect(largest(errorsOf(result, 100))).toBeLessThan(1);
  });
});
