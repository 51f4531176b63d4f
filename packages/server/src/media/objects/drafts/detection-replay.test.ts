import { defaultDetection, detectionReplayMessageSchema, type DetectionReplayMessage } from '@watchpost/contract/schemas/smart-events';
import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import type { Sample, Tracks } from '../../media-types.ts';
import { createCpuBudget } from '../cpu-budget.ts';
import type { Look, LookRequest } from '../engine/object-detector.ts';
import { replayDetection, type DetectionReplayDeps, type Stretch } from './detection-replay.ts';

const human = { ...defaultDetection('human'), confidence: 0.4, threshold: 0.5 };
const tracks: Tracks = {
  video: { kind: 'video', codec: 'avc1.42c01f', width: 640, height: 360, configuration: new Uint8Array([1]) },
  audio: null,
};
const minute = 60_000;

/** Ten seconds of pictures, 100 ms apart, with a key frame every two seconds. A byte of a picture is where a person walks; 0 for nobody. */
function footage(from: number, isVisited: boolean): Sample[] {
  return Array.from({ length: 100 }, (_, index) => ({
    kind: 'video',
    decodeTime: (from + index * 100) * 90,
    compositionOffset: 0,
    duration: 9000,
    keyFrame: index % 20 === 0,
    data: new Uint8Array([isVisited ? index : 0]),
  }));
}

function lookAt({ pictures }: LookRequest): Look {
  const last = pictures.at(-1);
  const place = last?.data[0] ?? 0;
  const box = { x: place / 120, y: 0.3, width: 0.1, height: 0.4 };
  const objects = place > 0 ? [{ objectClass: 'human' as const, score: 0.5 + place / 1000, box }] : [];
  return { at: last?.at ?? 0, moving: place > 0 ? [box] : [], objects, cpuMs: 20, isContinuable: true };
}

async function replay(over: Partial<DetectionReplayDeps> & { readonly visited?: readonly number[]; readonly cpuMs?: number } = {}) {
  const { visited = [], cpuMs = 20 } = over;
  const clock = createManualClock(0);
  const requests: LookRequest[] = [];
  const decoded: Uint8Array[] = [];
  const stretches: Stretch[] = [0, 1, 2, 3].map((index) => ({ from: index * minute, to: index * minute + 10_000 }));
  const messages: DetectionReplayMessage[] = [];
  const deps: DetectionReplayDeps = {
    detector: {
      look: async (request) => {
        requests.push(request);
        return { ...lookAt(request), cpuMs };
      },
    },
    budget: createCpuBudget({ clock, share: 100 }),
    replayId: 'replay 1',
    settings: human,
    range: { from: 0, to: 4 * minute },
    readStretches: async () => stretches,
    readFiles: async function* ({ from }) {
      yield { tracks, samples: footage(from, visited.includes(from / minute)) };
    },
    decode: async (video) => {
      decoded.push(video);
      return Uint8Array.of(0xff, 0xd8);
    },
    rest: async () => clock.advance(500),
    signal: new AbortController().signal,
    ...over,
  };
  for await (const message of replayDetection(deps)) {
    expect(detectionReplayMessageSchema.safeParse(message).error).toBeUndefined();
    messages.push(message);
  }
  const found = messages.flatMap((message) => (message.kind === 'found' ? [message.event] : []));
  return { messages, found, requests, decoded };
}

test('what would have been reported is found, newest first; stretches without anybody cost their key frames only', async () => {
  const { messages, found, requests, decoded } = await replay({ visited: [1, 3] });
  expect(found.map(({ at, type, label }) => [Math.floor(at / minute), type, label])).toEqual([
    [3, 'human', null],
    [1, 'human', null],
  ]);
  expect(found[0]).toMatchObject({ objectClass: 'human', picture: '/9g=' });
  expect(found[0]?.score).toBeGreaterThan(0.5);
  expect(decoded).toHaveLength(2);
  expect(messages.filter(({ kind }) => kind === 'progress')).toEqual(
    [
      [0, 4 * minute],
      [1, 3 * minute],
      [2, 2 * minute],
      [3, minute],
      [4, 0],
    ].map(([done, from]) => ({ kind: 'progress', total: 4, done, from })),
  );
  expect(messages.at(-1)).toEqual({ kind: 'ended', reason: 'complete' });
  const empty = requests.filter(({ pictures }) => (pictures.at(-1)?.at ?? 0) < 10_000);
  expect(empty).toHaveLength(5);
  expect(empty.every(({ pictures }) => pictures.length === 1)).toBe(true);
});

test('nothing that moves, and nothing recorded, are different answers', async () => {
  expect((await replay({ readStretches: async () => [] })).messages).toEqual([
    { kind: 'progress', total: 0, done: 0, from: 4 * minute },
    { kind: 'ended', reason: 'complete' },
  ]);
  expect((await replay({ readStretches: async () => null })).messages).toEqual([{ kind: 'ended', reason: 'no-footage' }]);
});

test('a minute of CPU time is the limit, and the end says so', async () => {
  const { messages, requests } = await replay({ cpuMs: 9000 });
  expect(requests.length).toBeLessThanOrEqual(7);
  expect(messages.at(-1)).toEqual({ kind: 'ended', reason: 'limit' });
});

test('a viewer who leaves ends it at once', async () => {
  const leaving = new AbortController();
  leaving.abort();
  const { requests, found } = await replay({ visited: [0, 1, 2, 3], signal: leaving.signal });
  expect([requests.length, found.length]).toEqual([0, 0]);
});
