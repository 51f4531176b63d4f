/** Measures the server's cost of WebSocket viewers: its CPU time with 50 of them, minus that without any, in the same run. */
import { join } from 'node:path';
import { signIn } from '../support/account.ts';
import { startReplayCameras } from '../support/cameras.ts';
import { startChild } from '../support/children.ts';
import { streetClip } from '../support/archive/clip.ts';
import { residentMemory, sampleCpu } from '../support/processes.ts';
import { figure, percentile, report } from '../support/report.ts';
import { startServer } from '../support/server.ts';
import { sleep } from '../support/waiting.ts';

const count = Number(process.env['BENCH_VIEWERS'] ?? 50);
const seconds = 20;

const cameras = await startReplayCameras(await streetClip());
const server = await startServer();
const account = await signIn(server);
const cameraId = await account.addCamera(cameras.address('camera'), 'Camera');
await account.online(cameraId);
await sleep(5000);

const alone = await sampleCpu(server.pid, seconds);
const memoryAlone = residentMemory(server.pid);
const viewers = await startChild(process.execPath, [join(import.meta.dirname, '../rig/viewers.ts'), server.url, cameraId, String(count)], {
  ready: /^ready$/m,
  env: { TOKEN: await account.accessToken() },
});
await sleep(3000);
const began = performance.now();
const watched = await sampleCpu(server.pid, seconds);
const memory = residentMemory(server.pid) - memoryAlone;
const lived = (performance.now() - began) / 1000 + 3;
await viewers.stop();
const frames = JSON.parse(/^frames (.*)$/m.exec(viewers.output())?.[1] ?? '[]') as number[];
await sleep(2000);
alone.push(...(await sampleCpu(server.pid, seconds)));
await server.dispose();
await cameras.stop();

const base = percentile(alone, 0.5);
report('viewers', [
  figure(
    `one of ${count} viewers`,
    '% of a core',
    watched.map((cpu) => (cpu - base) / count),
    { of: 'median', atMost: 0.1 },
  ),
  figure('memory a viewer', 'MB', [memory / count / 1e6]),
  figure('the server without viewers', '% of a core', alone),
  // Frames must really arrive: 25 a second, plus those since the last key frame.
  figure(
    'missing frames of a viewer',
    '%',
    frames.map((got) => Math.max(0, 1 - got / (lived * 25)) * 100),
    { of: 'p95', atMost: 2 },
  ),
]);
