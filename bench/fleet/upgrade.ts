/**
 * Two nodes on one PostgreSQL are upgraded one after the other, and run side by side for an hour in between. Figures: gaps in the footage,
 * seconds recorded twice, requests that failed, errors in the logs. BENCH_OLDER is a checkout of the version before, whose packages are
 * installed; without it, both are this one, and it is a rolling restart. BENCH_MINUTES and BENCH_CAMERAS (of both nodes together) shorten it.
 */
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { getCamera, listCameras } from '@watchpost/contract/endpoints/cameras';
import { fillPath } from '@watchpost/contract/kernel';
import { openDatabase, type Db } from '../../packages/server/src/db/database.ts';
import { findTools } from '../../tooling/lib/find-tools.ts';
import { startPostgres } from '../../tooling/lib/postgres.ts';
import { signIn } from '../support/account.ts';
import { wallClip } from '../support/archive/clip.ts';
import { startReplayCameras } from '../support/cameras.ts';
import { temporaryFolder } from '../support/folders.ts';
import { readFootageRows } from '../support/fleet/footage-rows.ts';
import { fleetOwner, signInPlace, type FleetNode } from '../support/fleet/nodes.ts';
import { figure, report } from '../support/report.ts';
import { startServer } from '../support/server.ts';
import { sleep } from '../support/waiting.ts';

const minutes = Number(process.env['BENCH_MINUTES'] ?? 60);
const cameraCount = Number(process.env['BENCH_CAMERAS'] ?? 8);
const newer = resolve(import.meta.dirname, '../..');
const older = resolve(process.env['BENCH_OLDER'] ?? newer);
const program = 'packages/server/src/cli/main.ts';
/** The longest segment: `maxSegmentTicks` of camera-recorder.ts. */
const segmentSeconds = 6;
/** Until the cameras of a node that stopped are recorded by the other, and their first segments are indexed. */
const settleMs = 25_000;

if (!existsSync(join(older, 'packages/server/node_modules'))) throw new Error(`${older} is no checkout whose packages are installed.`);
const initdb = (await findTools()).find(({ name }) => name === 'postgresql')?.path ?? null;
if (initdb === null) throw new Error('The bench needs PostgreSQL: apt-get install postgresql.');

const current = temporaryFolder('upgrade');
/** A node runs what its link shows: an upgrade is a link and a restart, as on a machine. */
const show = (name: string, checkout: string): string => {
  const link = join(current, name);
  rmSync(link, { force: true });
  symlinkSync(checkout, link);
  return join(link, program);
};

const stops: (() => Promise<unknown>)[] = [];
try {
  const postgres = await startPostgres(initdb);
  stops.push(postgres.stop);
  const cameras = await startReplayCameras(await wallClip());
  stops.push(cameras.stop);
  const startNode = async (name: string): Promise<FleetNode['product']> => {
    const product = await startServer(
      {
        DATABASE_URL: postgres.url,
        WATCHPOST_SECRET: 'the same on every node of the bench, 32 characters',
        WATCHPOST_ROLES: 'api,media,jobs',
        WATCHPOST_NODE_NAME: name,
        WATCHPOST_OPERATORS: fleetOwner,
        WATCHPOST_TRUSTED_PROXIES: 'loopback',
        WATCHPOST_ALLOW_LOOPBACK_SOURCES: '1',
      },
      [process.execPath, show(name, older), 'start'],
    );
    stops.push(product.dispose);
    return product;
  };
  const one = await startNode('one');
  const two = await startNode('two');
  const db = openDatabase({ kind: 'postgres', url: postgres.url });
  stops.push(() => db.destroy());
  const account = await signIn(signInPlace({ nodes: [one, two].map((product, index) => ({ id: String(index), product })) }), fleetOwner);
  const ids: string[] = [];
  for (let index = 0; index < cameraCount; index += 1)
    ids.push(await account.addCamera(cameras.address(`camera${index}`), `Camera ${index}`));
  for (const id of ids) await account.online(id, 120_000);
  await sleep(settleMs);

  /** @returns the longest gap in the footage of a camera meanwhile, s: for each camera */
  const upgrade = async (name: string, product: FleetNode['product']): Promise<number[]> => {
    const from = Date.now() - settleMs;
    await product.stop('SIGTERM');
    // Its cameras are recorded by the other before it is back, whatever a start takes.
    await sleep(settleMs);
    show(name, newer);
    await product.start();
    await sleep(settleMs);
    return gapsOf(db, ids, from, Date.now() - settleMs / 2);
  };
  const gapsOfSecond = await upgrade('two', two);

  let asked = 0;
  let failed = 0;
  const sideBySideFrom = Date.now();
  while (Date.now() - sideBySideFrom < minutes * 60_000) {
    const authorization = `Bearer ${await account.accessToken()}`;
    for (const { url } of [one, two])
      for (const path of [listCameras.path, ...ids.map((id) => fillPath(getCamera.path, { id }))]) {
        const answer = await fetch(url + path, { headers: { authorization } }).catch(() => null);
        await answer?.arrayBuffer().catch(() => null);
        asked += 1;
        if (answer?.ok !== true) failed += 1;
      }
    await sleep(2000);
  }
  await sleep(settleMs);
  const gapsMeanwhile = await gapsOf(db, ids, sideBySideFrom, Date.now() - settleMs);
  const gapsOfFirst = await upgrade('one', one);

  const { doubledSeconds } = await readFootageRows(db, '', 0, []);
  const errors = [one, two].flatMap((product) =>
    product
      .log()
      .split('\n')
      .filter((line) => /"level":[56]0/.test(line)),
  );
  for (const line of errors.slice(0, 5)) console.log(line);
  report('upgrade', [
    figure('an upgrade of a node: longest gap of a camera', 's', [...gapsOfSecond, ...gapsOfFirst], {
      of: 'maximum',
      atMost: segmentSeconds,
    }),
    figure(`${minutes} minutes side by side: longest gap of a camera`, 's', gapsMeanwhile, { of: 'maximum', atMost: segmentSeconds }),
    figure('recorded twice', 's', [doubledSeconds], { of: 'median', atMost: 0 }),
    figure(`of ${asked} requests through both nodes, without an answer`, 'requests', [failed], { of: 'median', atMost: 0 }),
    figure('errors in the logs of both', 'lines', [errors.length], { of: 'median', atMost: 0 }),
  ]);
} finally {
  for (const stop of stops.toReversed()) await stop();
}

/** @returns for each camera, the longest time without footage between `from` and `to` (Unix ms), s; all of it where there is none */
async function gapsOf(db: Db, ids: readonly string[], from: number, to: number): Promise<number[]> {
  const rows = await db
    .selectFrom('segments')
    .select(['camera_id', 'start_ms', 'duration_ms'])
    .where('start_ms', '>', from - 60_000)
    .orderBy('start_ms')
    .execute();
  return ids.map((id) => {
    let end = from;
    let longest = 0;
    for (const row of rows) {
      if (row.camera_id !== id || row.start_ms + row.duration_ms <= from) continue;
      if (row.start_ms >= to) break;
      longest = Math.max(longest, row.start_ms - end);
      end = Math.max(end, row.start_ms + row.duration_ms);
    }
    return Math.max(longest, to - end) / 1000;
  });
}
