/**
 * Three media nodes with 40 cameras each on one PostgreSQL, with recordings in a bucket; one node is killed. Figures: footage and viewers
 * afterwards, what 1,000 HLS viewers cost behind the shipped nginx, requests to the bucket, the API at 200 requests a second, and jobs that
 * three nodes share. `--quick` takes 2 cameras a node; BENCH_CAMERAS sets how many a node has,
 * BENCH_SECONDS how long the bucket is watched.
 */
import { Agent } from 'node:http';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { listCameras, getCamera } from '@watchpost/contract/endpoints/cameras';
import { liveMedia } from '@watchpost/contract/endpoints/player';
import { fillPath } from '@watchpost/contract/kernel';
import { systemClock } from '@watchpost/contract/timing/clock';
import { createMailQueue } from '../../packages/server/src/adapters/mail/queue.ts';
import { loadKeys } from '../../packages/server/src/kernel/keys.ts';
import { createLog } from '../../packages/server/src/kernel/log.ts';
import { createSeal } from '../../packages/server/src/kernel/seal.ts';
import { createTokens } from '../../packages/server/src/kernel/tokens.ts';
import { insertEmbedToken } from '../../packages/server/src/testing/partners/partners.ts';
import { hasNginx, startNginx } from '../../packages/server/src/testing/processes/nginx-process.ts';
import { signIn, type Account } from '../support/account.ts';
import { wallClip } from '../support/archive/clip.ts';
import { startReplayCameras } from '../support/cameras.ts';
import { readFootageRows } from '../support/fleet/footage-rows.ts';
import { askForNextPart } from '../support/fleet/hls-viewers.ts';
import { watchLive } from '../support/viewers/live-viewers.ts';
import { fleetOwner, readCounter, signInPlace, startFleet, type Fleet, type FleetNode } from '../support/fleet/nodes.ts';
import { figure, report, type Figure } from '../support/report.ts';
import { sleep } from '../support/waiting.ts';

const isQuick = process.env['BENCH_QUICK'] === '1';
const nodeCount = 3;
const perNode = Number(process.env['BENCH_CAMERAS'] ?? (isQuick ? 2 : 40));
const cameraCount = nodeCount * perNode;
const hlsViewers = isQuick ? 100 : 1000;
const parts = isQuick ? 3 : 10;
const bucketSeconds = Number(process.env['BENCH_SECONDS'] ?? (isQuick ? 65 : 180));
const requestsPerSecond = 200;
const requestSeconds = isQuick ? 10 : 30;
/** A node looks for work every second and does some 160 of these in one: 2,000 are enough for all of them. */
const jobCount = isQuick ? 1200 : 2000;
const daySeconds = 86_400;

// Small pictures, as of a substream: three nodes, their database, the bucket and all cameras share this machine's cores.
const cameras = await startReplayCameras(await wallClip());
const fleet = await startFleet(nodeCount);
try {
  const account = await signIn(signInPlace(fleet), fleetOwner);
  for (let index = 0; index < cameraCount; index += 1) await account.addCamera(cameras.address(`camera${index}`), `Camera ${index}`);
  const ids = (await account.cameras()).map(({ id }) => id);
  for (const id of ids) await account.online(id, 120_000);
  // Segments, and a first round of uploads.
  await sleep(15_000);

  report('fleet', [
    ...(await measureBucket(fleet)),
    ...(await measureApi(fleet, account, ids)),
    ...(await measureJobs(fleet)),
    ...(hasNginx ? await measureHls(fleet, account, ids) : []),
    // Last, because afterwards one node is gone.
    ...(await measureDeath(fleet, account, ids)),
  ]);
} finally {
  await fleet.stop();
  await cameras.stop();
}

async function measureBucket({ nodes }: Fleet): Promise<Figure[]> {
  const sum = async (name: string): Promise<number> =>
    (await Promise.all(nodes.map((node) => readCounter(node, name)))).reduce((total, one) => total + one, 0);
  const before = { objects: await sum('watchpost_bucket_objects_total'), bytes: await sum('watchpost_bucket_bytes_total') };
  const began = performance.now();
  await sleep(bucketSeconds * 1000);
  const after = { objects: await sum('watchpost_bucket_objects_total'), bytes: await sum('watchpost_bucket_bytes_total') };
  const cameraDays = ((performance.now() - began) / 1000 / daySeconds) * cameraCount;
  if (after.objects === before.objects) {
    const warnings = nodes
      .flatMap(({ product }) =>
        product
          .log()
          .split('\n')
          .filter((line) => line.includes('bucket')),
      )
      .slice(0, 5);
    throw new Error(`The bucket got nothing in ${bucketSeconds} s.\n${warnings.join('\n')}`);
  }
  return [
    figure('objects put into the bucket', 'a camera-day', [(after.objects - before.objects) / cameraDays], {
      of: 'median',
      // One in 30 s, and the rounding of a short window.
      atMost: (daySeconds / 30) * (1 + 30 / bucketSeconds),
    }),
    figure('bytes put into the bucket', 'GB a camera-day', [(after.bytes - before.bytes) / 1e9 / cameraDays]),
  ];
}

