import { createClient } from '@watchpost/sdk-core';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../../packages/server/src/db/database.ts';
import { openLiveViewer } from '../../packages/server/src/testing/live-viewer.ts';
import { findTools } from '../../tooling/lib/find-tools.ts';
import { startPostgres } from '../../tooling/lib/postgres.ts';
import { startSceneCamera } from '../rig/scene-camera.ts';
import { createOwner } from '../support/owner.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

const initdb = (await findTools()).find(({ name }) => name === 'postgresql')?.path ?? null;
const agentProgram = resolve(import.meta.dirname, '../../packages/camera-agent/src/cli/main.ts');
const clip = resolve(import.meta.dirname, '../../packages/camera-agent/assets/street.mp4');
const disposals: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const dispose of disposals.splice(0).toReversed()) await dispose();
});
const atEnd = (dispose: () => Promise<unknown> | void): void => void disposals.push(dispose);

/** The e-mail messages that a node has sent. */
function sentBy({ dataDir }: Product): string[] {
  try {
    return readdirSync(join(dataDir, 'outbox'));
  } catch {
    return [];
  }
}

test.skipIf(initdb === null)(
  'a process for each role: one answers and shows, one takes the cameras in and records them, one sends the messages of all',
  { timeout: atMost(180_000) },
  async () => {
    const postgres = await startPostgres(initdb ?? '');
    atEnd(postgres.stop);
    const startNode = async (role: 'api' | 'media' | 'jobs'): Promise<Product> => {
      const product = await startProduct({
        DATABASE_URL: postgres.url,
        WATCHPOST_SECRET: 'the same on every node, 32 characters',
        WATCHPOST_ROLES: role,
        WATCHPOST_NODE_NAME: role,
      });
      atEnd(product.dispose);
      return product;
    };
    const api = await startNode('api');
    const media = await startNode('media');
    const jobs = await startNode('jobs');
    const db = openDatabase({ kind: 'postgres', url: postgres.url });
    atEnd(() => db.destroy());

    const camera = await startSceneCamera('porch');
    atEnd(camera.stop);
    // Asked of api, sent by jobs.
    const owner = await createOwner({ ...api, code: jobs.code });
    atEnd(() => owner.dispose());

    const { id } = await owner.addCamera.addRtsp({ url: camera.url, title: 'Yard' });
    // An agent knows the address of api alone.
    const { registrationToken } = await owner.addCamera.createRegistration();
    const agent = spawn(
      process.execPath,
      [agentProgram, 'run', '--server', api.url, '--file', clip, '--name', 'Gate', '--token-file', '-', '--local-port', '0'],
      { stdio: ['pipe', 'ignore', 'ignore'], env: { ...process.env, WATCHPOST_AGENT_DIR: join(api.dataDir, 'agent') } },
    );
    atEnd(async () => {
      if (agent.exitCode === null && agent.kill('SIGTERM')) await once(agent, 'exit');
    });
    agent.stdin.end(registrationToken);
    const bothOnline = async () => {
      const online = (await owner.cameras.list()).filter(({ state }) => state === 'online');
      return online.length === 2 && online;
    };
    const cameras = await until('both cameras to be online', bothOnline, 60_000);
    for (const { id: cameraId, title } of cameras)
      await until(
        `footage of ${title}`,
        async () => (await owner.archive.footage(cameraId, { from: Date.now() - 600_000, to: Date.now() })).newest !== null,
        60_000,
      );
    const names = new Map((await db.selectFrom('nodes').select(['id', 'name']).execute()).map((node) => [node.id, node.name]));
    const holders = await db.selectFrom('camera_leases').select('node_id').distinct().execute();
    const recorders = await db.selectFrom('segments').select('node_id').distinct().execute();
    for (const rows of [holders, recorders]) expect(rows.map(({ node_id }) => names.get(node_id ?? ''))).toEqual(['media']);

    // Live video comes through the process that answers.
    const viewer = await openLiveViewer(api.url, null);
    atEnd(viewer.close);
    viewer.send({ type: 'authorize', token: (await owner.session.accessToken()) ?? '' });
    viewer.send({ type: 'subscribe', channel: 1, cameraId: id });
    await until('pictures', () => viewer.media.length > 1);
    expect(await (await fetch(`${media.url}/metrics`)).text()).toMatch(/^watchpost_relayed_streams 1$/m);

    // Without a node that sends them, messages wait in the database.
    await jobs.stop();
    const after = Date.now();
    const guest = createClient({ baseUrl: api.url });
    atEnd(() => guest.dispose());
    await guest.session.requestCode('guest@example.test');
    await until('a message that waits', async () => (await db.selectFrom('letters').select('attempts').execute()).length === 1);
    await jobs.start();
    expect(await jobs.code('guest@example.test', { after })).toMatch(/^\d{6}$/);
    expect([sentBy(api), sentBy(media)]).toEqual([[], []]);
    expect(sentBy(jobs).length).toBeGreaterThanOrEqual(2);
  },
);
