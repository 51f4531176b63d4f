import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { facesPackage, findPackage, readInstalledPackage } from '../model/model-package.ts';
import { checkModel, hasFaceModel, installModel } from '../model/object-model.ts';
import { createFaceFinder } from './face-finder.ts';
import type { DetectedObject } from './object-boxes.ts';
import { atMost } from '../../../../../../tooling/tests/slow-machine.ts';

/** It has a photo of people, too. */
const packageFolder = findPackage(facesPackage.name);
const missing = ['onnxruntime-node', facesPackage.name].filter((name) => findPackage(name) === null);
const reason = missing.length > 0 ? ` (skipped: ${missing.join(' and ')} is not installed)` : '';
const [width, height] = [1280, 1158];

function readPhoto(jpeg: Uint8Array): Uint8Array {
  const parameters = ['-v', 'error', '-i', 'pipe:0', '-vf', 'scale=out_range=full', '-pix_fmt', 'yuv420p', '-f', 'rawvideo', 'pipe:1'];
  const { stdout } = spawnSync('ffmpeg', parameters, { input: jpeg, maxBuffer: width * height * 2 });
  expect(stdout.length).toBe((width * height * 3) / 2);
  return stdout;
}

test.skipIf(missing.length > 0)(
  `the model for faces is converted to the very file that was measured; it finds a face where there is one, and none in a dress${reason}`,
  { timeout: atMost(60_000) },
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'watchpost-faces-'));
    const files = readInstalledPackage(facesPackage);
    if (!files || packageFolder === null) expect.unreachable('the package is not installed');
    expect(hasFaceModel(folder)).toBe(false);
    await installModel(folder, files, 'faces');
    expect(hasFaceModel(folder)).toBe(true);
    const runtime = await import('onnxruntime-node');
    const session = await runtime.InferenceSession.create(await checkModel(folder, 'faces'), { intraOpNumThreads: 1 });
    const find = createFaceFinder(runtime, session);
    const data = readPhoto(readFileSync(join(packageFolder, 'assets/samples.jpg')));
    const [area, colours] = [width * height, (width * height) / 4];
    const picture = {
      ...{ width, height },
      planes: [data.subarray(0, area), data.subarray(area, area + colours), data.subarray(area + colours)],
      strides: [width, width / 2, width / 2],
      isFullRange: true,
    } as const;
    const personAt = (x: number, y: number, w: number, h: number): DetectedObject => ({
      objectClass: 'human',
      score: 0.9,
      box: { x, y, width: w, height: h },
    });
    const faces = await find(picture, [personAt(0.2, 0.4, 0.11, 0.57)]);
    const isHers = faces.some(
      ({ score, box }) =>
        score > 0.7 && Math.hypot(box.x + box.width / 2 - 165 / 640, box.y + box.height / 2 - 258 / 579) < 0.03 && box.width < 0.1,
    );
    expect(isHers).toBe(true);
    expect(await find(picture, [personAt(0.07, 0.64, 0.09, 0.2)])).toEqual([]);
    const grey = {
      ...picture,
      planes: [new Uint8Array(area).fill(90), new Uint8Array(colours).fill(128), new Uint8Array(colours).fill(128)],
    } as const;
    expect(await find(grey, [personAt(0.2, 0.4, 0.11, 0.57)])).toEqual([]);
    expect(await find(picture, [])).toEqual([]);
    await session.release();
    await rm(folder, { recursive: true, force: true });
  },
);
