/**
 * Measures the next 5 minutes of the archive as one file: time to its first byte and to completion, and the manifest that proves it.
 * For comparison, FFmpeg makes the same file from the same playlist without encoding.
 */
import { execFile } from 'node:child_process';
import { rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fillPath } from '@watchpost/contract/kernel';
import { archivePlaylist, downloadClip, getClipManifest } from '@watchpost/contract/endpoints/archive';
import { clockClip, ffmpegPath } from '../support/archive/clip.ts';
import { startMonthArchive } from '../support/archive/month-archive.ts';
import { figure, report } from '../support/report.ts';

const run = promisify(execFile);
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20);
const clipDurationMs = 5 * 60_000;
const month = await startMonthArchive(await clockClip(), { spots: 0, length: 0, longSpot: 12 * 60_000 });
const { server, account, cameraId, to } = month;
const headers = { Authorization: `Bearer ${await account.accessToken()}` };
const address = (path: string, from: number): string =>
  `${server.url}${fillPath(path, { id: cameraId })}?from=${from}&to=${from + clipDurationMs}`;

const firstByte: number[] = [];
const whole: number[] = [];
const manifest: number[] = [];
const sizes: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  // Starts between key frames, as users do.
  const from = to - 11 * 60_000 + round * 7300;
  const since = performance.now();
  const response = await fetch(address(downloadClip.path, from), { headers });
  const reader = response.body?.getReader();
  let size = 0;
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    if (size === 0) firstByte.push(performance.now() - since);
    size += chunk.value.byteLength;
  }
  whole.push(performance.now() - since);
  if (size !== Number(response.headers.get('content-length'))) throw new Error('The file is not as long as it said.');
  sizes.push(size / 1e6);
}
for (let round = 0; round < 5; round += 1) {
  const since = performance.now();
  await (await fetch(address(getClipManifest.path, to - 11 * 60_000), { headers })).json();
  manifest.push(performance.now() - since);
}
const peer: number[] = [];
const file = join(tmpdir(), `watchpost-bench-clip-${process.pid}.mp4`);
for (let round = 0; round < 5; round += 1) {
  const since = performance.now();
  await run(ffmpegPath, [
    '-v',
    'error',
    '-y',
    '-headers',
    `Authorization: ${headers.Authorization}\r\n`,
    '-extension_picky',
    '0',
    '-i',
    address(archivePlaylist.path, to - 11 * 60_000),
    '-c',
    'copy',
    '-movflags',
    '+faststart',
    file,
  ]);
  peer.push(performance.now() - since);
}
if (statSync(file).size < 1e6) throw new Error('FFmpeg made nothing to compare with.');
rmSync(file);
await month.stop();

report('clip', [
  figure('first byte of 5 minutes', 'ms', firstByte, { of: 'p95', atMost: 300 }),
  figure('all of them', 'ms', whole, { of: 'p95', atMost: 370 }),
  figure('size of the file', 'MB', sizes),
  figure('its signed manifest', 'ms', manifest),
  figure('peer: FFmpeg, the same playlist to a file', 'ms', peer),
]);