async function measureApi({ nodes }: Fleet, account: Account, ids: readonly string[]): Promise<Figure[]> {
  const authorization = `Bearer ${await account.accessToken()}`;
  const paths = [listCameras.path, ...ids.slice(0, 4).map((id) => fillPath(getCamera.path, { id }))];
  const times: number[] = [];
  let failed = 0;
  const one = async (index: number): Promise<void> => {
    const { product } = nodes[index % nodes.length] ?? {};
    const began = performance.now();
    const answer = await fetch(`${product?.url}${paths[index % paths.length]}`, { headers: { authorization } }).catch(() => null);
    await answer?.arrayBuffer().catch(() => null);
    times.push(performance.now() - began);
    if (answer?.ok !== true) failed += 1;
  };
  const pending: Promise<void>[] = [];
  const began = performance.now();
  for (let index = 0; index < requestsPerSecond * requestSeconds; index += 1) {
    // Whether or not the earlier ones are answered.
    const wait = began + (index * 1000) / requestsPerSecond - performance.now();
    if (wait > 1) await sleep(wait);
    pending.push(one(index));
  }
  await Promise.all(pending);
  return [
    figure(`API at ${requestsPerSecond} requests/s on PostgreSQL: cameras and the list of them`, 'ms', times),
    figure('of these without an answer', 'requests', [failed], { of: 'median', atMost: 0 }),
  ];
}

/** Queues e-mail messages at once and lets every node look for work; each must be sent by one of them. */
async function measureJobs({ db, nodes, secret }: Fleet): Promise<Figure[]> {
  const keys = loadKeys({ dataDir: '', secret });
  const log = createLog({ level: 'silent', format: 'json' });
  const mailer = { send: () => Promise.reject(new Error('The bench sends nothing.')), close: async () => undefined };
  const queue = createMailQueue({ db, mailer, seal: createSeal(keys.seal), clock: systemClock, log });
  const addressOf = (index: number): string => `job-${index}@bench.example`;
  for (let index = 0; index < jobCount; index += 1)
    await queue.addWithin(db, { to: addressOf(index), subject: 'Job', text: 'Job', html: '<p>Job</p>' });
  const began = performance.now();
  /** Names of the messages that each node has sent; one that has sent none has no folder. */
  const sent = (): string[][] =>
    nodes.map(({ product }) => {
      const outbox = join(product.dataDir, 'outbox');
      return existsSync(outbox) ? readdirSync(outbox).filter((name) => name.includes('job-')) : [];
    });
  while (sent().flat().length < jobCount && performance.now() - began < 120_000) await sleep(250);
  const took = performance.now() - began;
  // Time for a second copy.
  await sleep(2000);
  const doneBy = sent();
  const times = new Map<string, number>();
  for (const name of doneBy.flat()) {
    const [job = ''] = /job-\d+/.exec(name) ?? [];
    times.set(job, (times.get(job) ?? 0) + 1);
  }
  const doneOnce = [...times.values()].filter((count) => count === 1).length;
  return [
    figure('jobs that were not done exactly once by three workers', 'jobs', [jobCount - doneOnce], { of: 'median', atMost: 0 }),
    figure('nodes that did some of them', 'nodes', [doneBy.filter((own) => own.length > 0).length]),
    figure(`${jobCount} jobs done`, 's', [took / 1000]),
  ];
}

