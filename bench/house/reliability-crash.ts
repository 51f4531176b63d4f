/**
 * R9: kills the server (SIGKILL) while it records 4 cameras, 50 times. Each time at most one unfinished segment a camera is left,
 * no process outlives it, and within 10 s of the restart the index equals the playable files, both ways.
 */
import { existsSync, readFileSync } from 'node:fs';
import { signIn } from '../support/account.ts';
import { findFaults, readIndex, segmentFiles, unfinishedFiles, type ArchiveFaults } from '../support/archive/archive-files.ts';
import { startReplayCameras } from '../support/cameras.ts';
import { run } from '../support/children.ts';
import { ffmpegPath, streetClip } from '../support/archive/clip.ts';
import { descendants, isRunning } from '../support/processes.ts';
import { figure, report } from '../support/report.ts';
import { startServer } from '../support/server.ts';
import { sleep } from '../support/waiting.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 50);
const timeoutMs = 10_000;

const cameras = await startReplayCameras(await streetClip());
const server = await startServer();
const account = await signIn(server);
const ids: string[] = [];
for (let index = 0; index < 4; index++) ids.push(await account.addCamera(cameras.address(`camera${index}`), `Camera ${index}`));
for (const id of ids) await account.online(id);
await sleep(6000);

const unfinished: number[] = [];
const orphans: number[] = [];
const settled: number[] = [];
const faults: string[] = [];
const undecodable: string[] = [];
const lost: number[] = [];
for (let round = 1; round <= rounds; round++) {
  await sleep(3000 + Math.random() * 6000);
  const killedAt = Date.now();
  const children = descendants(server.pid);
  await server.stop('SIGKILL');
  await sleep(500);
  orphans.push(children.filter(isRunning).length);
  const parts = unfinishedFiles(server.dataDir, ids);
  unfinished.push(...[...parts.values()].map((files) => files.length));
  const before = readIndex(server.dataDir).length;

  const restarted = performance.now();
  await server.start();
  const left = await settle(restarted);
  settled.push(left === null ? performance.now() - restarted : Number.POSITIVE_INFINITY);
  if (left !== null) faults.push(`round ${round}: ${JSON.stringify(left)}`);
  const stale = [...parts.values()].flat().filter((file) => existsSync(file));
  if (stale.length > 0) faults.push(`round ${round}: still unfinished after the restart: ${stale.join(', ')}`);
  for (const id of ids) await examineCut(id, killedAt);
  for (const id of ids) await account.online(id);
  process.stdout.write(`round ${round}: ${before} segments, settled in ${settled.at(-1)?.toFixed(0)} ms\n`);
}
await server.dispose();
await cameras.stop();
for (const fault of [...faults, ...undecodable]) console.error(fault);

report('reliability-crash', [
  figure('unfinished segments a camera after a kill', 'files', unfinished, { of: 'maximum', atMost: 1 }),
  figure('processes that outlived the server', 'processes', [orphans.reduce((sum, count) => sum + count, 0)], { of: 'median', atMost: 0 }),
  figure('until index and files agree', 'ms', settled, { of: 'maximum', atMost: timeoutMs }),
  figure('rounds in which they did not', 'rounds', [faults.length], { of: 'median', atMost: 0 }),
  figure('last segments before a kill that do not decode', 'segments', [undecodable.length], { of: 'median', atMost: 0 }),
  figure('footage lost at the end', 'ms', lost),
]);

/** Waits until index and files agree. @returns the remaining differences after 10 s, null without any */
async function settle(since: number): Promise<ArchiveFaults | null> {
  for (;;) {
    const found = findFaults(server.dataDir);
    if (Object.values(found).every((list: readonly string[]) => list.length === 0)) return null;
    if (performance.now() - since > timeoutMs) return found;
    await sleep(100);
  }
}

/** Checks that the last segment before the kill, rescued or whole, decodes; records how much footage before the kill is missing. */
async function examineCut(cameraId: string, killedAt: number): Promise<void> {
  const last = readIndex(server.dataDir).findLast((row) => row.cameraId === cameraId && row.startMs < killedAt);
  const file = last && segmentFiles(server.dataDir).find((name) => name.includes(`${cameraId}/`) && name.endsWith(`/${last.startMs}.m4s`));
  if (!last || file === undefined) {
    undecodable.push(`${cameraId} has no segment from before the kill`);
    return;
  }
  lost.push(Math.max(0, killedAt - last.startMs - last.durationMs));
  const init = `${file.slice(0, file.indexOf(`${cameraId}/`) + cameraId.length)}/init-${last.initHash}.mp4`;
  await run(ffmpegPath, ['-v', 'error', '-xerror', '-i', '-', '-f', 'null', '-'], async (write) => {
    await write(readFileSync(init));
    await write(readFileSync(file));
  }).catch((error: unknown) => undecodable.push(`${file}: ${String(error)}`));
}
