/**
 * Measures the cost of receiving, recording and analyzing 60 cameras at 25 frames a second: of 720p at 2 Mbit/s, and of 1080p at 4 Mbit/s.
 * For comparison, one `ffmpeg -c copy` per camera. BENCH_CAMERAS and BENCH_SECONDS can be set in the environment.
 */
import { join } from 'node:path';
import { startReplayCameras, type ReplayCameras } from '../support/cameras.ts';
import { startChild } from '../support/children.ts';
import { ffmpegPath, fullHdClip, streetClip, type Clip } from '../support/archive/clip.ts';
import { signIn } from '../support/account.ts';
import { temporaryFolder } from '../support/folders.ts';
import { eventLoopP99 } from '../support/load.ts';
import { cpuTime, descendants, endedChildrenCpuTime, proportionalMemory, residentMemory, sampleCpu } from '../support/processes.ts';
import { figure, report } from '../support/report.ts';
import { startServer } from '../support/server.ts';
import { sleep } from '../support/waiting.ts';

const count = Number(process.env['BENCH_CAMERAS'] ?? 60);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 40);
const peers = 4;

const smaller = await measure(await streetClip());
const larger = await measure(await fullHdClip());
const cameras = await startReplayCameras(await fullHdClip());
const copies = await measureCopies(cameras);
await cameras.stop();

report('ingest', [
  figure(`${count} cameras of 720p ingested and recorded, the server alone`, '% of a core', smaller.own, { of: 'median', atMost: 18.7 }),
  figure('memory of each further camera of 720p', 'MB', smaller.memory, { of: 'p95', atMost: 2.5 }),
  figure(`not recorded of the last ${seconds} s, 720p`, 's a camera', smaller.missing, { of: 'p95', atMost: 7 }),
  figure(`${count} cameras of 1080p recorded and watched for motion, with all its processes`, '% of a core', larger.all, {
    of: 'median',
    atMost: 45,
  }),
  figure('memory of each further camera of 1080p', 'MB', larger.memory, { of: 'p95', atMost: 4 }),
  figure('event loop late, p99', 'ms', [larger.eventLoop], { of: 'p95', atMost: 20 }),
  figure(`not recorded of the last ${seconds} s, 1080p`, 's a camera', larger.missing, { of: 'p95', atMost: 7 }),
  figure(
    `ffmpeg -c copy, ${count} cameras of 1080p (scaled from ${peers})`,
    '% of a core',
    copies.cpu.map((one) => one * count),
  ),
  figure('ffmpeg -c copy, memory a camera', 'MB', copies.memory),
]);

interface Measured {
  /** % of a core: of the server's own process, and including its child processes. */
  readonly own: readonly number[];
  readonly all: readonly number[];
  /** MB for each camera beyond the first, over all processes. */
  readonly memory: readonly number[];
  /** Seconds a camera. */
  readonly missing: readonly number[];
  /** ms */
  readonly eventLoop: number;
}

async function measure(clip: Clip): Promise<Measured> {
  const source = await startReplayCameras(clip);
  const server = await startServer();
  const account = await signIn(server);
  const whole = (): number => [server.pid, ...descendants(server.pid)].reduce((sum, pid) => sum + memoryOf(pid), 0);
  const work = (): number => endedChildrenCpuTime(server.pid) + descendants(server.pid).reduce((sum, pid) => sum + workOf(pid), 0);
  // The decoder processes start with the first camera and are shared by all.
  await account.addCamera(source.address('camera0'), 'Camera 0');
  await sleep(10_000);
  const memoryOfOne = whole();
  for (let index = 1; index < count; index++) await account.addCamera(source.address(`camera${index}`), `Camera ${index}`);
  const ids = (await account.cameras()).map(({ id }) => id);
  for (const id of ids) await account.online(id, 60_000);
  await sleep(10_000);

  await eventLoopP99(server.url);
  const [own, all, memory]: [number[], number[], number[]] = [[], [], []];
  for (let second = 0; second < seconds; second++) {
    const [before, at] = [work(), performance.now()];
    const [used = 0] = await sampleCpu(server.pid, 1);
    own.push(used);
    all.push(used + (Math.max(0, work() - before) / (performance.now() - at)) * 100);
    memory.push((whole() - memoryOfOne) / (count - 1) / 1e6);
  }
  const eventLoop = await eventLoopP99(server.url);
  const now = Date.now();
  const missing: number[] = [];
  for (const id of ids) {
    const { recordings } = await account.footage(id, now - seconds * 1000, now);
    missing.push(seconds - recordings.reduce((sum, { from, to }) => sum + to - from, 0) / 1000);
  }
  await server.dispose();
  await source.stop();
  return { own, all, memory, missing, eventLoop };
}

/** A process that has ended meanwhile counts as zero. */
function memoryOf(pid: number): number {
  try {
    return proportionalMemory(pid) || 0;
  } catch {
    return 0;
  }
}
function workOf(pid: number): number {
  try {
    return cpuTime(pid) + endedChildrenCpuTime(pid);
  } catch {
    return 0;
  }
}

/** CPU and memory of one ffmpeg that records a camera as the server does. */
async function measureCopies(from: ReplayCameras): Promise<{ cpu: number[]; memory: number[] }> {
  const folder = temporaryFolder('copies');
  const starting = Array.from({ length: peers }, (_, index) => {
    const input = ['-rtsp_transport', 'tcp', '-i', from.address(`copy${index}`)];
    const output = [
      '-c',
      'copy',
      '-f',
      'hls',
      '-hls_segment_type',
      'fmp4',
      '-hls_fmp4_init_filename',
      `${index}.mp4`,
      '-hls_time',
      '4',
      join(folder, `${index}.m3u8`),
    ];
    return startChild(ffmpegPath, ['-hide_banner', '-loglevel', 'error', ...input, ...output]);
  });
  const copies = await Promise.all(starting);
  await sleep(6000);
  const before = copies.map(({ pid }) => cpuTime(pid));
  await sleep(15_000);
  const used = copies.map(({ pid }, index) => (cpuTime(pid) - (before[index] ?? 0)) / 150);
  const memory = copies.map(({ pid }) => residentMemory(pid) / 1e6);
  await Promise.all(copies.map((copy) => copy.stop()));
  return { cpu: used, memory };
}
