import { defaultDetection, type DetectionEngine } from '@watchpost/contract/schemas/smart-events';
import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Sample, Tracks } from '../media-types.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createCpuBudget } from './cpu-budget.ts';
import type { Look, LookRequest, ObjectDetector } from './engine/object-detector.ts';
import { createObjectWatch } from './object-watch.ts';
import type { Detection } from './tracking/object-rules.ts';

const log = pino({ level: 'silent' });
const tracksOf = (width = 640): Tracks => ({
  video: { kind: 'video', codec: 'avc1.42c01f', width, height: 360, configuration: new Uint8Array([1]) },
  audio: null,
});
const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const human = { ...defaultDetection('human'), isEnabled: true };

/** A picture's byte is where a person walks, in fiftieths of the picture's width; 0 is a picture in which nothing moves. */
function lookAt({ pictures }: LookRequest): Look {
  const last = pictures.at(-1);
  const x = (last?.data[0] ?? 0) / 50;
  const box = { x, y: 0.3, width: 0.1, height: 0.4 };
  return {
    at: last?.at ?? 0,
    moving: x > 0 ? [box] : [],
    objects: x > 0 ? [{ objectClass: 'human', score: 0.8, box }] : [],
    cpuMs: 20,
    isContinuable: !(pictures.length === 1 && last?.keyFrame),
  };
}

function setUp(engine: DetectionEngine = { state: 'ready' }) {
  const clock = createManualClock(0);
  const streams = createStreamRegistry({ clock, log });
  const seen: Detection[] = [];
  const requests: LookRequest[] = [];
  const held: (() => void)[] = [];
  const state = { cpuMs: 20, isHolding: false, isBroken: false };
  const detector: ObjectDetector = {
    look: async (request) => {
      requests.push(request);
      if (state.isHolding) await new Promise<void>((resolve) => held.push(resolve));
      return state.isBroken ? null : { ...lookAt(request), cpuMs: state.cpuMs };
    },
    engine: () => engine,
    close: () => undefined,
  };
  const budget = createCpuBudget({ clock, share: 0.5 });
  let lastId = 0;
  const watch = createObjectWatch({
    streams,
    detector,
    budget,
    clock,
    log,
    newId: () => `d${(lastId += 1)}`,
    onDetection: (detection) => seen.push(detection),
  });
  const { input } = streams.open('c1');
  let time = 0;
  /** Sends pictures 100 ms apart; the first one is a key frame. */
  const send = async (contents: readonly number[], target = input, startsWithKeyFrame = true): Promise<void> => {
    for (const [index, content] of contents.entries()) {
      time += 100;
      clock.advance(100);
      const sample: Sample = {
        kind: 'video',
        decodeTime: time * 90,
        compositionOffset: 0,
        duration: 9000,
        keyFrame: startsWithKeyFrame && index === 0,
        data: new Uint8Array([content]),
      };
      target.onSample(sample);
      await flush();
    }
  };
  watch.configure('c1', [human]);
  input.onTracks(tracksOf());
  const sizes = (): string[] => requests.map(({ pictures, isStart }) => `${isStart ? 'start' : 'next'} ${pictures.length}`);
  return { watch, streams, input, clock, send, seen, requests, sizes, state, held };
}
const still = (count: number): number[] => Array.from({ length: count }, () => 0);
const walking = (count: number, from = 1): number[] => Array.from({ length: count }, (_, index) => from + index);

test('where nothing moves, only key frames are looked at, and other pictures when key frames come rarely', async () => {
  const { send, sizes } = setUp();
  await send(still(20));
  await send(still(20));
  expect(sizes()).toEqual(['start 1', 'start 1']);
  await send(still(90));
  expect(sizes()).toEqual(['start 1', 'start 1', 'start 1', 'start 41', 'next 40']);
});

