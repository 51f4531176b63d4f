import { createFakeClock } from '@watchpost/sdk-core/testing';
import { beforeEach, expect, test } from 'vitest';
import { inTurn } from './snapshot-queue.ts';
import { createRefresh } from './snapshot-refresh.ts';
import type { Refresh } from './snapshot-refresh.ts';

let clock = createFakeClock();
beforeEach(() => void (clock = createFakeClock()));

function setUp(seconds = 30) {
  const page = Object.assign(new EventTarget(), { hidden: false });
  const state = { loads: 0, fails: false, hangs: false };
  const refresh: Refresh = createRefresh({
    clock,
    page,
    random: () => 1,
    load: async (signal) => {
      state.loads += 1;
      if (state.hangs) await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
      if (state.fails) throw new Error('503');
    },
  });
  refresh.setInterval(seconds);
  const hide = (hidden: boolean): void => {
    page.hidden = hidden;
    page.dispatchEvent(new Event('visibilitychange'));
  };
  return { refresh, state, hide };
}

test('loads once it is seen, then at its interval, and nothing in a hidden tab or out of view', async () => {
  const { refresh, state, hide } = setUp();
  await clock.advance(60_000);
  expect(state.loads).toBe(0);
  refresh.setVisible(true);
  await clock.advance(0);
  expect(state.loads).toBe(1);
  await clock.advance(29_999);
  expect(state.loads).toBe(1);
  await clock.advance(1);
  expect(state.loads).toBe(2);
  hide(true);
  await clock.advance(300_000);
  expect(state.loads).toBe(2);
  hide(false);
  await clock.advance(0);
  expect(state.loads).toBe(3);
  refresh.setVisible(false);
  await clock.advance(300_000);
  expect(state.loads).toBe(3);
  // Scrolled back before its time.
  refresh.setVisible(true);
  await clock.advance(0);
  expect(state.loads).toBe(4);
  refresh.setVisible(false);
  refresh.setVisible(true);
  await clock.advance(29_999);
  expect(state.loads).toBe(4);
  refresh.dispose();
});

test('another interval counts from the last picture; 0 loads once, and a call loads now', async () => {
  const { refresh, state } = setUp(0);
  refresh.setVisible(true);
  await clock.advance(3_600_000);
  expect(state.loads).toBe(1);
  refresh.again();
  await clock.advance(0);
  expect(state.loads).toBe(2);
  refresh.setInterval(10);
  await clock.advance(10_000);
  expect(state.loads).toBe(3);
  refresh.setInterval(5);
  await clock.advance(5_000);
  expect(state.loads).toBe(4);
  refresh.dispose();
  await clock.advance(60_000);
  expect(state.loads).toBe(4);
});

test('failures make the pauses longer; what is scrolled away is given up', async () => {
  const { refresh, state } = setUp(1);
  state.fails = true;
  refresh.setVisible(true);
  await clock.advance(30_000);
  // At 0, 2, 6, 14 and 30 s.
  expect(state.loads).toBe(5);
  state.fails = false;
  state.hangs = true;
  refresh.again();
  await clock.advance(0);
  const hanging = state.loads;
  refresh.setVisible(false);
  state.hangs = false;
  refresh.setVisible(true);
  await clock.advance(0);
  expect(state.loads).toBe(hanging + 1);
  refresh.dispose();
});

test('six load at a time; one that is given up leaves its place at once', async () => {
  const lives = Array.from({ length: 9 }, () => new AbortController());
  const started: number[] = [];
  const ends: (() => void)[] = [];
  const tasks = lives.map(({ signal }, index) =>
    inTurn(() => {
      started.push(index);
      return new Promise<void>((resolve) => void (ends[index] = resolve));
    }, signal).catch(() => 'given up'),
  );
  expect(started).toEqual([0, 1, 2, 3, 4, 5]);
  // One that waits, and one that never ends.
  lives[6]?.abort();
  lives[0]?.abort();
  expect(started).toEqual([0, 1, 2, 3, 4, 5, 7]);
  ends[1]?.();
  await tasks[1];
  await expect.poll(() => started).toEqual([0, 1, 2, 3, 4, 5, 7, 8]);
  for (const end of ends) end?.();
  expect(await Promise.all(tasks)).toEqual([
    'given up',
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    'given up',
    undefined,
    undefined,
  ]);
});