async function measureHls(fleetNow: Fleet, account: Account, ids: readonly string[]): Promise<Figure[]> {
  const [cameraId = ''] = ids;
  const holder = await fleetNow.holderOf(cameraId);
  if (!holder) throw new Error('Nobody holds the first camera.');
  const nginx = await startNginx(holder.product.url);
  const agent = new Agent({ keepAlive: true, maxSockets: hlsViewers });
  try {
    const tokens = await createTokensOf(fleetNow, account, cameraId);
    const routeOf = (path: string): string => `route="${path.replace('{id}', ':id').replace('{file}', ':file')}"`;
    const answered = (path: string): Promise<number> => countOf(holder, routeOf(path));
    const access = '/public/api/v3/cameras/{id}/live/access';
    const before = { media: await answered(liveMedia.path), access: await answered(access) };
    const began = performance.now();
    const rounds = [];
    for (let index = 0; index < parts; index += 1) rounds.push(await askForNextPart(nginx.url, cameraId, tokens, agent));
    const seconds = (performance.now() - began) / 1000;
    const distinct = new Set(rounds.map(({ part }) => part)).size;
    return [
      figure(
        `${hlsViewers} HLS viewers behind nginx: origin requests`,
        'a part',
        [((await answered(liveMedia.path)) - before.media) / distinct],
        {
          of: 'median',
          atMost: 1,
        },
      ),
      figure('access checks at the origin', 'per viewer and 5 s', [
        ((await answered(access)) - before.access) / hlsViewers / Math.max(1, seconds / 5),
      ]),
      figure(
        'from the request to the answer, waiting for the part included',
        'ms',
        rounds.flatMap(({ times }) => times),
      ),
      figure('without the part', 'requests', [rounds.reduce((sum, { failed }) => sum + failed, 0)], { of: 'median', atMost: 0 }),
    ];
  } finally {
    agent.destroy();
    await nginx.stop();
  }
}

async function measureDeath(fleetNow: Fleet, account: Account, ids: readonly string[]): Promise<Figure[]> {
  const { db, nodes } = fleetNow;
  const leases = await db.selectFrom('camera_leases').select(['camera_id', 'node_id']).execute();
  // Not the first node, where the account signed in.
  const victim = nodes.at(-1);
  if (!victim) throw new Error('There is no node.');
  const survivors = nodes.filter((node) => node !== victim);
  const lost = ids.filter((id) => leases.some(({ camera_id, node_id }) => camera_id === id && node_id === victim.id));
  if (lost.length === 0) throw new Error('The node that dies holds no camera.');
  const token = await account.accessToken();
  // Some watch through another node, some through the one that dies.
  const viewers = lost.flatMap((id, index) => {
    const [one, other] = index % 2 === 0 ? survivors : survivors.toReversed();
    const through = [one, other].flatMap((node) => (node ? [node.product.url] : []));
    return [watchLive(through, token, id), watchLive([victim.product.url, ...through], token, id)];
  });
  const deadline = performance.now() + 60_000;
  while (viewers.some(({ lastAt }) => lastAt === null)) {
    if (performance.now() > deadline) throw new Error('Not every viewer has a picture after a minute.');
    await sleep(100);
  }
  await sleep(2000);

  const diedAt = Date.now();
  const killed = performance.now();
  const back = viewers.map((viewer) => viewer.next(700));
  await victim.product.stop('SIGKILL');
  const times = await Promise.all(
    back.map((next) => Promise.race([next.then((at) => at - killed), sleep(60_000).then(() => Number.POSITIVE_INFINITY)])),
  );
  for (const viewer of viewers) viewer.close();
  // The first segments of the new holders end, and are indexed.
  await sleep(15_000);
  const { gaps, backAfter, doubledSeconds } = await readFootageRows(db, victim.id, diedAt, lost);
  return [
    figure(`one of ${nodeCount} nodes with ${lost.length} cameras killed: footage goes on`, 's', seconds(backAfter), {
      of: 'maximum',
      atMost: 10,
    }),
    figure('longest gap in the index, the unfinished segment included', 's', [Math.max(...seconds(gaps))]),
    figure('recorded twice', 's', [doubledSeconds], { of: 'median', atMost: 0 }),
    figure('viewers have a picture again', 's', seconds(times), { of: 'maximum', atMost: 5 }),
  ];
}

/** Each viewer has a token of its own; by calls, an account gets fewer a minute. */
async function createTokensOf({ db, secret }: Fleet, account: Account, cameraId: string): Promise<string[]> {
  const tokens = createTokens(loadKeys({ dataDir: '', secret }).tokens);
  const [familyId = ''] = tokens.verify('access', await account.accessToken())?.split(' ') ?? [];
  const owner = await db.selectFrom('customers').select('id').where('email', '=', fleetOwner).executeTakeFirstOrThrow();
  const terms = { cameraIds: [cameraId], customerId: owner.id, familyId, exp: Date.now() + 3_600_000 };
  const made: string[] = [];
  for (let index = 0; index < hlsViewers; index += 1) made.push(await insertEmbedToken(db, tokens, terms));
  return made;
}

function countOf(node: FleetNode, route: string): Promise<number> {
  return readCounter(node, 'watchpost_http_request_duration_seconds_count', `${route},status="20`);
}

function seconds(times: readonly number[]): number[] {
  return times.map((ms) => ms / 1000);
}
