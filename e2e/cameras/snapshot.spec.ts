import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Client } from '@watchpost/sdk-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwner } from '../support/owner.ts';
import { startProduct, until, type Product } from '../support/product.ts';

const agentFolder = dirname(createRequire(import.meta.url).resolve('@watchpost/camera-agent/package.json'));

let product: Product;
let owner: Client;
let agent: ChildProcess;
let id: string;
/** What FFmpeg was called with beside the camera, a line for each call. */
let calls: string;

beforeAll(async () => {
  product = await startProduct();
  owner = await createOwner(product);
  calls = join(product.dataDir, 'calls');
  const ffmpeg = join(product.dataDir, 'ffmpeg');
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
      '--test-picture',
      '--name',
      'Yard',
      '--token-file',
      '-',
      '--local-port',
      '0',
    ],
    {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, WATCHPOST_AGENT_DIR: join(product.dataDir, 'agent'), FFMPEG_PATH: ffmpeg },
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
  const stranger = await createOwner(product, 'stranger@example.test');
  await expect(stranger.cameras.takeSnapshot(id)).rejects.toMatchObject({ code: 'not-found' });
  stranger.dispose();

  agent.kill('SIGTERM');
  await once(agent, 'exit');
  await until('the camera to be away', async () => (await owner.cameras.get(id)).state === 'offline');
  await expect(owner.cameras.takeSnapshot(id)).rejects.toMatchObject({ code: 'camera-offline' });
});
