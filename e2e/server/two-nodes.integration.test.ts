import { afterEach, expect, test } from 'vitest';
import { openDatabase, type Db } from '../../packages/server/src/db/database.ts';
import { openLiveViewer } from '../../packages/server/src/testing/live-viewer.ts';
import { findTools } from '../../tooling/lib/find-tools.ts';
import { startPostgres } from '../../tooling/lib/postgres.ts';
import { startSceneCamera } from '../rig/scene-camera.ts';
import { createOwner } from '../support/owner.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

const initdb = (await findTools()).find(({ name }) => name === 'postgresql')?.path ?? null;
const disposals: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const dispose of disposals.splice(0).toReversed()) await dispose();
});
const atEnd = (dispose: () => Promise<unknown> | void): void => void disposals.push(dispose);

test.skipIf(initdb === null)(
  'two nodes on one PostgreSQL: footage goes on at the other when one is killed, paused or stopped, and no moment is recorded twice',
  { timeout: atMost(180_000) },
  async () => {
    const postgres = await startPostgres(initdb ?? '');
    atEnd(postgres.stop);
    const startNode = async (name: string): Promise<Product> => {
      const product = await startProduct({
        DATABASE_URL: postgres.url,
        WATCHPOST_SECRET: 'the same on every node, 32 characters',
        WATCHPOST_ROLES: 'api,media,jobs',
        WATCHPOST_NODE_NAME: name,
      });
      atEnd(product.dispose);
      return product;
    };
    const nodes: Record<string, Product> = { one: await startNode('one'), two: await startNode('two') };
    const db = openDatabase({ kind: 'postgres', url: postgres.url });
    atEnd(() => db.destroy());
    const nodeIds = new Map((await db.selectFrom('nodes').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]));
    const productOf = (nodeId: string): Product => nodes[nodeIds.get(nodeId) ?? ''] ?? expect.unreachable(`${nodeId} is no node`);

    const camera = await startSceneCamera('porch');
    atEnd(camera.stop);
    // Either node may be the one that sends the code.
    const code: Product['code'] = (email, options) => Promise.any(Object.values(nodes).map((node) => node.code(email, options)));
    const owner = await createOwner({ ...productOf([...nodeIds.keys()][0] ?? ''), code });
    atEnd(() => owner.dispose());
    const { id } = await owner.addCamera.addRtsp({ url: camera.url, title: 'Yard' });
    const holder = async (): Promise<string | null> =>
      (await db.selectFrom('camera_leases').select('node_id').where('camera_id', '=', id).executeTakeFirst())?.node_id ?? null;
    /** Waits until the other node has recorded. @returns when it began, Unix ms */
    const footageOfAnother = async (before: string, since: number): Promise<number> =>
      until(
        'footage of the other node',
        async () =>
          (
            await db
              .selectFrom('segments')
              .select('start_ms')
              .where('camera_id', '=', id)
              .where('node_id', '!=', before)
              .where('start_ms', '>', since)
              .orderBy('start_ms')
              .limit(1)
              .executeTakeFirst()
          )?.start_ms,
        30_000,
      );
    await until('footage', async () => (await db.selectFrom('segments').select('start_ms').limit(1).execute()).length > 0, 40_000);

    // Any node answers for the camera: what it has recorded, and whether it is online.
    for (const product of Object.values(nodes)) {
      const headers = { authorization: `Bearer ${(await owner.session.accessToken()) ?? ''}` };
      const ask = (path: string): Promise<Response> => fetch(`${product.url}/public/api/v3/cameras${path}`, { headers });
      await until('the list to say online', async () => (await (await ask('')).text()).includes('"state":"online"'));
      await until('a live playlist', async () => (await (await ask(`/${id}/live/index.m3u8`)).text()).includes('#EXT-X-PART'));
    }

    // Viewers at the node that does not hold the camera share one copy of it.
    const killed = (await holder()) ?? '';
    const other = Object.values(nodes).find((product) => product !== productOf(killed)) ?? expect.unreachable('one node');
    const token = (await owner.session.accessToken()) ?? '';
    const viewers = await Promise.all(Array.from({ length: 10 }, () => openLiveViewer(other.url, null)));
    for (const viewer of viewers) {
      atEnd(viewer.close);
      viewer.send({ type: 'authorize', token });
      viewer.send({ type: 'subscribe', channel: 1, cameraId: id });
    }
    await until('pictures for all viewers', () => viewers.every(({ media }) => media.length > 1));
    expect(await (await fetch(`${productOf(killed).url}/metrics`)).text()).toMatch(/^watchpost_relayed_streams 1$/m);

    // A power cut.
    const seen = viewers.map(({ media }) => media.length);
    const killedAt = Date.now();
    await productOf(killed).stop('SIGKILL');
    expect((await footageOfAnother(killed, killedAt)) - killedAt).toBeLessThan(10_000);
    // Their pictures come from the new node, with tracks of its own.
    await until('pictures of the other node', () =>
      viewers.every(({ media }, index) => media.slice(seen[index]).some(({ kind }) => kind === 'init')),
    );
    for (const viewer of viewers) viewer.close();
    await productOf(killed).start();

    // A machine that stops for a while does not notice it.
    const paused = (await holder()) ?? '';
    expect(paused).not.toBe(killed);
    const { pid } = productOf(paused);
    const pausedAt = Date.now();
    process.kill(pid, 'SIGSTOP');
    atEnd(() => void process.kill(pid, 'SIGCONT'));
    await footageOfAnother(paused, pausedAt);
    process.kill(pid, 'SIGCONT');
    disposals.pop();
    await until('the paused node to stop', () => productOf(paused).log().includes('Another node records this camera now'), 20_000);

    // A rolling restart.
    const stopped = (await holder()) ?? '';
    expect(stopped).toBe(killed);
    const stoppedAt = Date.now();
    await productOf(stopped).stop('SIGTERM');
    expect((await footageOfAnother(stopped, stoppedAt)) - stoppedAt).toBeLessThan(6000);
    await productOf(stopped).start();

    expect(await readOverlaps(db)).toEqual([]);
  },
);

/** Finds segments that begin before the one before them ends. */
async function readOverlaps(db: Db): Promise<unknown[]> {
  const rows = await db
    .selectFrom('segments')
    .select(['camera_id', 'start_ms', 'duration_ms', 'node_id'])
    .orderBy('camera_id')
    .orderBy('start_ms')
    .execute();
  return rows.filter((row, index) => {
    const before = rows[index - 1];
    return before?.camera_id === row.camera_id && before.start_ms + before.duration_ms > row.start_ms;
  });
}
