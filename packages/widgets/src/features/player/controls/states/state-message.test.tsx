// @vitest-environment jsdom
import { signal } from '@preact/signals-core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { installStandIns } from '../../../../primitives/testing/stand-ins.ts';
import type { PlayerState } from '../../engine/player-state.ts';
import type { PlayerGap } from '../../player-controller-types.ts';
import { fakeModel } from '../testing/fake-model.ts';
import type { FakeModel } from '../testing/fake-model.ts';
import { inPlayer } from '../testing/in-player.tsx';
import { StateMessage } from './state-message.tsx';

beforeEach(() => installStandIns());
afterEach(() => cleanup());
const shown = (state: PlayerState, gap: PlayerGap | null = null): FakeModel => {
  const model = fakeModel({ state: signal(state), gap: signal(gap) });
  render(inPlayer(model, <StateMessage />));
  return model;
};
const press = (name: string | RegExp): Promise<void> => act(async () => screen.getByRole('button', { name }).click());

test('announces the message to screen readers, and again when it changes', async () => {
  const state = signal<PlayerState>({ kind: 'live' });
  render(inPlayer(fakeModel({ state }), <StateMessage />));
  expect(screen.getByRole('status').textContent).toBe('LIVE');
  await act(async () => void (state.value = { kind: 'error', mode: 'live', code: 'network' }));
  expect(screen.getByRole('status').textContent).toBe('Camera loading error. No connection to the server. Check the network.');
});

test.each([
  [20_480, 'Waiting for the next key frame (every 20 s)'],
  [null, 'Waiting for the next key frame'],
])('a long wait for a key frame, with one every %s ms, is shown over the last picture and announced', async (interval, words) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  shown({ kind: 'connecting', mode: 'live', keyFrameWait: { interval } });
  act(() => void vi.advanceTimersByTime(300));
  expect(screen.getByRole('status').textContent).toBe(words);
  expect(document.querySelector('.wp-waiting')?.textContent).toBe(words);
});

test('Try again retries', async () => {
  const model = shown({ kind: 'error', mode: 'live', code: 'internal-error' });
  await press('Try again');
  expect(model.controller.play).toHaveBeenCalledOnce();
});

test('offers the low quality when the format can’t be played', async () => {
  const model = shown({ kind: 'error', mode: 'live', code: 'codec-unsupported-here' });
  await press('Low quality');
  expect([model.controller.setQuality.mock.calls, model.controller.play.mock.calls.length]).toEqual([[['low']], 1]);
});

test('a gap offers the next recording, or live', async () => {
  const model = shown({ kind: 'paused', mode: 'archive' }, { from: 10_000, to: 60_000, reason: 'disk' });
  expect(screen.getByText('The disk was full')).toBeTruthy();
  await press(/^Next recording: /);
  await press('Go to live');
  expect(model.goTo.mock.calls).toEqual([[60_000], ['live']]);
});

test('a browser that starts video only after a press: a Play button in the middle', async () => {
  const model = shown({ kind: 'blocked', mode: 'live' });
  expect(screen.getByRole('status').textContent).toBe('Press Play: this browser does not start video by itself.');
  await press('Play');
  expect(model.controller.play).toHaveBeenCalledOnce();
});
