import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { glob, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { createRegistrationToken } from '@watchpost/contract/endpoints/add-camera';
import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { cameraListSchema } from '@watchpost/contract/schemas/cameras';
import { expect, onTestFinished, test } from 'vitest';
import { walkSegment } from '../../media/packaging/segment-walker.ts';
import { startCutLine } from '../../testing/network/cut-line.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

/** The package as installed next to the server. */
const agentFolder = dirname(createRequire(import.meta.url).resolve('@watchpost/camera-agent/package.json'));

test('a real agent recovers by itself from a lost connection, and no picture is missing in the recording', async () => {
  const server = await startTestServer();
  onTestFinished(() => server.close());
  const owner = await server.signIn('owner@example.com');
  const line = await startCutLine(Number(new URL(server.url).port));
  onTestFinished(() => line.close());
  const { registrationToken } = registrationTokenAnswer.parse(
    await (await server.call(createRegistrationToken, { headers: owner.headers, body: {} })).json(),
  );

  const agent = spawn(
    process.execPath,
    [
      join(agentFolder, 'src/cli/main.ts'),
      'run',
      '--server',
      line.url,
      '--file',
      join(agentFolder, 'assets/street.mp4'),
      '--name',
      'Yard',
      '--token-file',
      '-',
    ],
    {
      stdio: ['pipe', 'ignore', 'inherit'],
      env: { ...process.env, WATCHPOST_AGENT_DIR: join(server.dataDir, 'agent') },
    },
  );
  onTestFinished(async () => {
    if (agent.exitCode === null && agent.kill('SIGTERM')) await once(agent, 'exit');
  });
  agent.stdin.end(registrationToken);

  const state = async () => cameraListSchema.parse(await (await server.call(listCameras, { headers: owner.headers })).json())[0]?.state;
  /** Lists complete segments on the disk: their start, Unix ms, and the gaps between their fragments, ms. */
  const footage = async () => {
    const files: string[] = [];
    for await (const file of glob(join(server.dataDir, 'footage', '*', '*', '*', '*.m4s'))) files.push(file);
    files.sort((a, b) => Number.parseInt(basename(a), 10) - Number.parseInt(basename(b), 10));
    const holes: number[] = [];
    let end: number | null = null;
    for (const file of files) {
      for (const { kind, decodeTime, duration } of walkSegment(await readFile(file)).fragments) {
        if (kind !== 'video') continue;
        // Half a frame: a timeline's clock may still adjust by some milliseconds; a frame lasts 100.
        if (end !== null && decodeTime - end > 50 * 90) holes.push((decodeTime - end) / 90);
        end = decodeTime + duration;
      }
    }
    return { holes, until: (end ?? 0) / 90 };
  };
  await expect.poll(state, { timeout: atMost(15_000) }).toBe('online');
  await expect.poll(async () => (await footage()).until, { timeout: atMost(10_000) }).toBeGreaterThan(0);

  line.cut();
  await expect.poll(state, { timeout: atMost(15_000), interval: 200 }).toBe('offline');
  line.mend();
  const mendedAt = Date.now();
  await expect.poll(state, { timeout: atMost(10_000) }).toBe('online');
  await expect.poll(async () => (await footage()).until, { timeout: atMost(20_000), interval: 500 }).toBeGreaterThan(mendedAt + 5000);
  expect((await footage()).holes).toEqual([]);
});
