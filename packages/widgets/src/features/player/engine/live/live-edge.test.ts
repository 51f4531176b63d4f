import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createLiveEdge } from './live-edge.ts';
import { simulateLive } from './testing/simulate-live.ts';

const range = (start: number, end: number) => [{ start, end }];

test('plays at normal speed at the target, faster behind it, slower ahead of it', () => {
  const decide = (shown: number) => createLiveEdge().decide(shown, range(0, 10), 0);
  expect(decide(9.85)).toEqual({ playbackRate: 1, jumpTo: null });
  expect(decide(9.5)).toEqual({ playbackRate: 1.12, jumpTo: null });
  expect(decide(9.79)).toEqual({ playbackRate: 1.05, jumpTo: null });
  expect(decide(9.95)).toEqual({ playbackRate: 0.97, jumpTo: null });
});

test('a correction runs to its end, from either direction; a single fragment changes nothing', () => {
  for (const [from, near, rest] of [
    [9.8, 9.835, 9.855],
    [9.94, 9.875, 9.86],
  ] as const) {
    const edge = createLiveEdge();
    const settle = (shown: number): number => {
      let rate = 0;
      for (let decision = 0; decision < 60; decision += 1) rate = edge.decide(shown, range(0, 10), 0).playbackRate;
      return rate;
    };
    expect(settle(near)).toBe(1);
    expect(edge.decide(from, range(0, 10), 0).playbackRate).toBe(1);
    expect(settle(from)).not.toBe(1);
    expect(settle(near)).not.toBe(1);
    expect(settle(rest)).toBe(1);
    expect(settle(near)).toBe(1);
  }
});

test('a correction changes its rate once at most before its end, and not with every hundredth', () => {
  const edge = createLiveEdge();
  const rates: number[] = [];
  for (let now = 0, shown = 9.3; now < 10_000; now += 100) {
    const { playbackRate } = edge.decide(shown, range(0, 10), now);
    if (rates.at(-1) !== playbackRate) rates.push(playbackRate);
    // The newest data move at normal speed.
    shown += 0.1 * (playbackRate - 1);
  }
  expect(rates).toEqual([1.12, 1.05, 1]);
});

test('a pause of the network, or between the frames of a slow camera, does not change the rate', () => {
  const edge = createLiveEdge();
  edge.setFrameInterval(0.2);
  edge.arrived(1_000, 0);
  for (const now of [10, 100, 190, 300, 500, 900]) expect(edge.decide(9.8, range(0, 10), now).playbackRate).toBe(0.97);
});

test('jumps when far behind', () => {
  expect(createLiveEdge().decide(5, range(0, 10), 0).jumpTo).toBeCloseTo(9.85);
});

test('skips a hole once the older part is played', () => {
  const edge = createLiveEdge();
  const ranges = [
    { start: 0, end: 5 },
    { start: 5.2, end: 5.6 },
  ];
  expect(edge.decide(4.9, ranges, 0).jumpTo).toBeNull();
  expect(edge.decide(4.98, ranges, 0).jumpTo).toBeCloseTo(5.45);
});

test('without new data the picture stays at the newest frame for its declared duration, and never shows an earlier one again', () => {
  const edge = createLiveEdge();
  for (const shown of [9.98, 10.05, 10.2, 10.4]) expect(edge.decide(shown, range(0, 10.4), 0, { newest: 10 }).jumpTo).toBeNull();
  expect(edge.decide(10.4, range(0, 10.4), 3_000, { newest: 10, isDry: true }).jumpTo).toBeNull();
  // Without media at its position, it jumps to the nearest media.
  expect(edge.decide(12, range(0, 10.4), 6_000, { newest: 10 }).jumpTo).toBeCloseTo(9.85);
});

test('playback that waits with media ahead, as in WebKit after each change of its rate, is left alone; out of data it jumps once there is enough', () => {
  const edge = createLiveEdge();
  for (const now of [0, 100, 700, 1_400]) expect(edge.decide(9.7, range(0, 10), now, { isDry: true }).jumpTo).toBeNull();
  expect(edge.decide(9.95, range(0, 10), 1_500, { isDry: true }).jumpTo).toBeNull();
  expect(edge.decide(9.95, range(0, 10.4), 1_600, { isDry: true }).jumpTo).toBeCloseTo(10.25);
  // It ran out and got more between two decisions.
  edge.decide(10.25, range(0, 10.4), 1_700);
  edge.onStall(2_300, 0.02);
  expect(edge.decide(10.4, range(0, 11), 2_400, { isDry: true }).jumpTo).not.toBeNull();
});

test('a machine that is too slow gets more slack, at most once a second; the slack slowly shrinks back', () => {
  const edge = createLiveEdge();
  edge.onStall(1_000);
  const grown = edge.target;
  expect(grown).toBeGreaterThan(0.2);
  edge.onStall(1_500);
  expect(edge.target).toBe(grown);
  edge.decide(9, range(0, 10), 5_000);
  expect(edge.target).toBe(grown);
  for (let now = 6_000; now < 120_000; now += 100) edge.decide(9, range(0, 10), now);
  expect(edge.target).toBe(0.15);
});

test('a hundred stalls raise the target to 1.15 s at most', () => {
  const edge = createLiveEdge();
  for (let stall = 0; stall < 100; stall += 1) edge.onStall(stall * 2_000);
  expect(edge.target).toBeCloseTo(1.15);
});

