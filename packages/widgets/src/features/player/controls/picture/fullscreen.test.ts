// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fillWhenTurned } from './fullscreen.ts';

const orientation = Object.assign(new EventTarget(), { type: 'portrait-primary', lock: vi.fn(async () => {}) });
let stage: HTMLElement;
let isPhone = true;
beforeEach(() => {
  isPhone = true;
  vi.stubGlobal('screen', { width: 390, height: 844, orientation });
  vi.stubGlobal('matchMedia', () => ({ matches: isPhone }));
  orientation.lock.mockClear();
  stage = document.createElement('div');
  document.body.append(stage);
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});
const turn = (type: string): void => {
  orientation.type = type;
  orientation.dispatchEvent(new Event('change'));
};
/** A browser with the full-screen API for every element. */
function withFullscreen(): ReturnType<typeof vi.fn> {
  const request = vi.fn(async () => {});
  Object.assign(stage, { requestFullscreen: request });
  return request;
}

test('turning a phone to landscape during playback enters full screen, turning back leaves it; a desktop never does either', async () => {
  const request = withFullscreen();
  let isPlaying = false;
  let isFull = false;
  const leave = vi.fn(async () => {});
  Object.assign(document, { exitFullscreen: leave });
  const stop = fillWhenTurned(
    stage,
    () => isFull,
    () => isPlaying,
  );
  turn('landscape-primary');
  expect(request).not.toHaveBeenCalled();
  isPlaying = true;
  turn('portrait-primary');
  turn('landscape-secondary');
  expect(request).toHaveBeenCalledOnce();
  await Promise.resolve();
  isFull = true;
  turn('portrait-primary');
  expect(leave).toHaveBeenCalledOnce();
  isFull = false;
  isPhone = false;
  turn('landscape-primary');
  stop();
  isPhone = true;
  turn('landscape-primary');
  expect(request).toHaveBeenCalledOnce();
});
