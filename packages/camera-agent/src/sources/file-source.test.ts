import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { scenes } from '../demo-scenes.ts';
import { openFileSource } from './file-source.ts';
import { SourceError, type Frame, type FrameSource } from './frame-source.ts';

const assets = join(import.meta.dirname, '../../assets');

async function take(source: FrameSource, count: number): Promise<Frame[]> {
  const stop = new AbortController();
  const frames: Frame[] = [];
  for await (const frame of source.frames(stop.signal)) {
    frames.push(frame);
    if (frames.length === count) stop.abort();
  }
  return frames;
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-agent-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

test.each(scenes.flatMap((scene) => [`${scene}.mp4`, `${scene}-low.mp4`]))('%s runs on for ever, passed through as it is', async (file) => {
  const source = await openFileSource(join(assets, file));
  expect(source.video).toMatchObject({ codec: expect.stringMatching(/^avc1\./), width: file.includes('low') ? 640 : 1280 });
  // 12 s at 10 frames a second: two and a half rounds.
  const frames = await take(source, 300);
  expect(frames[0]).toMatchObject({ keyFrame: true, decodeTime: 0, compositionOffset: 0 });
  frames.forEach((frame, index) => expect(frame.decodeTime).toBeCloseTo(index / 10, 3));
  expect(Buffer.compare(frames[130]?.data ?? Buffer.alloc(0), frames[10]?.data ?? Buffer.alloc(1))).toBe(0);
  // A key frame every 2 s, also across the seam.
  expect(frames.flatMap(({ keyFrame }, index) => (keyFrame ? index : []))).toEqual(Array.from({ length: 15 }, (_, index) => index * 20));
});

test('a stream that starts late starts at the previous key frame, so that it shows the same as the other one', async () => {
  const source = await openFileSource(join(assets, 'street-low.mp4'));
  const stop = new AbortController();
  const frames = source.frames(stop.signal, 12 + 5);
  const { value } = await frames.next();
  expect(value).toMatchObject({ keyFrame: true });
  expect(value?.decodeTime).toBeCloseTo(12 + 4);
  stop.abort();
  await frames.return();
});

test('refuses a file that is not a video, with the reason', async () => {
  const folder = await makeFolder();
  await writeFile(join(folder, 'text.mp4'), 'not a film');
  await expect(openFileSource(join(folder, 'text.mp4'))).rejects.toThrow(SourceError);
  await expect(openFileSource(join(folder, 'missing.mp4'))).rejects.toThrow(SourceError);
});
