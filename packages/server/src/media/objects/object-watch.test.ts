import { defaultDetection, type DetectionEngine } from '@watchpost/contract/schemas/smart-events';
import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Sample, Tracks } from '../media-types.ts';
import { walkSegment } from '../packaging/segment-walker.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createCpuBudget } from './cpu-budget.ts';
import type { Look, LookRequest, ObjectDetector } from './engine/object-detector.ts';
import { createObjectWatch } from './object-watch.ts';
import type { Finding } from './plug-in/finding-rules.ts';
import type { Detection } from './tracking/object-rules.ts';

const log = pino({ level: 'silent' });
const tracksOf = (width = 640): Tracks => ({
  video: { kind: 'video', codec: 'avc1.42c01f', width, height: 360, configuration: new Uint8Array([1]) },
  audio: null,
});
const flush = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const human = { ...defaultDetection('human'), isEnabled: true };

/** A picture's byte is where a person walks, in fiftieths of the picture's width; 0 is a picture in which nothing moves. */
function lookAt({ pictures }: LookRequest, scores: ReadonlyMap<number, number>): Look {
  const last = pictures.at(-1);
  const x = (last?.data[0] ?? 0) / 50;
  const box = { x, y: 0.3, width: 0.1, height: 0.4 };
  return {
    at: last?.at ?? 0,
    moving: x > 0 ? [box] : [],
    objects: x > 0 ? [{ objectClass: 'human', score: scores.get(last?.data[0] ?? 0) ?? 0.8, box }] : [],
    cpuMs: 20,
    isContinuable: !(pictures.length === 1 && last?.keyFrame),
  };
}