test('a low frame rate needs more slack', () => {
  const edge = createLiveEdge();
  edge.setFrameInterval(0.04);
  expect(edge.target).toBe(0.15);
  edge.setFrameInterval(0.1);
  expect(edge.target).toBeCloseTo(0.21);
});

test('applies a larger minimum distance, and a smaller one again', () => {
  let delay = 0.5;
  const edge = createLiveEdge(() => delay);
  expect(edge.target).toBe(0.5);
  edge.setFrameInterval(0.04);
  expect(edge.decide(9.5, range(0, 10), 0)).toEqual({ playbackRate: 1, jumpTo: null });
  expect(edge.decide(9.85, range(0, 10), 100).playbackRate).toBe(0.9);
  expect(edge.decide(9.58, range(0, 10), 100).playbackRate).toBe(0.97);
  delay = 0;
  expect(edge.decide(9.5, range(0, 10), 200).playbackRate).toBe(1.12);
  expect(edge.target).toBe(0.15);
});

test('decides nothing without media', () => {
  expect(createLiveEdge().decide(0, [], 0)).toEqual({ playbackRate: 1, jumpTo: null });
});

describe('over time, with a camera of 25 frames a second', () => {
  test('half a second held back every 3 s freezes the picture once in a minute; 10 s after the last time it is as close as before', () => {
    const stallUntil = 60_000;
    const run = simulateLive({ seconds: 75, delay: (at) => (at < stallUntil && at > 5_000 && at % 3_000 < 500 ? 500 - (at % 3_000) : 5) });
    expect(run.freezes.filter(({ at }) => at < stallUntil).length).toBeLessThanOrEqual(1);
    expect(run.latencyAt(4_500)).toBeLessThan(230);
    expect(run.latencyAt(stallUntil + 8_000)).toBeLessThan(280);
  });

  test('an interruption at any time, of any length, never shows anything twice', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5_000, max: 20_000 }), fc.integer({ min: 100, max: 9_000 }), (from, length) => {
        const run = simulateLive({ seconds: 40, delay: (at) => (at >= from && at < from + length ? from + length - at : 5) });
        expect(run.backward).toEqual([]);
        expect(run.latencyAt(39_000)).toBeLessThan(1_500);
      }),
      { numRuns: 40 },
    );
  });

  test('one second after an interruption longer than any buffer, the picture is as close as before', () => {
    fc.assert(
      fc.property(fc.integer({ min: 5_000, max: 20_000 }), fc.integer({ min: 2_100, max: 15_000 }), (from, length) => {
        const run = simulateLive({ seconds: 40, delay: (at) => (at >= from && at < from + length ? from + length - at : 5) });
        const back = Math.ceil((from + length) / 1_000) * 1_000;
        expect(run.latencyAt(back + 1_000)).toBeLessThan(run.latencyAt(4_500) + 200);
      }),
      { numRuns: 40 },
    );
  });

  test('a minimum distance of half a second is reached within 8 s, without a pause', () => {
    const run = simulateLive({ seconds: 20, delay: () => 5, room: 500 });
    expect(run.leadAt(8_000)).toBeGreaterThan(440);
    expect(run.freezes).toEqual([]);
  });

  test('uneven delays of 380 to 660 ms are forgotten as soon: forgetting one of many is not a calm period', () => {
    const lengths = [500, 660, 420, 640, 380, 600, 460, 520];
    const held = (at: number): number => lengths[Math.floor(at / 3_000) % lengths.length] ?? 0;
    const run = simulateLive({
      seconds: 90,
      delay: (at) => (at > 5_000 && at < 65_000 && at % 3_000 < held(at) ? held(at) - (at % 3_000) : 5),
    });
    expect(run.freezes.filter(({ at }) => at > 12_000).length).toBeLessThanOrEqual(1);
    expect(run.leadAt(76_000)).toBeLessThan(run.leadAt(4_500) + 100);
  });

  test('the same delay every 8 s is learned too: it is remembered longer after its return', () => {
    const run = simulateLive({ seconds: 180, delay: (at) => (at > 5_000 && at % 8_000 < 500 ? 500 - (at % 8_000) : 5) });
    expect(run.freezes.length).toBeLessThanOrEqual(4);
    expect(run.freezes.filter(({ at }) => at > 60_000)).toEqual([]);
  });

  test('in spite of clock drift, hours later the picture is less than 100 ms from where it was', () => {
    fc.assert(
      fc.property(fc.integer({ min: -300, max: 300 }), (partsPerMillion) => {
        const run = simulateLive({ seconds: 3 * 3_600, step: 100, skew: partsPerMillion / 1e6, delay: () => 5 });
        expect(run.freezes).toEqual([]);
        expect(Math.abs(run.leadAt(3 * 3_600_000 - 100) - run.leadAt(10_000))).toBeLessThan(100);
      }),
      { numRuns: 5 },
    );
  });

  test('ordinary jitter hardly ever changes the rate', () => {
    const held = [5, 60, 20, 90, 0, 75, 30, 10, 85, 45];
    const run = simulateLive({ seconds: 60, delay: (at) => held[Math.floor(at / 40) % held.length] ?? 0 });
    expect(run.rateChanges).toBeLessThanOrEqual(5);
    expect(run.latencyAt(50_000)).toBeLessThan(230);
  });

  test('network jitter up to 100 ms freezes nothing', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 50, maxLength: 50 }), (delays) => {
        const run = simulateLive({ seconds: 40, delay: (at) => delays[Math.floor(at / 40) % delays.length] ?? 0 });
        expect(run.freezes.length).toBeLessThanOrEqual(1);
      }),
      { numRuns: 30 },
    );
  });
});
