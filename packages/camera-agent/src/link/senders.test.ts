import type { AgentSample } from '@watchpost/contract/protocols/agent';
import { expect, test } from 'vitest';
import type { Frame } from '../sources/frame-source.ts';
import { createKeptFrames, type FrameTracks } from './kept-frames.ts';
import { nextBatch, sendLate } from './late-sender.ts';
import { createLiveSender, type Outlet } from './live-sender.ts';

const tracks = (width: number): FrameTracks => ({
  video: { kind: 'video', codec: 'avc1.4d401f', width, height: 360, configuration: 'AQ==' },
  audio: null,
});
const [big, small] = [tracks(1280), tracks(640)];
const frame = (number: number, size = 1000): Frame => ({
  kind: 'video',
  keyFrame: number % 10 === 0,
  decodeTime: number / 10,
  compositionOffset: 0,
  duration: 0.1,
  data: new Uint8Array(size),
});

function createFakeOutlet() {
  const state = { isOpen: true, waiting: 0, sent: [] as string[], grows: false };
  const outlet: Outlet = {
    get isOpen() {
      return state.isOpen;
    },
    get waiting() {
      return state.waiting;
    },
    sendSample: ({ decodeTime, data, late }: AgentSample) => {
      state.sent.push(`${late ? 'late ' : ''}${decodeTime}`);
      if (state.grows) state.waiting += data.byteLength;
    },
    sendTracks: (_, { video }, isLate) => void state.sent.push(`${isLate ? 'late ' : ''}tracks ${video.width}`),
  };
  return { state, outlet, take: () => state.sent.splice(0) };
}

test('live starts with the newest key frame and its tracks, and continues with new frames', () => {
  const kept = createKeptFrames();
  const { outlet, take } = createFakeOutlet();
  const live = createLiveSender(kept, outlet);
  live.push();
  for (let number = 0; number < 23; number += 1) kept.add(big, frame(number));
  live.push();
  expect(take()).toEqual(['tracks 1280', '2', '2.1', '2.2']);
  kept.add(big, frame(23));
  live.push();
  kept.add(small, frame(30));
  live.push();
  expect(take()).toEqual(['2.3', 'tracks 640', '3']);
  live.reset();
  live.push();
  expect(take()).toEqual(['tracks 640', '3']);
});

test('on a slow uplink, frames wait here, and those older than 4 s are dropped up to the newest key frame', () => {
  const kept = createKeptFrames();
  const { state, outlet, take } = createFakeOutlet();
  const live = createLiveSender(kept, outlet);
  for (let number = 0; number < 5; number += 1) kept.add(big, frame(number));
  live.push();
  take();
  state.waiting = 2_000_000;
  for (let number = 5; number < 44; number += 1) kept.add(big, frame(number));
  live.push();
  expect(live.behind).toBeCloseTo(3.8);
  state.waiting = 0;
  live.push();
  expect(take()).toHaveLength(39);
  state.waiting = 2_000_000;
  for (let number = 44; number < 95; number += 1) kept.add(big, frame(number));
  live.push();
  state.waiting = 0;
  live.push();
  expect(take()).toEqual(['9', '9.1', '9.2', '9.3', '9.4']);
});

test('late sends exactly the requested frames, oldest first, with their tracks', async () => {
  const kept = createKeptFrames();
  for (let number = 0; number < 30; number += 1) kept.add(number < 20 ? big : small, frame(number));
  const { outlet, take } = createFakeOutlet();
  const isDone = await sendLate(
    { kept, outlet, roundTrip: async () => 1 },
    [
      { after: null, before: 0.2 },
      { after: 1.8, before: 2.2 },
    ],
    new AbortController().signal,
  );
  expect([isDone, take()]).toEqual([true, ['late tracks 1280', 'late 0', 'late 0.1', 'late 1.9', 'late tracks 640', 'late 2', 'late 2.1']]);
});

test('late waits for the echo of each batch, so that live frames are delayed by no more than one batch', async () => {
  const kept = createKeptFrames();
  for (let number = 0; number < 300; number += 1) kept.add(big, frame(number, 10_000));
  const { outlet, state, take } = createFakeOutlet();
  const batches: number[] = [];
  const delays = [10, 10, 1000, 1000];
  const roundTrip = async (): Promise<number> => {
    batches.push(take().filter((text) => !text.includes('tracks')).length * 10_000);
    return delays.shift() ?? 10;
  };
  await sendLate({ kept, outlet, roundTrip }, [{ after: null, before: 30 }], new AbortController().signal);
  expect(batches.slice(0, 5).map((bytes) => Math.round(bytes / 2 ** 15))).toEqual([2, 4, 8, 4, 2]);
  state.isOpen = false;
  expect(await sendLate({ kept, outlet, roundTrip }, [{ after: null, before: 30 }], new AbortController().signal)).toBe(false);
});

test('a batch is between 32 KiB and 2 MiB', () => {
  expect([nextBatch(40_000, 5000), nextBatch(2_000_000, 1)]).toEqual([32 * 1024, 2 * 1024 * 1024]);
});
