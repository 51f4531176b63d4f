/**
 * Runs a server for two hours with what a house does to it, and fails when memory, handles, files or the delay of the event loop keep rising.
 * BENCH_MINUTES shortens it; below half an hour nothing is promised but that requests are answered, as caches still fill. All samples are in
 * artifacts/bench/soak-samples.json.
 */
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { streetClip } from '../support/archive/clip.ts';
import { signIn } from '../support/account.ts';
import { startReplayCameras } from '../support/cameras.ts';
import { eventLoopP99, heapBytes } from '../support/load.ts';
import { descendants, residentMemory } from '../support/processes.ts';
import { figure, report, type Figure } from '../support/report.ts';
import { startServer } from '../support/server.ts';
import { startHouseLoad } from '../support/soak/house-load.ts';
import { afterWarmUp, slopeOf, type Sample } from '../support/soak/slope.ts';
import { sleep } from '../support/waiting.ts';

const minutes = Number(process.env['BENCH_MINUTES'] ?? 120);
const isPromised = minutes >= 30;
/** Caches fill in the first quarter. */
const warmUp = 0.25;
const sampleMs = 2000;
const cameraCount = 4;
/** The least that the server takes as its limit of footage: these cameras reach it in a quarter of an hour. */
const footageGigabytes = 1;
const owner = 'bench@example.test';

/** What is watched, and by how much it may rise in an hour. */
const watched: readonly {
  readonly name: string;
  readonly unit: string;
  readonly atMost: number;
  readonly read: () => number | Promise<number>;
}[] = [
  { name: 'memory of the server', unit: 'MB', atMost: 20, read: () => residentMemory(server.pid) / 1e6 },
  { name: 'heap of the server', unit: 'MB', atMost: 10, read: async () => (await heapBytes(server.url)) / 1e6 },
  { name: 'memory of its processes', unit: 'MB', atMost: 40, read: () => sum(descendants(server.pid), memoryOf) / 1e6 },
  { name: 'its processes', unit: 'processes', atMost: 1, read: () => descendants(server.pid).length },
  { name: 'open handles', unit: 'handles', atMost: 10, read: () => readdirSync(`/proc/${server.pid}/fd`).length },
  { name: 'files beside segments and pictures of events', unit: 'files', atMost: 20, read: () => others().length },
  { name: 'their size', unit: 'MB', atMost: 20, read: () => sum(others(), sizeOf) / 1e6 },
  { name: 'event loop late, p99', unit: 'ms', atMost: 5, read: () => eventLoopP99(server.url) },
];

const source = await startReplayCameras(await streetClip());
const server = await startServer({
  WATCHPOST_ARCHIVE_GIGABYTES: String(footageGigabytes),
  // An operator adds cameras as fast as they like.
  WATCHPOST_OPERATORS: owner,
});
const account = await signIn(server, owner);
const cameraIds: string[] = [];
for (let index = 0; index < cameraCount; index += 1)
  cameraIds.push(await account.addCamera(source.address(`camera${index}`), `Camera ${index}`));
for (const id of cameraIds) await account.online(id, 60_000);
await sleep(40_000);

const load = startHouseLoad({ server, account, cameraIds, addressOf: source.address });
const samples = new Map<string, Sample[]>(watched.map(({ name }) => [name, []]));
const beganAt = performance.now();
for (;;) {
  const elapsed = (performance.now() - beganAt) / 60_000;
  if (elapsed >= minutes) break;
  for (const { name, read } of watched) samples.get(name)?.push({ minutes: elapsed, value: await read() });
  await sleep(sampleMs);
}
await load.stop();
const footageBytes = sum(
  files(server.dataDir).filter((file) => file.endsWith('.m4s')),
  sizeOf,
);
await server.dispose();
await source.stop();

report('soak', [
  ...watched.flatMap(rise),
  figure('footage on the disk', 'GB', [footageBytes / 1e9], {
    of: 'median',
    // It is looked after every ten seconds.
    atMost: footageGigabytes * 1.1,
  }),
  ...[...load.counts].map(([name, { done, failed }]) =>
    figure(`${name}, done ${done} times: failed`, '%', [(failed / (done + failed)) * 100], { of: 'median', atMost: 1 }),
  ),
]);
writeFileSync('artifacts/bench/soak-samples.json', `${JSON.stringify({ minutes, warmUp, samples: Object.fromEntries(samples) })}\n`);

/** Shows a value, its slope, and how much of that is no chance. */
function rise({ name, unit, atMost }: (typeof watched)[number]): Figure[] {
  const kept = afterWarmUp(samples.get(name) ?? [], warmUp);
  const { perHour, uncertainty } = slopeOf(kept);
  return [
    figure(
      name,
      unit,
      kept.map(({ value }) => value),
    ),
    figure(`${name}: rise`, `${unit} an hour`, [perHour]),
    figure(`${name}: rise that is certain`, `${unit} an hour`, [perHour - uncertainty], isPromised ? { of: 'median', atMost } : undefined),
  ];
}

/** The database, keys, messages, last pictures and init sections. */
function others(): string[] {
  return files(server.dataDir).filter((file) => !file.endsWith('.m4s') && !file.startsWith(join(server.dataDir, 'events/')));
}

/** Lists all files in a folder; folders come and go meanwhile. */
function files(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? files(path) : [path];
    });
  } catch {
    return [];
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** A process may have ended meanwhile. */
function memoryOf(pid: number): number {
  try {
    return residentMemory(pid);
  } catch {
    return 0;
  }
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0);
}
