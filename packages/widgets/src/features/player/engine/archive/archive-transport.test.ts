// @vitest-environment jsdom
import type { ArchiveSegment, ViewerClient } from '@watchpost/sdk-core';
import { createFakeClock } from '@watchpost/sdk-core/testing';
import { expect, test, vi } from 'vitest';
import type { BufferedRange } from '../media/buffered-range.ts';
import { keyFrameFragment } from '../media/fragment-samples.ts';
import type { TransportListener } from '../transport.ts';
import { createArchiveTransport } from './archive-transport.ts';

const begin = Date.UTC(2026, 10, 1);
const dayMs = 86_400_000;
/** Seconds on the media timeline. */
const second = (sinceBegin: number): number => dayMs / 1000 + sinceBegin;

const state = { ranges: [] as BufferedRange[], wantsMore: true, isIdle: true };
vi.mock('../media/media-buffer.ts', () => ({
  createMediaBuffer: ({ originMs, mimeType }: { originMs: number; mimeType: string }) => ({
    originMs,
    mimeType,
    source: {
      get streaming() {
        return state.wantsMore;
      },
      get sourceBuffers() {
        return [{ updating: !state.isIdle }];
      },
    },
    append() {},
    changeType() {},
    ranges: () => state.ranges,
    keep() {},
    clearQueue() {},
    close() {},
  }),
}));

/** Plays segments of 4 s that start at these seconds. @param stuck the start of one whose media never comes */
async function play(starts: readonly number[], stuck?: number) {
  state.ranges = [];
  state.wantsMore = true;
  state.isIdle = false;
  const segments: ArchiveSegment[] = starts.map((start) => ({
    startMs: begin + start * 1000,
    durationMs: 4_000,
    url: `/m/${start}`,
    initUrl: '/i',
    discontinuity: false,
  }));
  const loaded: string[] = [];
  const media = (start: number): ArrayBuffer => {
    const fragments = [0, 1, 2, 3].map((offset) => {
      const time = begin + (start + offset) * 1000;
      return keyFrameFragment(
        { time, decodeTime: time * 90, duration: 0, compositionOffset: 0, keyFrame: true, data: Uint8Array.of(1) },
        90_000,
      );
    });
    return Uint8Array.from(fragments.flatMap((one) => [...one])).buffer;
  };
  const client = {
    player: { live: () => ({ serverNow: () => begin + dayMs }) },
    archive: {
      playlist: async () => ({ segments }),
      footage: async () => ({ recordings: [], gaps: [] }),
      async media(url: string) {
        loaded.push(url);
        if (url === `/m/${stuck}`) await new Promise(() => {});
        return url === '/i'
          ? Uint8Array.from([...'avcC'].map((one) => one.charCodeAt(0)).concat(1, 0x4d, 0x40, 0x1f)).buffer
          : media(Number(url.slice(3)));
      },
    },
  } as unknown as ViewerClient;
  const video = document.createElement('video');
  vi.spyOn(video, 'play').mockResolvedValue();
  Object.assign(video, { requestVideoFrameCallback: () => 1, cancelVideoFrameCallback() {} });
  const at = { time: 0 };
  Object.defineProperties(video, {
    currentTime: {
      get: () => at.time,
      set(time: number) {
        at.time = time;
      },
    },
    readyState: { value: 4 },
    seeking: { value: false },
  });
  const listener = new Proxy({}, { get: () => () => {} }) as TransportListener;
  const clock = createFakeClock();
  const wants = { quality: 'high', frames: 'all', audio: false } as const;
  const canvas = document.createElement('canvas');
  const transport = createArchiveTransport({ client, cameraId: 'c1', video, canvas, clock, listener, wants }, begin);
  transport.start();
  const pass = async (milliseconds: number): Promise<void> => {
    await clock.advance(milliseconds);
    await clock.settle();
  };
  await clock.settle();
  return { at, loaded, transport, pass };
}

test('what the browser evicts in front of the picture is loaded again; a gap in the recording is stepped over', async () => {
  const { at, loaded, pass, transport } = await play([0, 4, 8, 12, 16, 40, 44]);
  state.ranges = [{ start: second(0), end: second(20) }];
  state.isIdle = true;
  for (let step = 0; step < 10; step += 1) await pass(150);
  loaded.length = 0;
  // The browser has taken 6 to 12 s away.
  state.ranges = [
    { start: second(0), end: second(6) },
    { start: second(12), end: second(20) },
  ];
  at.time = second(6);
  await pass(150);
  expect(loaded[0]).toBe('/m/4');
  expect(at.time).toBeCloseTo(second(6), 2);
  state.ranges = [
    { start: second(4), end: second(20) },
    { start: second(40), end: second(48) },
  ];
  at.time = second(20);
  for (let step = 0; step < 10; step += 1) await pass(150);
  expect(at.time).toBeCloseTo(second(40), 2);
  transport.stop();
});

test('frames that the browser refuses, as WebKitGTK after a long one, are not loaded again and again: playback goes on behind the hole', async () => {
  const { at, loaded, pass, transport } = await play([0, 4, 8, 12, 16]);
  const holes = [
    { start: second(0), end: second(5.4) },
    { start: second(8), end: second(20) },
  ];
  // Not a verdict yet: the media is still being read.
  state.ranges = [{ start: second(0), end: second(4) }];
  await pass(450);
  state.ranges = holes;
  state.isIdle = true;
  await pass(450);
  loaded.length = 0;
  at.time = second(5.38);
  await pass(150);
  expect([at.time - second(8) < 0.01, loaded]).toEqual([true, []]);
  transport.step?.(-1);
  // The frame before is the last one that was taken.
  expect(at.time).toBeCloseTo(second(5.02), 2);
  transport.stop();
});

test('what is still on its way is waited for, although a later part is loaded', async () => {
  const { at, pass, transport } = await play([0, 4, 8, 40, 44], 4);
  state.ranges = [
    { start: second(0), end: second(4) },
    { start: second(40), end: second(48) },
  ];
  state.isIdle = true;
  at.time = second(3.98);
  for (let step = 0; step < 10; step += 1) await pass(150);
  expect(at.time).toBeCloseTo(second(3.98), 2);
  transport.stop();
});

test('a managed source that has enough is not filled: what is needed next is loaded all the same', async () => {
  const { at, loaded, pass, transport } = await play([0, 4, 8, 12, 16]);
  state.ranges = [{ start: second(0), end: second(4) }];
  state.wantsMore = false;
  loaded.length = 0;
  await pass(1_000);
  expect(loaded).toEqual([]);
  at.time = second(2.5);
  await pass(1_000);
  expect(loaded).toContain('/m/4');
  transport.stop();
});
