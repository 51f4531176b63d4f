import type { AgentVideoTrack } from '@watchpost/contract/protocols/agent';
import { lookCommand } from '@watchpost/contract/schemas/smart-events';
import { expect, test } from 'vitest';
import type { MainTap } from '../link/main-feed.ts';
import type { Frame } from '../sources/frame-source.ts';
import { createSteppingClock } from '../testing/stepping-clock.ts';
import { createDetectionHandlers } from './detection-handlers.ts';
import type { LookWorker, WorkerRequest } from './detection-worker.ts';

const video: AgentVideoTrack = { kind: 'video', codec: 'avc1.42c01f', width: 640, height: 360, configuration: 'AUI=' };
const box = { x: 0.1, y: 0.2, width: 0.3, height: 0.4 };

function setUp() {
  const { clock, advance } = createSteppingClock();
  const taps = new Set<MainTap>();
  const requests: WorkerRequest[] = [];
  const state: { look: Awaited<ReturnType<LookWorker['look']>> } = {
    look: { moving: [box], objects: [{ objectClass: 'human', score: 0.9, box }], findings: null, isContinuable: true },
  };
  const [handler] = createDetectionHandlers({
    cameraId: 'c1',
    feed: Promise.resolve({
      tap: (onFrame) => {
        taps.add(onFrame);
        return () => void taps.delete(onFrame);
      },
    }),
    worker: {
      look: async (request) => {
        requests.push(request);
        return state.look;
      },
      close: () => undefined,
    },
    clock,
  });
  const look = (withFaces = false): Promise<unknown> =>
    Promise.resolve(
      handler?.handle({ sensitivity: 6, isForced: false, withFaces }, { signal: new AbortController().signal, progress: () => undefined }),
    );
  let decodeTime = 0;
  const send = (content: number, keyFrame = false, of = video): void => {
    decodeTime += 0.1;
    const frame: Frame = { kind: 'video', keyFrame, decodeTime, compositionOffset: 0, duration: 0.1, data: new Uint8Array([content]) };
    for (const tap of taps) tap({ video: of, audio: null }, frame);
  };
  const decoded = (): string[] =>
    requests.map(({ pictures, isStart }) => `${isStart ? 'start' : 'next'} ${pictures.map(({ data }) => data[0]).join(' ')}`);
  return { look, send, advance, taps, requests, decoded, state };
}

test('the newest picture is looked at, decoded from its key frame on, and only once', async () => {
  const { look, send, decoded, requests } = setUp();
  // Pictures are kept from the first question on.
  expect(await look()).toEqual({ moving: [], objects: [], faces: null });
  send(1);
  for (const content of [2, 3]) send(content, content === 2);
  const seen = lookCommand.result.parse(await look());
  expect(seen).toEqual({ moving: [box], objects: [{ objectClass: 'human', score: 0.9, box }], faces: null });
  send(4);
  await look();
  expect(await look()).toEqual({ moving: [], objects: [], faces: null });
  send(5, true);
  await look();
  expect(decoded()).toEqual(['start 2 3', 'next 4', 'start 5']);
  expect(requests[0]).toMatchObject({ cameraId: 'c1', codec: 'h264', sensitivity: 6, isForced: false, findings: [] });
  expect([...(requests[0]?.configuration ?? [])]).toEqual([1, 66]);
  expect(requests[0]?.pictures.map(({ at }) => at)).toEqual([200, 300]);
});

test('faces are looked for when the server asks for them', async () => {
  const { look, send, requests, state } = setUp();
  await look();
  send(1, true);
  state.look = { moving: [], objects: [], findings: [{ score: 0.9, box }], isContinuable: true };
  expect(await look(true)).toEqual({ moving: [], objects: [], faces: [{ score: 0.9, box }] });
  expect(requests[0]?.findings).toEqual(['face']);
});

test('a picture that is not looked at is a failure, and decoding starts with the key frame again', async () => {
  const { look, send, decoded, state } = setUp();
  await look();
  send(1, true);
  const { look: works } = state;
  state.look = null;
  await expect(look()).rejects.toMatchObject({ code: 'camera-failed' });
  state.look = works;
  send(2);
  await look();
  // Another stream needs its own key frame.
  send(3, false, { ...video, width: 320 });
  expect(await look()).toEqual({ moving: [], objects: [], faces: null });
  expect(decoded()).toEqual(['start 1', 'start 1 2']);
});

test('nothing is kept when nobody has asked for a minute', async () => {
  const { look, advance, taps } = setUp();
  await look();
  await advance(50_000);
  await look();
  await advance(50_000);
  expect(taps.size).toBe(1);
  await advance(10_000);
  expect(taps.size).toBe(0);
  await look();
  expect(taps.size).toBe(1);
});
