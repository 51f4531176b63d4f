import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scenes, openDemoScene } from '../demo-scenes.ts';
import { openFileSource } from './file-source.ts';
import type { Frame, FrameSource } from './frame-source.ts';
import { alternate } from './visits.ts';

const assets = join(import.meta.dirname, '../../assets');

async function take(source: FrameSource, count: number, from?: number): Promise<Frame[]> {
  const stop = new AbortController();
  const frames: Frame[] = [];
  for await (const frame of source.frames(stop.signal, from)) {
    frames.push(frame);
    if (frames.length === count) stop.abort();
  }
  return frames;
}

test('parts follow each other without a gap, each from its key frame, over and over', async () => {
  const [calm, visit] = await Promise.all([
    openFileSource(join(assets, 'porch-calm-low.mp4')),
    openFileSource(join(assets, 'porch-low.mp4')),
  ]);
  const frames = await take(
    alternate([
      { source: calm, seconds: 6 },
      { source: visit, seconds: 12 },
      { source: calm, seconds: 2 },
    ]),
    450,
  );
  frames.forEach(({ decodeTime }, index) => expect(decodeTime).toBeCloseTo(index / 10, 3));
  expect(frames.flatMap(({ keyFrame }, index) => (keyFrame ? index : []))).toEqual(Array.from({ length: 23 }, (_, index) => index * 20));
  const [calmPicture, visitPicture] = [await take(calm, 1), await take(visit, 1)].map(([frame]) => Buffer.from(frame?.data ?? []));
  const shows = (second: number): string => {
    const data = Buffer.from(frames[second * 10]?.data ?? []);
    return calmPicture?.equals(data) ? 'calm' : visitPicture?.equals(data) ? 'visit' : 'other';
  };
  expect([0, 2, 4, 6, 8, 16, 18, 20, 24, 26].map(shows)).toEqual([
    'calm',
    'calm',
    'calm',
    'visit',
    'other',
    'other',
    'calm',
    'calm',
    'calm',
    'visit',
  ]);
});

test('a stream that starts late shows the same as one that has run all the time', async () => {
  const source = await openDemoScene('street', { isSmall: true, isBusy: false });
  const whole = await take(source, 500);
  // In the visit, in the calm after it, and in the second round.
  for (const second of [25, 41]) {
    const [frame] = await take(source, 1, second + 0.5);
    const same = whole.findLast(({ keyFrame, decodeTime }) => keyFrame && decodeTime <= second + 0.5);
    expect(frame).toEqual(same);
  }
  const [later] = await take(source, 1, 300 * 7 + 25.5);
  expect(later?.decodeTime).toBeCloseTo(300 * 7 + 24);
  expect(later?.data).toEqual(whole.find(({ decodeTime }) => Math.abs(decodeTime - 24) < 0.01)?.data);
});

test('sources that are encoded differently are refused', async () => {
  const [large, small] = await Promise.all([openFileSource(join(assets, 'porch.mp4')), openFileSource(join(assets, 'porch-low.mp4'))]);
  expect(() =>
    alternate([
      { source: large, seconds: 12 },
      { source: small, seconds: 12 },
    ]),
  ).toThrow('encoded alike');
});

test.each(scenes.flatMap((scene) => [true, false].map((isSmall) => [scene, isSmall] as const)))(
  'the demo’s %s is calm but for one visit of twelve seconds in five minutes (substream: %s)',
  async (scene, isSmall) => {
    const [calm, busy] = await Promise.all([
      openDemoScene(scene, { isSmall, isBusy: false }),
      openDemoScene(scene, { isSmall, isBusy: true }),
    ]);
    expect(calm.video).toEqual(busy.video);
    const first = (await take(busy, 1))[0]?.data ?? new Uint8Array();
    const keyFrames = (await take(calm, 3000)).filter(({ keyFrame }) => keyFrame);
    expect(keyFrames).toHaveLength(150);
    const counts = Map.groupBy(keyFrames, ({ data }) => Buffer.from(data).toString('base64'));
    // One picture nearly all the time, and each of the six of a visit once.
    expect([...counts.values()].map(({ length }) => length).toSorted((a, b) => b - a)).toEqual([144, 1, 1, 1, 1, 1, 1]);
    expect(keyFrames.findIndex(({ data }) => Buffer.compare(data, first) === 0)).toBeGreaterThan(0);
  },
);