test('where something moves, pictures are decoded from the last key frame on, and 2.5 a second are looked at', async () => {
  const { send, sizes, seen } = setUp();
  await send(walking(13));
  expect(sizes()).toEqual(['start 1', 'start 5', 'next 4', 'next 4']);
  expect(seen).toMatchObject([{ kind: 'began', type: 'human', cameraId: 'c1', at: 500, label: null }]);
  expect(seen[0]?.kind === 'began' && seen[0].picture.byteLength).toBeGreaterThan(100);
  // Looks go on for 8 s after the last motion, then the detection ends.
  await send(still(100));
  expect(seen.at(-1)).toEqual({ kind: 'ended', cameraId: 'c1', id: 'd1', at: 1300 });
});

test('pictures that come while others are looked at are not queued: the next look takes the newest', async () => {
  const { send, requests, state, held } = setUp();
  state.isHolding = true;
  await send(walking(30));
  expect(requests).toHaveLength(1);
  await send(walking(4, 20));
  state.isHolding = false;
  held[0]?.();
  await flush();
  expect(requests).toHaveLength(2);
  // The second group has replaced the first, whose pictures are never decoded.
  expect(requests[1]?.pictures.map(({ data }) => data[0])).toEqual([20, 21, 22, 23]);
});

test('when the budget is used up, key frames alone are looked at, and the status says so for a minute', async () => {
  const { send, state, requests, watch, clock } = setUp();
  state.cpuMs = 11_000;
  await send(walking(6));
  expect([requests.length, watch.status().isOverBudget]).toEqual([1, true]);
  state.cpuMs = 20;
  clock.advance(10_000);
  await send(walking(10));
  expect(requests).toHaveLength(2);
  clock.advance(60_000);
  expect(watch.status().isOverBudget).toBe(false);
  await send(walking(6));
  expect(requests).toHaveLength(4);
});

test('after pictures that can’t be decoded, or new tracks, decoding starts with a key frame again', async () => {
  const { send, state, sizes, input } = setUp();
  state.isBroken = true;
  await send(still(1));
  state.isBroken = false;
  await send(still(45), input, false);
  input.onTracks(tracksOf(1280));
  await send(walking(20), input, false);
  expect(sizes()).toEqual(['start 1', 'start 41']);
  await send(walking(1));
  expect(sizes().at(-1)).toBe('start 1');
});

test('the camera’s own substream is looked at instead of its main stream', async () => {
  const { send, requests, streams, watch } = setUp();
  const ended: string[] = [];
  streams.setSubstreamManager({ hasOwn: () => true, begin: () => true, end: (cameraId) => ended.push(cameraId) });
  await send(still(5));
  const low = streams.open('c1', 'low').input;
  low.onTracks(tracksOf(320));
  await send(walking(2), low);
  await send(walking(9));
  await send(walking(4, 3), low, false);
  expect(requests.map(({ track }) => track.width)).toEqual([640, 320, 320]);
  watch.forget('c1');
  expect(ended).toEqual(['c1']);
});

test('what was detected ends when the camera goes offline, nothing is enabled any more, or the server stops', async () => {
  for (const stop of ['offline', 'configure', 'forget', 'close'] as const) {
    const { send, seen, input, watch, requests } = setUp();
    await send(walking(9));
    if (stop === 'offline') input.onEnd({ code: 'camera-offline', detail: '' });
    else if (stop === 'configure') watch.configure('c1', [{ ...human, isEnabled: false }]);
    else if (stop === 'forget') watch.forget('c1');
    else watch.close();
    expect([stop, seen.map(({ kind }) => kind)]).toEqual([stop, ['began', 'ended']]);
    const before = requests.length;
    if (stop === 'offline') continue;
    await send(walking(9));
    expect([stop, requests.length]).toEqual([stop, before]);
  }
});

test('without an engine nothing is looked at, and the status says why', async () => {
  const { send, requests, watch, streams } = setUp({ state: 'unavailable', reason: 'model-missing' });
  await send(walking(9));
  expect(requests).toEqual([]);
  expect(streams.open('c1').subscribers).toBe(0);
  expect(watch.status()).toEqual({ engine: { state: 'unavailable', reason: 'model-missing' }, isOverBudget: false });
});
