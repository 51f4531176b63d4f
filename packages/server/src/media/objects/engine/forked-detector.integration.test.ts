import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@watchpost/contract/timing/clock';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Sample } from '../../media-types.ts';
import { readDemoScene, type Scene } from '../../../testing/scene-samples.ts';
import { findPackage } from '../model/model-package.ts';
import { createForkedDetector } from './forked-detector.ts';
import { overlapOf } from './object-boxes.ts';
import type { EncodedPicture, Look, LookRequest, ObjectDetector } from './object-detector.ts';
import { atMost } from '../../../../../../tooling/tests/slow-machine.ts';

const log = pino({ level: 'silent' });
const street = readDemoScene('street', { isSmall: false });
const missing = [
  ...['node-av', 'onnxruntime-node'].filter((name) => findPackage(name) === null).map((name) => `the optional package ${name}`),
  ...(street ? [] : ['ffmpeg']),
];
const isSkipped = missing.length > 0;
const reason = isSkipped ? ` (skipped: ${missing.join(' and ')} is not installed)` : '';

let modelFolder: string;
let detector: ObjectDetector;
beforeEach(async () => {
  modelFolder = await mkdtemp(join(tmpdir(), 'watchpost-models-'));
  detector = createForkedDetector({ clock: systemClock, log, modelFolder });
});
afterEach(async () => {
  detector.close();
  await rm(modelFolder, { recursive: true, force: true });
});

const toPicture = ({ decodeTime, compositionOffset, keyFrame, data }: Sample): EncodedPicture => ({
  at: Math.round((decodeTime + compositionOffset) / 90),
  keyFrame,
  data,
});

/** Looks at each eighth picture of a scene, decoding all. */
async function watch({ tracks, samples }: Scene, over: Partial<LookRequest> = {}): Promise<Look[]> {
  const looks: Look[] = [];
  let pending: EncodedPicture[] = [];
  let group: EncodedPicture[] = [];
  let isStart = true;
  for (const [index, sample] of samples.filter(({ kind }) => kind === 'video').entries()) {
    const picture = toPicture(sample);
    if (picture.keyFrame) [group, pending, isStart] = [[], [], true];
    group.push(picture);
    pending.push(picture);
    if (index % 8 !== 0) continue;
    const pictures = isStart ? group : pending;
    const look = await detector.look({ cameraId: 'c1', track: tracks.video, pictures, isStart, sensitivity: 6, isForced: true, ...over });
    if (!look) throw new Error(`Picture ${index} was not decoded.`);
    looks.push(look);
    pending = [];
    isStart = !look.isContinuable;
  }
  return looks;
}

test.skipIf(isSkipped)(
  `the vehicles of a street are found in pictures between key frames; the model is made at the first look${reason}`,
  { timeout: atMost(60_000) },
  async () => {
    if (!street) return;
    expect(detector.engine()).toEqual({ state: 'ready' });
    const looks = await watch(street);
    expect(looks.map(({ at }) => at)).toEqual(Array.from({ length: 15 }, (_, index) => index * 800));
    expect(await readdir(modelFolder)).toEqual(['coco-ssd-1.0.6.onnx']);
    // Vehicles that are parked in all pictures, by the labels of the scene, 0 to 1.
    const parked = [
      { x: 722 / 1280, y: 342 / 720, width: 119 / 1280, height: 79 / 720 },
      { x: 790 / 1280, y: 394 / 720, width: 185 / 1280, height: 122 / 720 },
      { x: 930 / 1280, y: 503 / 720, width: 339 / 1280, height: 209 / 720 },
    ];
    const found = parked.map(
      (box) =>
        looks.filter(({ objects }) =>
          objects.some((one) => one.objectClass === 'vehicle' && one.score >= 0.4 && overlapOf(one.box, box) > 0.5),
        ).length,
    );
    expect(Math.min(...found)).toBeGreaterThan(looks.length * 0.7);
    for (const { cpuMs } of looks) expect(cpuMs).toBeGreaterThan(0);
  },
);

test.skipIf(isSkipped)(
  `nothing is recognised where nothing moves, and a broken picture is no picture${reason}`,
  { timeout: atMost(60_000) },
  async () => {
    if (!street) return;
    const [key] = street.samples.filter(({ keyFrame }) => keyFrame);
    if (!key) throw new Error('The scene has no key frame.');
    const still = Array.from({ length: 5 }, (_, index): EncodedPicture => ({ ...toPicture(key), at: index * 400 }));
    const request = { cameraId: 'c2', track: street.tracks.video, isStart: true, sensitivity: 6, isForced: false };
    for (const picture of still) {
      const look = await detector.look({ ...request, pictures: [picture] });
      expect([look?.at, look?.moving, look?.objects]).toEqual([picture.at, [], []]);
    }
    expect(
      await detector.look({ ...request, pictures: [{ at: 0, keyFrame: true, data: new Uint8Array([0, 0, 0, 4, 0x65, 1, 2, 3]) }] }),
    ).toBeNull();
    // A decoder that has seen nothing can't continue.
    expect(await detector.look({ ...request, cameraId: 'c3', isStart: false, pictures: still.slice(0, 1) })).toBeNull();
  },
);

test.skipIf(isSkipped)(
  `a model that is not the expected one is never run, and the state says so${reason}`,
  { timeout: atMost(60_000) },
  async () => {
    if (!street) return;
    await writeFile(join(modelFolder, 'coco-ssd-1.0.6.onnx'), 'not a model');
    const [first] = street.samples;
    if (!first) throw new Error('The scene has no picture.');
    const look = {
      cameraId: 'c1',
      track: street.tracks.video,
      isStart: true,
      sensitivity: 6,
      isForced: true,
      pictures: [toPicture(first)],
    };
    expect(await detector.look(look)).toBeNull();
    expect(detector.engine()).toEqual({ state: 'unavailable', reason: 'failed' });
  },
);