function setUp(initial: DetectionEngine = { state: 'ready' }) {
  const clock = createManualClock(0);
  const streams = createStreamRegistry({ clock, log });
  const seen: Detection[] = [];
  const requests: LookRequest[] = [];
  const held: (() => void)[] = [];
  /** Other scores than 0.8, by the picture's byte. */
  const scores = new Map<number, number>();
  const findings: readonly Finding[] = [];
  /** Cameras whose agents look themselves. */
  const elsewhere = new Set<string>();
  const state = { cpuMs: 20, isHolding: false, isBroken: false, engine: initial, findings };
  const detector: ObjectDetector = {
    look: async (request) => {
      requests.push(request);
      if (state.isHolding) await new Promise<void>((resolve) => held.push(resolve));
      const look = lookAt(request, scores);
      // A detector is asked only about pictures that are looked at.
      const isAsked = request.findings !== undefined && (request.isForced || look.moving.length > 0);
      return state.isBroken ? null : { ...look, ...(isAsked && { findings: state.findings }), cpuMs: state.cpuMs };
    },
    engine: () => state.engine,
    isElsewhere: (cameraId) => elsewhere.has(cameraId),
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
  const sendData = async (pictures: readonly Uint8Array[], startsWithKeyFrame = true, target = input): Promise<void> => {
    for (const [index, data] of pictures.entries()) {
      time += 100;
      clock.advance(100);
      const keyFrame = startsWithKeyFrame && index === 0;
      const sample: Sample = { kind: 'video', decodeTime: time * 90, compositionOffset: 0, duration: 9000, keyFrame, data };
      target.onSample(sample);
      await flush();
    }
  };
  const send = (contents: readonly number[], target = input, startsWithKeyFrame = true): Promise<void> =>
    sendData(
      contents.map((content) => new Uint8Array([content])),
      startsWithKeyFrame,
      target,
    );
  watch.configure('c1', [human]);
  input.onTracks(tracksOf());
  const sizes = (): string[] => requests.map(({ pictures, isStart }) => `${isStart ? 'start' : 'next'} ${pictures.length}`);
  return { watch, streams, input, clock, send, sendData, scores, seen, requests, sizes, state, held, elsewhere };
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

test('a model that is installed while the server runs is used within seconds, without a restart', async () => {
  const { send, requests, state, clock, seen } = setUp({ state: 'unavailable', reason: 'model-missing' });
  await send(walking(9));
  state.engine = { state: 'ready' };
  clock.advance(10_000);
  await send(walking(9));
  expect(requests.length).toBeGreaterThan(1);
  expect(seen).toMatchObject([{ kind: 'began', type: 'human' }]);
});

test('a camera that was removed meanwhile does not begin again', async () => {
  const { watch, state, clock, streams } = setUp({ state: 'unavailable', reason: 'model-missing' });
  watch.forget('c1');
  state.engine = { state: 'ready' };
  clock.advance(60_000);
  expect(streams.open('c1').subscribers).toBe(0);
});

/** Pictures of these sizes, in bytes, 100 ms apart; the first one is a key frame. */
const sized = (...sizes: readonly (readonly [size: number, content: number])[]): Uint8Array[] =>
  sizes.map(([size, content]) => new Uint8Array(size).fill(content, 0, 1));

test('where pictures grow between rare key frames, they are looked at within half a second', async () => {
  const { sendData, requests, seen } = setUp();
  await sendData(sized([9000, 0], ...Array.from({ length: 20 }, () => [300, 0] as const)));
  expect(requests).toHaveLength(1);
  await sendData(sized(...Array.from({ length: 12 }, (_, index) => [1500, index + 1] as const)), false);
  const [, hinted] = requests;
  // The person was there from picture 22 on, and the next key frame would come after 4 s.
  expect((hinted?.pictures.at(-1)?.at ?? 0) - 2200).toBeLessThanOrEqual(200);
  expect(seen).toMatchObject([{ kind: 'began', type: 'human' }]);
  expect((seen[0]?.at ?? 0) - 2200).toBeLessThanOrEqual(1000);
});

test('hints that find nothing come less and less often', async () => {
  const { sendData, requests } = setUp();
  await sendData(sized([9000, 0], ...Array.from({ length: 20 }, () => [300, 0] as const)));
  const before = requests.length;
  // Something makes pictures grow, and nothing moves.
  await sendData(sized(...Array.from({ length: 40 }, () => [4000, 0] as const)), false);
  expect(requests.length - before).toBeLessThanOrEqual(3);
});

test('the picture of a detection is the one that shows the object best', async () => {
  const { sendData, seen, scores } = setUp();
  scores.set(1, 0.7).set(5, 0.95).set(9, 0.65);
  await sendData(sized([10, 1], ...Array.from({ length: 8 }, (_, index) => [10, index + 2] as const)));
  const [began] = seen;
  if (began?.kind !== 'began') throw new Error('Nothing was detected.');
  expect(began.score).toBe(0.95);
  expect(began.box.x).toBeCloseTo(0.1);
  // Its last sample is the fifth picture, which is built on those before it.
  const [fragment] = walkSegment(began.picture).fragments;
  const contents = fragment?.samples.map(({ start }) => began.picture[start]);
  expect(contents).toEqual([1, 2, 3, 4, 5]);
});

test('cameras whose agents look are asked side by side, also without an engine and beyond the budget here', async () => {
  const { watch, streams, input, send, requests, seen, state, held, elsewhere } = setUp({ state: 'unavailable', reason: 'not-installed' });
  await send(walking(5));
  expect(requests).toEqual([]);
  elsewhere.add('c1').add('c2');
  expect(watch.status('c1')).toEqual({ engine: { state: 'ready' }, isOverBudget: false });
  expect(watch.status('c3').engine.state).toBe('unavailable');
  const other = streams.open('c2').input;
  watch.configure('c1', [human]);
  watch.configure('c2', [human]);
  input.onTracks(tracksOf());
  other.onTracks(tracksOf());
  state.isHolding = true;
  state.cpuMs = 60_000;
  await send([1]);
  await send([1], other);
  await send([2, 3, 4, 5, 6], input, false);
  // One question for each, whatever comes meanwhile.
  expect(requests.map(({ cameraId }) => cameraId)).toEqual(['c1', 'c2']);
  state.isHolding = false;
  for (const release of held) release();
  await send(walking(20));
  expect(seen).toMatchObject([{ kind: 'began', type: 'human', cameraId: 'c1' }]);
  // Its agent is gone: nobody looks, and what was seen ends with the camera.
  elsewhere.clear();
  const before = requests.length;
  await send(walking(10));
  expect(requests).toHaveLength(before);
});

test('an agent that reports later that it looks is asked from then on', async () => {
  const { send, requests, clock, elsewhere, input } = setUp({ state: 'unavailable', reason: 'not-installed' });
  elsewhere.add('c1');
  clock.advance(10_000);
  input.onTracks(tracksOf());
  await send(walking(3));
  expect(requests.length).toBeGreaterThan(0);
});

test('faces are looked for where something moves, and nowhere else', async () => {
  const { watch, send, sendData, requests, seen, state } = setUp();
  watch.configure('c1', []);
  watch.configureFindings('c1', [{ type: 'face', isEnabled: true, confidence: 0.6 }]);
  for (let second = 0; second < 21; second++) await send(still(10));
  expect(requests.filter(({ isForced }) => isForced)).toEqual([]);
  state.findings = [{ type: 'face', score: 0.9, box: { x: 0.4, y: 0.3, width: 0.05, height: 0.1 } }];
  await sendData(sized([10, 1], ...Array.from({ length: 8 }, (_, index) => [10, index + 2] as const)));
  expect(seen).toMatchObject([{ kind: 'began', type: 'face', score: 0.9, objectClass: null }]);
});

test('fire is looked for every ten seconds where nothing moves, at once again when it was seen, and beside or without objects', async () => {
  const { watch, send, requests, seen, state } = setUp();
  watch.configure('c1', []);
  watch.configureFindings('c1', [{ type: 'fire', isEnabled: true, confidence: 0.6 }]);
  const forced = (): number[] => requests.flatMap(({ isForced, pictures }) => (isForced ? [pictures.at(-1)?.at ?? 0] : []));
  for (let second = 0; second < 21; second++) await send(still(10));
  expect(requests[0]).toMatchObject({ findings: ['fire'], isWithoutObjects: true });
  expect(forced()).toEqual([100, 10_100, 20_100]);
  state.findings = [{ type: 'fire', score: 0.9, box: { x: 0, y: 0, width: 0.1, height: 0.1 } }];
  for (let second = 0; second < 11; second++) await send(still(10));
  expect(seen).toMatchObject([{ kind: 'began', type: 'fire', at: 30_100, score: 0.9 }]);
  expect(forced().filter((at) => at > 30_000)).toEqual([30_100, 30_500]);

  watch.configure('c1', [human]);
  await send(still(10));
  expect(requests.at(-1)).toMatchObject({ findings: ['fire'], isWithoutObjects: false });
  watch.configureFindings('c1', [{ type: 'fire', isEnabled: false, confidence: 0.6 }]);
  expect(seen.at(-1)).toMatchObject({ kind: 'ended' });
  await send(still(10));
  expect(requests.at(-1)?.findings).toBeUndefined();
});
