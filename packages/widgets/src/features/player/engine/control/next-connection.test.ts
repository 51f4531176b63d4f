import { signal } from '@preact/signals-core';
import type { LiveConnectionState } from '@watchpost/sdk-core';
import { createFakeClock } from '@watchpost/sdk-core/testing';
import { expect, test } from 'vitest';
import { opensNext } from './next-connection.ts';

function setUp(from: LiveConnectionState, life = new AbortController()) {
  const state = signal<LiveConnectionState>(from);
  const clock = createFakeClock();
  const answers: boolean[] = [];
  void opensNext({ state }, { clock, life: life.signal }).then((answer) => answers.push(answer));
  return {
    clock,
    life,
    answers,
    async become(...states: LiveConnectionState[]) {
      for (const next of states) state.value = next;
      await clock.settle();
      return answers;
    },
  };
}

test('an open socket needs no wait', async () => {
  expect(await setUp('open').become()).toEqual([true]);
});

test('a running attempt may have started too early: the next one decides', async () => {
  const { become } = setUp('connecting');
  expect(await become('waiting')).toEqual([]);
  expect(await become('connecting')).toEqual([]);
  expect(await become('waiting')).toEqual([false]);
});

test('any successful attempt counts', async () => {
  expect(await setUp('connecting').become('open')).toEqual([true]);
  expect(await setUp('waiting').become('connecting', 'open')).toEqual([true]);
});

test('a hanging attempt times out after 4 s; a disposed player stops waiting', async () => {
  const hangs = setUp('waiting');
  await hangs.become('connecting');
  await hangs.clock.advance(3_999);
  expect(hangs.answers).toEqual([]);
  await hangs.clock.advance(1);
  expect(hangs.answers).toEqual([false]);

  const ended = setUp('waiting');
  ended.life.abort();
  expect(await ended.become()).toEqual([false]);
  expect(ended.clock.pending).toBe(0);

  const endedBefore = setUp('waiting', ended.life);
  expect(await endedBefore.become()).toEqual([false]);
  expect(endedBefore.clock.pending).toBe(0);
});
