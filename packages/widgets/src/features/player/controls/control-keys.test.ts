import { signal } from '@preact/signals-core';
import { expect, test, vi } from 'vitest';
import type { PlayerState } from '../engine/player-state.ts';
import { handleKey } from './control-keys.ts';

function press(code: string, state: PlayerState = { kind: 'archive' }, modifier = false) {
  const controller = {
    state: signal(state), position: signal(100_000), latency: signal(null), muted: signal(true), hasAudio: signal(false), fullscreen: signal(false),
    camera: signal(null), footage: signal(null), hasArchive: signal(true),
    play: vi.fn(), pause: vi.fn(), toggle: vi.fn(), seek: vi.fn(), goLive: vi.fn(), setMuted: vi.fn(), toggleFullscreen: vi.fn(), loadFootage: vi.fn(), now: () => 200_000, dispose: vi.fn(),
  };
  const goTo = vi.fn();
  vi.stubGlobal('Element', class {});
  const used = handleKey({ key: '', code, ctrlKey: modifier, metaKey: false, altKey: false, target: null }, controller, goTo);
  vi.unstubAllGlobals();
  return { used, controller, goTo };
}

test.each([['ArrowLeft', 95_000], ['ArrowRight', 105_000], ['KeyJ', 90_000], ['KeyL', 110_000], ['Digit0', 'live']] as const)('%s goes to %s', (code, time) => {
  const { used, goTo } = press(code);
  expect(used).toBe(true);
  expect(goTo).toHaveBeenCalledWith(time);
});

test('space and K pause, M sound, F full screen', () => {
  expect(press('Space').controller.toggle).toHaveBeenCalledOnce();
  expect(press('KeyK').controller.toggle).toHaveBeenCalledOnce();
  expect(press('KeyM').controller.setMuted).toHaveBeenCalledWith(false);
  expect(press('KeyF').controller.toggleFullscreen).toHaveBeenCalledOnce();
});

test('there is nothing after live', () => expect(press('ArrowRight', { kind: 'live' }).goTo).not.toHaveBeenCalled());

test('other keys and the browser’s own shortcuts are left alone', () => {
  expect(press('KeyQ').used).toBe(false);
  expect(press('KeyF', { kind: 'live' }, true).used).toBe(false);
});
