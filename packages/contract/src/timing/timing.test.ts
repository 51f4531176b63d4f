import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createManualClock, createSettlingClock } from '../testing/manual-clock.ts';
import { backOffDelay } from './back-off.ts';
import { callEvery, wait } from './clock.ts';

describe('back-off', () => {
  const limits = { minMs: 500, maxMs: 15_000 };

  test('the ceiling doubles up to the limit, however many attempts', () => {
    expect([0, 1, 2, 3, 4, 5, 5000].map((attempt) => backOffDelay(attempt, 1, limits))).toEqual([
      500, 1000, 2000, 4000, 8000, 15_000, 15_000,
    ]);
  });

  test('every wait is between the floor and the ceiling of its attempt', () => {
    fc.assert(
      fc.property(fc.nat(100), fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(500), (attempt, random, floorMs) => {
        const delay = backOffDelay(attempt, random, { ...limits, floorMs });
        expect(delay).toBeGreaterThanOrEqual(floorMs);
        expect(delay).toBeLessThanOrEqual(backOffDelay(attempt, 1, limits));
      }),
    );
  });
});

describe('repeated calls', () => {
  test('keep their rhythm when a callback takes time, and stop when cancelled', () => {
    const clock = createManualClock();
    const at: number[] = [];
    const cancel = callEvery(clock, 100, () => {
      at.push(clock.monotonic());
      if (at.length === 3) cancel();
    });
    clock.advance(1000);
    expect([at, clock.pending]).toEqual([[100, 200, 300], 0]);
  });

  test('are not caught up after the machine slept', () => {
    let late = 0;
    const manual = createManualClock();
    const clock = { ...manual, monotonic: () => manual.monotonic() + late };
    let calls = 0;
    callEvery(clock, 100, () => (calls += 1));
    late = 60_000;
    manual.advance(300);
    expect(calls).toBeLessThanOrEqual(4);
  });
});

/** As an `AbortController`, which the contract's types do not know. */
function createAbort() {
  const listeners = new Set<() => void>();
  const signal = {
    aborted: false,
    addEventListener: (_: 'abort', listener: () => void) => void listeners.add(listener),
    removeEventListener: (_: 'abort', listener: () => void) => void listeners.delete(listener),
  };
  return {
    signal,
    now: () => {
      signal.aborted = true;
      for (const listener of [...listeners]) listener();
    },
  };
}

describe('a wait', () => {
  test('ends after its time, or with its signal; nothing is left behind', async () => {
    const clock = createSettlingClock();
    const abort = createAbort();
    const ended: string[] = [];
    void wait(clock, 100, abort.signal).then(() => ended.push('time'));
    void wait(clock, 10_000, abort.signal).then(() => ended.push('signal'));
    expect(clock.pending).toBe(2);
    await clock.advance(100);
    expect(ended).toEqual(['time']);
    abort.now();
    await clock.settle();
    expect([ended, clock.pending]).toEqual([['time', 'signal'], 0]);
    await wait(clock, 10_000, abort.signal);
  });
});
