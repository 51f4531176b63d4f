import { signal } from '@preact/signals-core';
import { createFakeClock } from '@watchpost/sdk-core/testing';
import { expect, test } from 'vitest';
import type { PlayerState } from '../player-state.ts';
import { createMeter } from './meter.ts';

/** A live picture of a given age. */
function setUp() {
  const clock = createFakeClock();
  const position = signal<number | null>(null);
  const latency = signal<number | null>(null);
  let lateMs = 400;
  const meter = createMeter(
    {
      clock,
      now: clock.now,
      report: () => undefined,
      signals: { state: signal<PlayerState>({ kind: 'live' }), position, latency },
      current: () => ({ mode: 'live', position: () => clock.now() - lateMs }),
    },
    { onBeat: () => undefined, onRest: () => undefined },
  );
  const after = async (durationMs: number, nextLateMs: number): Promise<number | null> => {
    lateMs = nextLateMs;
    await clock.advance(durationMs);
    return latency.value && Math.round(latency.value);
  };
  return { after, meter };
}

test('jitter is smoothed', async () => {
  const { after, meter } = setUp();
  expect(await after(250, 400)).toBe(400);
  expect(await after(250, 600)).toBe(440);
  expect(await after(250, 400)).toBe(432);
  meter.stop();
});

test('after a jump the age of the picture is right at once: asleep for a minute, then at the live edge', async () => {
  const { after, meter } = setUp();
  await after(250, 400);
  expect(await after(250, 57_000)).toBe(57_000);
  expect(await after(250, 600)).toBe(600);
  meter.stop();
});
