// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { startVideo } from './start-video.ts';

test.each([
  ['NotAllowedError', 1],
  ['AbortError', 0],
  ['NotSupportedError', 0],
])('%s of play() reports a press that is missing %s times', async (name, times) => {
  const video = document.createElement('video');
  vi.spyOn(video, 'play').mockRejectedValue(Object.assign(new Error('refused'), { name }));
  const onBlocked = vi.fn();
  startVideo(video, onBlocked);
  startVideo(video);
  await new Promise(setImmediate);
  expect(onBlocked).toHaveBeenCalledTimes(times);
});
