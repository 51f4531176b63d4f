/**
 * Cuts a camera-agent's connection silently for 20 s, in the middle of a frame; measures how long after the connection is
 * restored the camera is live again, and how much of the recording is missing.
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { loadDeviceKey, openFileSource, register, runAgentLink } from '@watchpost/camera-agent';
import { createRegistrationToken } from '@watchpost/contract/endpoints/add-camera';
import { getCamera } from '@watchpost/contract/endpoints/cameras';
import type { RegistrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import { systemClock } from '@watchpost/contract/timing/clock';
import { startCutLine } from '@watchpost/server/testing';
import { until } from '../../e2e/support/product.ts';
import { signIn } from '../support/account.ts';
import { figure, report } from '../support/report.ts';
import { startServer } from '../support/server.ts';
import { sleep } from '../support/waiting.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const cutDurationMs = 20_000;
/** Frame interval of the scene, s. */
const frameDurationSeconds = 0.1;

const server = await startServer();
const account = await signIn(server);
const line = await startCutLine(server.port);
const keyFolder = await mkdtemp(join(tmpdir(), 'watchpost-bench-'));
const { registrationToken } = await account.call<RegistrationTokenAnswer>(createRegistrationToken, { body: {} });
const { cameraId, agentToken } = await register({
  serverUrl: server.url,
  registrationToken,
  title: 'Yard',
  device: await loadDeviceKey(keyFolder, 'bench'),
  model: 'Camera agent',
});
const main = await openFileSource(join(import.meta.dirname, '../../packages/camera-agent/assets/street.mp4'));
const stop = new AbortController();
const link = runAgentLink({ serverUrl: line.url, agentToken, main, clock: systemClock }, stop.signal);
await account.online(cameraId);

const untilLive: number[] = [];
for (let round = 0; round < rounds; round++) {
  await sleep(6000 + Math.random() * 2000);
  line.cut();
  await sleep(cutDurationMs);
  line.mend();
  const mendedAt = Date.now();
  const isBack = async (): Promise<number | false> => {
    const { state, stateSince } = await account.call<Camera>(getCamera, { params: { id: cameraId } });
    return state === 'online' && stateSince >= mendedAt && stateSince;
  };
  untilLive.push(((await until('the camera to be live', isBack, 60_000)) - mendedAt) / 1000);
}
await sleep(12_000);
stop.abort();
await link;
line.close();
await rm(keyFolder, { recursive: true });
await server.stop('SIGTERM');
const lost = missing(server.dataDir);
await server.dispose();

report('agent-reconnect', [
  figure('until it is live again', 's', untilLive, { of: 'p95', atMost: 5 }),
  figure('footage lost in all cuts', 's', [lost], { of: 'median', atMost: 0 }),
]);

/** Sums up the gaps between the frames of all segments, as FFmpeg reads them, s. */
function missing(dataDir: string): number {
  const [init = ''] = globSync(join(dataDir, 'footage', '*', 'init-*.mp4'));
  const files = globSync(join(dataDir, 'footage', '*', '*', '*', '*.m4s')).toSorted(
    (a, b) => Number.parseInt(basename(a), 10) - Number.parseInt(basename(b), 10),
  );
  const input = Buffer.concat([init, ...files].map((file) => readFileSync(file)));
  const output = execFileSync(
    'ffprobe',
    ['-loglevel', 'error', '-select_streams', 'v', '-show_entries', 'packet=pts_time', '-of', 'csv=p=0', 'pipe:0'],
    { input, maxBuffer: 64 * 1024 * 1024 },
  ).toString();
  const times = output
    .split('\n')
    .map((text) => Number.parseFloat(text))
    .filter(Number.isFinite)
    .toSorted((a, b) => a - b);
  if (times.length < (rounds * cutDurationMs) / 1000 / frameDurationSeconds)
    throw new Error(`There are ${times.length} pictures only: less than the cuts held back.`);
  // A clock correction of a few milliseconds loses nothing.
  return times
    .slice(1)
    .reduce(
      (sum, time, index) =>
        sum + Math.max(0, Math.round((time - (times[index] ?? time)) / frameDurationSeconds) - 1) * frameDurationSeconds,
      0,
    );
}
