/**
 * What it costs to take in and record cameras of 720p, 25 frames a second, 2 Mbit/s, in the server's one process;
 * beside one `ffmpeg -c copy` a camera. BENCH_CAMERAS and BENCH_SECONDS can be set in the environment.
 */
import { join } from 'node:path';
import { startReplayCameras, type ReplayCameras } from '../support/cameras.ts';
import { startChild } from '../support/children.ts';
import { ffmpegPath, streetClip } from '../support/archive/clip.ts';
import { signIn } from '../support/account.ts';
import { temporaryFolder } from '../support/folders.ts';
import { cpuTime, endedChildrenCpuTime, residentMemory, sampleCpu } from '../support/processes.ts';
import { figure, report } from '../support/report.ts';
import { startServer } from '../support/server.ts';
import { sleep } from '../support/waiting.ts';

const count = Number(process.env['BENCH_CAMERAS'] ?? 60);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 40);
const peers = 4;

const cameras = await startReplayCameras(await streetClip());
const server = await startServer();
const account = await signIn(server);
await sleep(3000);
const idleMemory = residentMemory(server.pid);

for (let index = 0; index < count; index++) await account.addCamera(cameras.address(`camera${index}`), `Camera ${index}`);
const ids = (await account.cameras()).map(({ id }) => id);
for (const id of ids) await account.online(id, 60_000);
await sleep(10_000);

const childrenBefore = endedChildrenCpuTime(server.pid);
const cpu: number[] = [];
const memory: number[] = [];
for (let second = 0; second < seconds; second++) {
  cpu.push(...(await sampleCpu(server.pid, 1)));
  memory.push((residentMemory(server.pid) - idleMemory) / count / 1e6);
}
const decoding = (endedChildrenCpuTime(server.pid) - childrenBefore) / seconds / 10;
const now = Date.now();
const missing: number[] = [];
for (const id of ids) {
  const { recordings } = await account.footage(id, now - seconds * 1000, now);
  missing.push(seconds - recordings.reduce((sum, { from, to }) => sum + to - from, 0) / 1000);
}
await server.dispose();
const copies = await measureCopies(cameras);
await cameras.stop();

report('ingest', [
  figure(`${count} cameras ingested and recorded`, '% of a core', cpu, { of: 'median', atMost: 30 }),
  figure('memory a camera', 'MB', memory, { of: 'p95', atMost: 4 }),
  figure(`not recorded of the last ${seconds} s`, 's a camera', missing, { of: 'p95', atMost: 7 }),
  figure('decoding of previews beside it', '% of a core', [decoding]),
  figure(`ffmpeg -c copy, ${count} cameras (scaled from ${peers})`, '% of a core', copies.cpu.map((one) => one * count)),
  figure('ffmpeg -c copy, memory a camera', 'MB', copies.memory),
]);

/** CPU and memory of one ffmpeg that records a camera as the server does. */
async function measureCopies(from: ReplayCameras): Promise<{ cpu: number[]; memory: number[] }> {
  const folder = temporaryFolder('copies');
  const starting = Array.from({ length: peers }, (_, index) => {
    const input = ['-rtsp_transport', 'tcp', '-i', from.address(`copy${index}`)];
    const output = ['-c', 'copy', '-f', 'hls', '-hls_segment_type', 'fmp4', '-hls_fmp4_init_filename', `${index}.mp4`, '-hls_time', '4', join(folder, `${index}.m3u8`)];
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
