/**
 * Measures sharing: what a decision costs with 1,000 grants on a camera, how long a list of 10,000 takes, and how long media still arrives on
 * each transport after a user's access was revoked.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { fillPath } from '@watchpost/contract/kernel';
import { listCameraUsers } from '@watchpost/contract/endpoints/sharing';
import { systemClock as clock } from '@watchpost/contract/timing/clock';
import type { Client } from '@watchpost/sdk-core';
import { createOwner } from '../../e2e/support/owner.ts';
import { until } from '../../e2e/support/product.ts';
import { acceptLink, createLink } from '../../e2e/support/sharing.ts';
import { openDatabase, type Db } from '../../packages/server/src/db/database.ts';
import { migrate } from '../../packages/server/src/db/migrations.ts';
import { createCameraAccess } from '../../packages/server/src/features/cameras/index.ts';
import { createTokens } from '../../packages/server/src/kernel/tokens.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../packages/server/src/testing/people.ts';
import { noPartners } from '../../packages/server/src/testing/partners/no-partners.ts';
import { streetClip } from '../support/archive/clip.ts';
import { startMonthArchive } from '../support/archive/month-archive.ts';
import { temporaryFolder } from '../support/folders.ts';
import { figure, report, type Figure } from '../support/report.ts';
import { createCasbinDecisions } from '../support/sharing/casbin-decisions.ts';
import { transports } from '../support/sharing/watching.ts';
import { sleep } from '../support/waiting.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 10);
/** Media that arrives after a pause of this length is not found: a broken promise shows long before. */
const quietMs = 3000;
const minuteMs = 60_000;

report('sharing', [...(await measureDecisions()), ...(await measureServer())]);

async function measureDecisions(): Promise<Figure[]> {
  const db = openDatabase({ kind: 'sqlite', file: join(temporaryFolder('sharing'), 'watchpost.db') });
  await migrate(db);
  const owner = await insertCustomer(db, 'owner@bench.test');
  const cameraId = await insertCamera(db, owner);
  const users = await insertUsers(db, cameraId, 1000);
  const unused = async () => {
    throw new Error('no sign-in in this benchmark');
  };
  const access = createCameraAccess({
    db,
    clock,
    tokens: createTokens(randomBytes(32)),
    readAccessToken: unused,
    isSessionRunning: async () => true,
    ...noPartners,
  });
  const decide = async (customerId: string): Promise<number> => {
    const startedAt = performance.now();
    if (!(await access.resolve(customerId, cameraId))) throw new Error('A user with a grant has no access.');
    return performance.now() - startedAt;
  };
  const decideByCasbin = await createCasbinDecisions(users, cameraId);
  const [times, casbinTimes] = [await sample(users, decide), await sample(users, decideByCasbin)];
  await db.destroy();
  return [
    figure('decision with 1,000 grants on the camera', 'ms', times, { of: 'p95', atMost: 0.2 }),
    figure('casbin, 1,000 policies in memory', 'ms', casbinTimes),
  ];
}

/** Decides often enough that the code is warm, and then for users in no order. */
async function sample(users: readonly string[], decide: (customerId: string) => Promise<number>): Promise<number[]> {
  for (const user of users.slice(0, 500)) await decide(user);
  const times: number[] = [];
  for (let index = 0; index < 5000; index += 1) times.push(await decide(users[(index * 7) % users.length] ?? ''));
  return times;
}

async function insertUsers(db: Db, cameraId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = await insertCustomer(db, `user-${index}@bench.test`);
    await insertGrant(db, cameraId, id);
    ids.push(id);
  }
  return ids;
}

async function measureServer(): Promise<Figure[]> {
  const clip = await streetClip();
  const archive = await startMonthArchive(clip, { spots: 1, length: minuteMs, longSpot: 10 * minuteMs });
  const { server, cameraId } = archive;
  const owner = await createOwner(server, 'bench@example.test');
  const viewer = await createOwner(server, 'viewer@example.test');
  // A user who was removed can't come back by the same link.
  const accept = async (): Promise<void> => acceptLink(viewer, await createLink(owner, [cameraId]));
  const { customerId } = await viewer.account.profile();
  const longSpot = archive.spots.at(-1) ?? archive;

  const figures: Figure[] = [];
  for (const [name, watch] of Object.entries(transports)) {
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await accept();
      const watching = await watch({ server: server.url, cameraId, token: await tokenOf(viewer), archive: longSpot });
      await until(`media by ${name}`, () => watching.lastByteAt() > 0, 20_000);
      await sleep(1000);
      const revokedAt = performance.now();
      await owner.sharing.removeCameraUser(cameraId, customerId);
      await sleep(quietMs);
      while (performance.now() - watching.lastByteAt() < quietMs / 2 && performance.now() - revokedAt < 30_000) await sleep(100);
      times.push(Math.max(0, watching.lastByteAt() - revokedAt));
      watching.stop();
    }
    figures.push(figure(`revoked → last byte, ${name}`, 'ms', times, { of: 'p95', atMost: 2000 }));
  }

  const db = openDatabase({ kind: 'sqlite', file: join(server.dataDir, 'watchpost.db') });
  await insertUsers(db, cameraId, 10_000);
  await db.destroy();
  figures.push(...(await measureList(owner, cameraId)));
  owner.dispose();
  viewer.dispose();
  await archive.stop();
  return figures;
}

async function measureList(owner: Client, cameraId: string): Promise<Figure[]> {
  const pages: number[] = [];
  const lists: number[] = [];
  for (let round = 0; round < 3; round += 1) {
    const startedAt = performance.now();
    let cursor: string | null = '';
    let count = 0;
    while (cursor !== null) {
      const askedAt = performance.now();
      const page = await owner.sharing.cameraUsers(cameraId, { limit: 500, ...(cursor !== '' && { cursor }) });
      pages.push(performance.now() - askedAt);
      count += page.users.length;
      cursor = page.next;
    }
    if (count < 10_000) throw new Error(`${fillPath(listCameraUsers.path, { id: cameraId })} listed ${count} users.`);
    lists.push(performance.now() - startedAt);
  }
  return [
    figure('page of 500 users out of 10,000', 'ms', pages, { of: 'p95', atMost: 100 }),
    figure('all 10,000 users of a camera', 'ms', lists),
  ];
}

async function tokenOf(client: Client): Promise<string> {
  const token = await client.session.accessToken();
  if (token === null) throw new Error('The viewer is signed out.');
  return token;
}
