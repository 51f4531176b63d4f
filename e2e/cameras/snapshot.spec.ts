import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Client } from '@watchpost/sdk-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwner } from '../support/owner.ts';
import { until, type RunningProduct } from '../support/product.ts';
import { sharedProduct } from '../support/worker/shared-product.ts';

const agentFolder = dirname(createRequire(import.meta.url).resolve('@watchpost/camera-agent/package.json'));

let product: RunningProduct;
let owner: Client;
let folder: string;
let agent: ChildProcess;
let id: string;
/** What FFmpeg was called with beside the camera, a line for each call. */
let calls: string;

beforeAll(async () => {
  product = await sharedProduct();
  owner = await createOwner(product);
  folder = await mkdtemp(join(tmpdir(), 'watchpost-snapshot-'));
  calls = join(folder, 'calls');
  const ffmpeg = join(folder, 'ffmpeg');
  await writeFile(ffmpeg, `#!/bin/sh\necho "$@" >> '${calls}'\nexec ffmpeg "$@"\n`);
  await chmod(ffmpeg, 0o700);
  const { registrationToken } = await owner.addCamera.createRegistration();
  agent = spawn(
    process.execPath,
    [
      join(agentFolder, 'src/cli/main.ts'),
      'run',
      '--server',
      product.url,
      '--file',
      join(agentFolder, 'assets/street.mp4'),
      '--name',
      'Yard',
      '--token-file',
      '-',
      '--local-port',
      '0',
    ],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, WATCHPOST_AGENT_DIR: join(folder, 'agent'), FFMPEG_PATH: ffmpeg },
    },
  );
  agent.stdin?.end(registrationToken);
  // Commands have a connection of their own, which comes a moment after the video.
  id = await until(
    'the camera and its command channel',
    async () => {
      const [camera] = await owner.cameras.list();
      return camera?.state === 'online' && (await owner.cameras.about(camera.id)).firmwareVersion !== null && camera.id;
    },
    30_000,
  );
});
afterAll(async () => {
  owner?.dispose();
  if (agent && agent.exitCode === null && agent.kill('SIGTERM')) await once(agent, 'exit');
  await product?.dispose();
  if (folder) await rm(folder, { recursive: true, force: true });
});

/** Reads the size of a JPEG from its frame header. */
function sizeOf(jpeg: Buffer): string {
  const at = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  return `${jpeg.readUInt16BE(at + 7)}×${jpeg.readUInt16BE(at + 5)}`;
}

test('a snapshot of this moment, in the camera’s full size, for every user who requests one', async () => {
  const before = Date.now();
  const { blob, takenAt } = await owner.cameras.takeSnapshot(id);
  const jpeg = Buffer.from(await blob.arrayBuffer());
  expect([blob.type, sizeOf(jpeg), jpeg.subarray(0, 3).toString('hex'), jpeg.subarray(-2).toString('hex')]).toEqual([
    'image/jpeg',
    '1280×720',
    'ffd8ff',
    'ffd9',
  ]);
  // No older than the camera calls one of now.
  expect(takenAt).toBeGreaterThan(before - 10_000);
  expect(takenAt).toBeLessThanOrEqual(Date.now());
  // It was not the server that made it.
  expect((await readFile(calls, 'utf8')).split('\n').filter((line) => line.includes('image2pipe'))).toHaveLength(1);
  const stranger = await createOwner(product, product.emailOf('stranger'));
  await expect(stranger.cameras.takeSnapshot(id)).rejects.toMatchObject({ code: 'not-found' });
  stranger.dispose();

  agent.kill('SIGTERM');
  await once(agent, 'exit');
  await until('the camera to be away', async () => (await owner.cameras.get(id)).state === 'offline');
  await expect(owner.cameras.takeSnapshot(id)).rejects.toMatchObject({ code: 'camera-offline' });
});
