// @vitest-environment jsdom
import { signal } from '@preact/signals-core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installStandIns } from '../../../../primitives/testing/stand-ins.ts';
import { fakeModel } from '../testing/fake-model.ts';
import { inPlayer } from '../testing/in-player.tsx';
import { TalkButton } from './talk-button.tsx';
import { notTalking } from './talk-state.ts';
import type { TalkState } from './talk-state.ts';

const finger = { pointerId: 1, button: 0, bubbles: true };
const down = (): Promise<void> => act(async () => void fireEvent.pointerDown(screen.getByRole('button'), finger));
const up = (): Promise<void> => act(async () => void fireEvent.pointerUp(screen.getByRole('button'), finger));

beforeEach(() => {
  installStandIns();
  HTMLElement.prototype.setPointerCapture ??= () => undefined;
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

test('held: talks until released', async () => {
  const model = fakeModel();
  render(inPlayer(model, <TalkButton />));
  await down();
  expect(model.talk.press).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(800);
  await up();
  expect(model.talk.release).toHaveBeenCalledOnce();
  expect(model.talk.lock).not.toHaveBeenCalled();
});

test('clicked: keeps talking until the next press', async () => {
  const talk = signal<TalkState>(notTalking);
  const model = fakeModel({ talk });
  render(inPlayer(model, <TalkButton />));
  await down();
  vi.advanceTimersByTime(120);
  await up();
  expect(model.talk.lock).toHaveBeenCalledOnce();
  await act(async () => void (talk.value = { kind: 'talking', locked: true }));
  expect(screen.getByRole('button', { name: 'Talking. Click to stop' }).getAttribute('aria-pressed')).toBe('true');
  await down();
  await up();
  expect(model.talk.end).toHaveBeenCalledOnce();
  expect(model.talk.press).toHaveBeenCalledOnce();
});

test('keyboard and screen reader presses toggle', async () => {
  const talk = signal<TalkState>(notTalking);
  const model = fakeModel({ talk });
  render(inPlayer(model, <TalkButton />));
  // Enter and Space produce a click without a pointer.
  await act(async () => void fireEvent.click(screen.getByRole('button'), { detail: 0 }));
  expect([model.talk.press.mock.calls.length, model.talk.lock.mock.calls.length]).toEqual([1, 1]);
  await act(async () => void (talk.value = { kind: 'calling', locked: true }));
  await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Calling…' }), { detail: 0 }));
  expect(model.talk.end).toHaveBeenCalledOnce();
});

test('is hidden when the camera or the viewer can’t talk', () => {
  render(inPlayer(fakeModel({ canTalk: false }), <TalkButton />));
  expect(screen.queryByRole('button')).toBeNull();
});

test('shows the browser’s permission prompt and the sound level', async () => {
  const talk = signal<TalkState>({ kind: 'asking', locked: false });
  const model = fakeModel({ talk, locale: 'ru' });
  render(inPlayer(model, <TalkButton />, 'ru'));
  expect(screen.getByRole('button', { name: 'Разрешите микрофон' }).style.getPropertyValue('--wp-level')).toBe('0.00');
});
