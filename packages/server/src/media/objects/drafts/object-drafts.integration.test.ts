import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultDetection, type DetectionReplayMessage, type DetectionTestFrame } from '@watchpost/contract/schemas/smart-events';
import { createManualClock } from '@watchpost/contract/testing';
import { systemClock } from '@watchpost/contract/timing/clock';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createScenePlayer, readDemoScene } from '../../../testing/scene-samples.ts';
import { createNodeAvDecoder } from '../../snapshots/node-av-decoder.ts';
import { createStreamRegistry } from '../../stream/stream-registry.ts';
import { createCpuBudget } from '../cpu-budget.ts';
import { createForkedDetector } from '../engine/forked-detector.ts';
import type { Look, ObjectDetector } from '../engine/object-detector.ts';
import { findPackage } from '../model/model-package.ts';
import { createObjectDrafts } from './object-drafts.ts';
import { atMost } from '../../../../../../tooling/tests/slow-machine.ts';

const log = pino({ level: 'silent' });
const porch = readDemoScene('porch', { isSmall: true });
const missing = [
  ...['node-av', 'onnxruntime-node'].filter((name) => findPackage(name) === null).map((name) => `the optional package ${name}`),
  ...(porch ? [] : ['ffmpeg']),
];
const isSkipped = missing.length > 0;
const reason = isSkipped ? ` (skipped: ${missing.join(' and ')} is not installed)` : '';
const human = { ...defaultDetection('human'), confidence: 0.4, threshold: 0.5 };

let modelFolder: string;
let detector: ObjectDetector;
beforeAll(async () => {
  modelFolder = await mkdtemp(join(tmpdir(), 'watchpost-models-'));
  detector = createForkedDetector({ clock: systemClock, log, modelFolder });
});
afterAll(async () => {
  detector.close();
  await rm(modelFolder, { recursive: true, force: true });
});

test.skipIf(isSkipped)(
  `a test sees the person who comes to the porch, and would have reported it once${reason}`,
  { timeout: atMost(90_000) },
  async () => {
    if (!porch) return;
    const clock = createManualClock(0);
    const streams = createStreamRegistry({ clock, log });
    const looking: Promise<Look | null>[] = [];
    const frames: DetectionTestFrame[] = [];
    const drafts = createObjectDrafts({
      streams,
      clock,
      budget: createCpuBudget({ clock, share: 100 }),
      detector: { look: (request) => looking[looking.push(detector.look(request)) - 1] ?? Promise.resolve(null) },
    });
    const player = createScenePlayer(porch, 0, streams.open('c1').input);
    const stop = drafts.test({ cameraId: 'c1', settings: human, onFrame: (frame) => frames.push(frame), onOffline: () => undefined });
    for (let time = 0; time < 12_000; time += 100) {
      clock.advance(100);
      player.play(100);
      const look = looking.pop();
      if (!look) continue;
      await look;
      await new Promise((resolve) => setImmediate(resolve));
    }
    stop();
    // 2.5 pictures a second, also while nobody is there.
    expect(frames.length).toBeGreaterThan(24);
    expect(frames.flatMap(({ events }) => events)).toMatchObject([{ type: 'human', objectClass: 'human', label: null }]);
    const counted = frames.flatMap(({ boxes }) => boxes.filter(({ verdict }) => verdict === 'counts'));
    expect(counted.length).toBeGreaterThan(2);
    for (const { score, path } of counted) {
      expect(score).toBeGreaterThan(0.15);
      expect(path.length).toBeGreaterThan(0);
    }
  },
);

test.skipIf(isSkipped)(
  `a replay finds the same person in the recording, with the picture that shows them${reason}`,
  { timeout: atMost(90_000) },
  async () => {
    if (!porch) return;
    const clock = createManualClock(0);
    const decoder = await createNodeAvDecoder({ clock: systemClock, log });
    const drafts = createObjectDrafts({
      streams: createStreamRegistry({ clock, log }),
      clock,
      detector,
      budget: createCpuBudget({ clock, share: 1000 }),
    });
    const messages: DetectionReplayMessage[] = [];
    const replay = drafts.replay({
      settings: human,
      range: { from: 0, to: 12_000 },
      signal: new AbortController().signal,
      readStretches: async () => [{ from: 0, to: 12_000 }],
      readFiles: async function* () {
        yield { tracks: porch.tracks, samples: porch.samples.filter(({ kind }) => kind === 'video') };
      },
      decode: async (video) => (await decoder?.decode(video, { isLast: true, width: 320 })) ?? null,
    });
    for await (const message of replay) messages.push(message);
    decoder?.close?.();
    const found = messages.flatMap((message) => (message.kind === 'found' ? [message.event] : []));
    expect(found).toMatchObject([{ type: 'human', objectClass: 'human' }]);
    expect(Buffer.from(found[0]?.picture ?? '', 'base64').subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]));
    expect(messages.at(-1)).toEqual({ kind: 'ended', reason: 'complete' });
  },
);
