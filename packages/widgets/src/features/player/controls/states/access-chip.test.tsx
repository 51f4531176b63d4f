// @vitest-environment jsdom
import { signal } from '@preact/signals-core';
import { act, cleanup, render, screen } from '@testing-library/react';
import { buildCamera } from '@watchpost/sdk-core/testing';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { installStandIns } from '../../../../primitives/testing/stand-ins.ts';
import type { PlayerState } from '../../engine/player-state.ts';
import { fakeModel } from '../testing/fake-model.ts';
import { inPlayer } from '../testing/in-player.tsx';
import { AccessChip } from './access-chip.tsx';

beforeEach(() => installStandIns());
afterEach(() => cleanup());

const minute = 60_000;
const endsAt = Date.UTC(2026, 10, 21, 15);

/** The chip at a moment before the end. */
function shown(beforeMs: number, state: PlayerState = { kind: 'live' }): { setTime: (beforeMs: number) => void } {
  const model = fakeModel({ state: signal(state) });
  let now = endsAt - beforeMs;
  model.controller.now.mockImplementation(() => now);
  Reflect.set(model.controller.camera, 'value', buildCamera({ timeZone: 'UTC' }));
  Reflect.set(model.controller.access, 'value', { endsAt, opensAt: null });
  render(inPlayer(model, <AccessChip />));
  return { setTime: (next) => (now = endsAt - next) };
}

test('the end is announced in the last ten minutes', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { setTime } = shown(30 * minute);
  expect(screen.queryByRole('status')).toBeNull();
  setTime(10 * minute);
  act(() => void vi.advanceTimersByTime(20 * minute));
  expect(screen.getByRole('status').textContent).toMatch(/^Access ends at 15:00/);
});

test('once the access has ended, the message says so', () => {
  shown(minute, { kind: 'error', mode: 'live', code: 'access-ended' });
  expect(screen.queryByRole('status')).toBeNull();
});
