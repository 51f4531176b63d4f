// @vitest-environment jsdom
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
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

test('nothing else of the player starts a video: a refusal would be lost there', () => {
  const player = join(import.meta.dirname, '../..');
  const starting = globSync('**/*.{ts,tsx}', { cwd: player }).filter(
    (file) => !file.includes('.test.') && /\b(video|element|picture)\.play\(/.test(readFileSync(join(player, file), 'utf8')),
  );
  // The small window of a canvas has a video of its own, which a press opens.
  expect(starting.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'controls/picture/picture-in-picture.ts',
    'engine/media/start-video.ts',
  ]);
});
