// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { installStandIns } from '../../../../primitives/testing/stand-ins.ts';
import { isFullscreen, toggleFullscreen } from './fullscreen.ts';

const orientation = Object.assign(new EventTarget(), { type: 'portrait-primary', lock: vi.fn(async () => {}) });
let stage: HTMLElement;
let isPhone = true;
beforeEach(() => {
  installStandIns();
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
/** A browser with the full-screen API for every element. */
function withFullscreen(): ReturnType<typeof vi.fn> {
  const request = vi.fn(async () => {});
  Object.assign(stage, { requestFullscreen: request });
  return request;
}

test('an iPhone shows the video element, because it supports no other full screen', async () => {
  const video = document.createElement('video');
  const enter = vi.fn();
  Object.assign(video, { webkitEnterFullscreen: enter });
  await toggleFullscreen(stage, video);
  expect(enter).toHaveBeenCalledOnce();
});

test('full screen locks a phone to landscape, but not a desktop', async () => {
  const request = withFullscreen();
  await toggleFullscreen(stage, document.createElement('video'));
  expect([request.mock.calls.length, orientation.lock.mock.calls]).toEqual([1, [['landscape']]]);
  isPhone = false;
  await toggleFullscreen(stage, document.createElement('video'));
  expect(orientation.lock).toHaveBeenCalledOnce();
});

test('without full screen for elements, a canvas and a picture under a watermark cover the page, and leave it again', async () => {
  HTMLElement.prototype.hidePopover ??= () => {};
  const video = Object.assign(document.createElement('video'), { webkitEnterFullscreen: vi.fn() });
  for (const [picture, hasOverlay] of [
    [document.createElement('canvas'), false],
    [video, true],
  ] as const) {
    await toggleFullscreen(stage, picture, hasOverlay);
    expect([isFullscreen(stage), stage.getAttribute('popover')]).toEqual([true, 'manual']);
    await toggleFullscreen(stage, picture, hasOverlay);
    expect([isFullscreen(stage), stage.hasAttribute('popover')]).toEqual([false, false]);
  }
  expect(video.webkitEnterFullscreen).not.toHaveBeenCalled();
});
