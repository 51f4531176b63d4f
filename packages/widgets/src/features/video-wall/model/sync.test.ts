import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { atSpeed, correct, gatherAt, spread, timeOf } from './sync.ts';
import type { MasterClock } from './sync.ts';

describe('common time', () => {
  const master: MasterClock = { moment: 1_000_000, since: 500, speed: 2 };

  test('advances at its speed; a change of speed continues from the current time', () => {
    expect(timeOf(master, 1500)).toBe(1_002_000);
    expect(timeOf(atSpeed(master, 0.5, 1500), 2500)).toBe(1_002_500);
    expect(timeOf(atSpeed(master, 0, 1500), 99_999)).toBe(1_002_000);
  });
});

describe('a correction', () => {
  test.each([
    [0, 1, 1],
    [8, 1, 1],
    [-8, 1, 1],
    [40, 1, 1 - 40 / 1200],
    [-40, 1, 1 + 40 / 1200],
    [80, 1, 0.95],
    [-80, 1, 1.05],
    [100, 1, 0.75],
    [900, 1, 0.5],
    [-900, 1, 1.5],
    [40, 0.5, 0.5 * (1 - 0.05)],
    [40, 4, 4 * (1 - 10 / 1200)],
  ])('%i ms off at speed %d: rate %d', (error, speed, rate) => {
    const found = correct(error, { target: 5, speed }, false);
    expect(found.kind === 'rate' && found.rate).toBeCloseTo(rate, 9);
  });

  test.each([
    [1001, 1, true],
    [-1001, 1, true],
    [1000, 1, false],
    [3000, 4, false],
    [4001, 4, true],
    [700, 0.5, false],
  ])('%i ms off at speed %d: a jump %s', (error, speed, jumps) => {
    expect(correct(error, { target: 77, speed }, false).kind).toBe(jumps ? 'jump' : 'rate');
    expect(correct(error, { target: 77, speed }, true).kind).toBe(jumps ? 'jump' : 'rate');
  });

  test('at most 5 % faster or slower once together, and half while visibly apart', () => {
    fc.assert(
      fc.property(fc.double({ min: -1000, max: 1000, noNaN: true }), fc.constantFrom(0.25, 0.5, 1, 2, 4), (error, speed) => {
        const found = correct(error, { target: 0, speed }, false);
        const limit = Math.abs(error) <= 80 * Math.max(1, speed) ? 0.05 : 0.5;
        if (found.kind === 'rate') expect(Math.abs(found.rate / speed - 1)).toBeLessThanOrEqual(limit + 1e-9);
      }),
    );
  });
});

/** Recordings that apply corrections four times a second and whose own clocks are slightly off. */
function play(offsets: readonly number[], drifts: readonly number[], seconds: number): number[] {
  const master: MasterClock = { moment: 0, since: 0, speed: 1 };
  let positions = [...offsets];
  let rates = offsets.map(() => 1);
  for (let now = 0; now < seconds * 1000; now += 250) {
    const isGathering = now < 3000;
    rates = positions.map((position) => {
      const found = correct(position - timeOf(master, now), { target: timeOf(master, now), speed: 1 }, isGathering);
      return found.kind === 'rate' ? found.rate : 1;
    });
    positions = positions.map((position, index) => position + 250 * (rates[index] ?? 1) * (1 + (drifts[index] ?? 0)));
  }
  return positions;
}

test('four recordings that start up to a second apart are within 20 ms after 4 s, and stay so for an hour in spite of clock drift', () => {
  const offset = fc.integer({ min: -950, max: 950 });
  const drift = fc.double({ min: -0.002, max: 0.002, noNaN: true });
  fc.assert(
    fc.property(fc.array(offset, { minLength: 4, maxLength: 4 }), fc.array(drift, { minLength: 4, maxLength: 4 }), (offsets, drifts) => {
      expect(spread(play(offsets, drifts, 5))).toBeLessThan(25);
    }),
  );
  expect(spread(play([0, 300, -500, 700], [0.001, -0.001, 0.0005, 0], 3600))).toBeLessThan(20);
});

test('a recording that jumped over a hole is back in sync within 3 s', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1000, max: 1000 }), (leap) => {
      let [position, rate] = [leap, 1];
      for (let now = 0; now < 3000; now += 250) {
        const found = correct(position - now, { target: now, speed: 1 }, false);
        rate = found.kind === 'rate' ? found.rate : 1;
        position += 250 * rate;
      }
      expect(Math.abs(position - 3000)).toBeLessThan(80);
    }),
  );
});

test('playback starts at the position of the last recording', () => {
  expect(gatherAt([1200, 1000, 1900])).toBe(1000);
  expect(gatherAt([])).toBeNull();
  expect([spread([5]), spread([5, 9, 2])]).toEqual([0, 7]);
});
