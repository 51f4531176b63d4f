// @vitest-environment jsdom
import { expect, onTestFinished, test, vi } from 'vitest';
import { setUp, show } from './testing/player-stand.ts';

test('a small window that is closed while its tab is hidden releases decoder and network, too', async () => {
  const stage = document.createElement('div');
  const small = stage.appendChild(document.createElement('video'));
  let inWindow: Element | null = small;
  Object.defineProperty(document, 'pictureInPictureElement', { get: () => inWindow, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(document, 'pictureInPictureElement'));
  const { frame, pass, current } = await setUp({ stage });
  await frame();
  show('hidden');
  await pass(5_000);
  expect(current()).toEqual(['websocket']);
  inWindow = null;
  small.dispatchEvent(new Event('leavepictureinpicture', { bubbles: true }));
  await pass(999);
  expect(current()).toEqual([]);
  show('visible');
  expect(current()).toEqual(['websocket']);
});

test('a player that ends before its first picture asks the video for nothing any more: another one may use it', async () => {
  const { player, video, frame } = await setUp();
  const asked = vi.spyOn(video, 'requestVideoFrameCallback');
  player.dispose();
  await frame();
  expect(asked).not.toHaveBeenCalled();
});
