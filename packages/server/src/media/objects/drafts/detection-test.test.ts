import { defaultDetection, detectionTestFrameSchema, type DetectionTestFrame } from '@watchpost/contract/schemas/smart-events';
import { createManualClock } from '@watchpost/contract/testing';
import fc from 'fast-check';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Sample, Tracks } from '../../media-types.ts';
import { createStreamRegistry } from '../../stream/stream-registry.ts';
import { createCpuBudget } from '../cpu-budget.ts';
import type { Look, LookRequest } from '../engine/object-detector.ts';
import { createFrames, startDetectionTest } from './detection-test.ts';

const human = { ...defaultDetection('human'), confidence: 0.4, threshold: 0.5 };
const line = { id: 'l1', name: 'Fence', from: { x: 0.5, y: 0 }, to: { x: 0.5, y: 1 }, direction: 'both' as const };
const crossing = { ...defaultDetection('lineCrossing'), confidence: 0.4, threshold: 0.5, lines: [line] };
const personAt = (x: number, at: number, score = 0.8): Look => {
  const box = { x: x - 0.05, y: 0.3, width: 0.1, height: 0.4 };
  return { at, moving: [box], objects: [{ objectClass: 'human', score, box }], cpuMs: 20, isContinuable: true };
};

test('a person who crosses a line is followed, and reported once, in the picture that shows it', () => {
  const describe = createFrames(crossing);
  const frames = [0.3, 0.36, 0.42, 0.48, 0.54, 0.6].map((x, index) => describe(personAt(x, index * 400)));
  expect(frames.map(({ boxes }) => boxes.map(({ verdict }) => verdict).join())).toEqual([
    'below-threshold',
    'counts',
    'counts',
    'counts',
    'counts',
    'counts',
  ]);
  expect(frames.flatMap(({ at, events }) => events.map((event) => ({ at, ...event })))).toEqual([
    // With the second look beyond the line.
    {
      at: 2000,
      type: 'lineCrossing',
      label: 'Fence',
      objectClass: 'human',
      score: 0.8,
      box: { x: 0.55, y: 0.3, width: 0.1, height: 0.4 },
    },
  ]);
  const path = frames.at(-1)?.boxes[0]?.path;
  expect(path).toHaveLength(6);
  expect(path?.at(-1)).toEqual({ x: 0.6, y: 0.7 });
});

test('whatever is seen, frames are what the contract says', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const object = fc.record({
    objectClass: fc.constantFrom('human' as const, 'vehicle' as const, 'animal' as const),
    score: share,
    box: fc.record({ x: share, y: share, width: share, height: share }),
  });
  fc.assert(
    fc.property(fc.array(fc.array(object, { maxLength: 4 }), { maxLength: 45 }), (pictures) => {
      const describe = createFrames(human);
      for (const [index, objects] of pictures.entries()) {
        const frame = describe({ at: index * 400, objects, moving: [], cpuMs: 1, isContinuable: true });
        expect(detectionTestFrameSchema.safeParse(frame).error).toBeUndefined();
        expect(frame.boxes).toHaveLength(objects.length);
      }
    }),
    { numRuns: 50 },
  );
});

function setUp() {
  const clock = createManualClock(0);
  const streams = createStreamRegistry({ clock, log: pino({ level: 'silent' }) });
  const requests: LookRequest[] = [];
  const frames: DetectionTestFrame[] = [];
  const ended: string[] = [];
  const cost = { cpuMs: 20 };
  const { input } = streams.open('c1');
  const tracks: Tracks = {
    video: { kind: 'video', codec: 'avc1.42c01f', width: 640, height: 360, configuration: new Uint8Array([1]) },
    audio: null,
  };
  input.onTracks(tracks);
  let time = 0;
  const send = async (count: number): Promise<void> => {
    for (let index = 0; index < count; index++) {
      time += 100;
      clock.advance(100);
      const sample: Sample = {
        kind: 'video',
        decodeTime: time * 90,
        compositionOffset: 0,
        duration: 9000,
        keyFrame: time % 4000 === 100,
        data: new Uint8Array([1]),
      };
      input.onSample(sample);
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const start = (): (() => void) =>
    startDetectionTest({
      streams,
      clock,
      cameraId: 'c1',
      testId: 'test 1',
      settings: human,
      budget: createCpuBudget({ clock, share: 0.25 }),
      detector: {
        look: async (request) => {
          requests.push(request);
          return { at: request.pictures.at(-1)?.at ?? 0, moving: [], objects: [], cpuMs: cost.cpuMs, isContinuable: true };
        },
      },
      onFrame: (frame) => frames.push(frame),
      onOffline: () => ended.push('offline'),
    });
  return { streams, input, send, start, requests, frames, ended, cost };
}

test('a test looks at 2.5 pictures a second, also where nothing moves, with a decoder of its own', async () => {
  const { send, start, requests, frames } = setUp();
  await send(5);
  const stop = start();
  await send(20);
  expect(requests.map(({ cameraId, isForced }) => [cameraId, isForced]).every(([id, isForced]) => id === 'test 1' && isForced)).toBe(true);
  // It begins with the group of pictures that is running.
  expect(requests[0]).toMatchObject({ isStart: true });
  expect(frames.length).toBeGreaterThanOrEqual(5);
  expect(frames.length).toBeLessThanOrEqual(6);
  stop();
  const before = requests.length;
  await send(20);
  expect(requests.length).toBe(before);
});

test('without CPU time left, pictures are skipped; the end of the test frees the stream', async () => {
  const { send, start, requests, cost, streams, input, ended } = setUp();
  cost.cpuMs = 6000;
  const stop = start();
  await send(20);
  expect(requests).toHaveLength(1);
  input.onEnd({ code: 'camera-offline', detail: '' });
  expect(ended).toEqual(['offline']);
  stop();
  expect(streams.open('c1').subscribers).toBe(0);
});
