/**
 * Measures previews on the timeline: small JPEGs of recorded moments over HTTP. Cold: each of a moment without an earlier request,
 * while a second viewer scrubs as well. Warm: the same moments again. Aborted: a hundred abandoned requests must not delay the next one.
 * For comparison, one FFmpeg process per preview, as on systems without node-av.
 */
import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { fillPath } from '@watchpost/contract/kernel';
import { getFootage, getPreviewPicture } from '@watchpost/contract/endpoints/archive';
import { clockClip, ffmpegPath } from '../support/archive/clip.ts';
import { startMonthArchive } from '../support/archive/month-archive.ts';
import { figure, report } from '../support/report.ts';
import { sleep } from '../support/waiting.ts';

const run = promisify(execFile);
const count = Number(process.env['BENCH_SEEKS'] ?? 100);
const month = await startMonthArchive(await clockClip(), { spots: 20, length: 60_000 });
const { server, account, cameraId, spots } = month;
const token = await account.accessToken();

const ask = async (at: number, width: number, signal?: AbortSignal): Promise<number> => {
  const since = performance.now();
  const response = await fetch(`${server.url}${fillPath(getPreviewPicture.path, { id: cameraId })}?at=${at}&width=${width}`, {
    headers: { Authorization: `Bearer ${token}` },
    ...(signal && { signal }),
  });
  const bytes = (await response.arrayBuffer()).byteLength;
  if (!response.ok || bytes < 500) throw new Error(`A picture was not made: ${response.status}, ${bytes} bytes.`);
  return performance.now() - since;
};
/** Moments of different key frames across the month: no two share a picture. */
const moments = spots
  .flatMap(({ from, to }) => Array.from({ length: Math.floor((to - from) / 2000) }, (_, index) => from + index * 2000 + 700))
  .sort(() => Math.random() - 0.5);
const own = moments.slice(0, count);
const others = moments.slice(count, 2 * count);

// Opening the timeline starts the decoder.
await account.call(getFootage, { params: { id: cameraId }, query: { from: month.from, to: month.to } });
await sleep(1500);
const cold: number[] = [];
const second = (async () => {
  for (const at of others) await ask(at, 160);
})();
for (const at of own) cold.push(await ask(at, 320));
await second;
const warm: number[] = [];
for (const at of own) warm.push(await ask(at, 320));

const afterAborted: number[] = [];
const rest = moments.slice(2 * count);
for (let round = 0; round < 10 && rest.length > 20; round += 1) {
  const given = new AbortController();
  const asked = rest.splice(0, 15).map((at) => ask(at, 320, given.signal).catch(() => 0));
  await sleep(5);
  given.abort();
  await Promise.all(asked);
  afterAborted.push(await ask(rest.shift() ?? 0, 320));
}

const peer: number[] = [];
const folder = join(server.dataDir, 'footage', cameraId);
const init = readdirSync(folder).find((name) => name.startsWith('init-')) ?? '';
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.m4s'));
for (const file of files.slice(0, 20)) {
  const since = performance.now();
  await run(
    ffmpegPath,
    [
      '-v',
      'error',
      '-i',
      `concat:${join(folder, init)}|${join(folder, file)}`,
      '-frames:v',
      '1',
      '-vf',
      'scale=320:-2',
      '-f',
      'mjpeg',
      '-',
    ],
    { encoding: 'buffer', maxBuffer: 8e6 },
  );
  peer.push(performance.now() - since);
}
await month.stop();

report('preview-picture', [
  figure('a picture nobody asked for yet, two viewers at once', 'ms', cold, { of: 'p95', atMost: 150 }),
  figure('the same again', 'ms', warm, { of: 'p95', atMost: 50 }),
  figure('a new one right after 15 that were given up', 'ms', afterAborted, { of: 'p95', atMost: 150 }),
  figure('peer: FFmpeg started for each picture', 'ms', peer),
]);
