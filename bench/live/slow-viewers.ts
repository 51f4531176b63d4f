/**
 * Measures R12: 20 viewers on lines of 1 KB/s for five minutes, beside one on a fast line. BENCH_SECONDS and BENCH_VIEWERS can be set in the
 * environment.
 */
import { join } from 'node:path';
import { signIn } from '../support/account.ts';
import { streetClip } from '../support/archive/clip.ts';
import { startReplayCameras } from '../support/cameras.ts';
import { startChild } from '../support/children.ts';
import { residentMemory } from '../support/processes.ts';
import { figure, percentile, report } from '../support/report.ts';
import { startServer } from '../support/server.ts';
import { watchLive } from '../support/viewers/live-viewers.ts';
import { startSlowLine } from '../support/viewers/slow-line.ts';
import { sleep } from '../support/waiting.ts';

const count = Number(process.env['BENCH_VIEWERS'] ?? 20);
const seconds = Number(process.env['BENCH_SECONDS'] ?? 300);

const cameras = await startReplayCameras(await streetClip());
const server = await startServer();
const account = await signIn(server);
const cameraId = await account.addCamera(cameras.address('camera'), 'Camera');
await account.online(cameraId);
const fast = await startChild(process.execPath, [join(import.meta.dirname, '../rig/viewers.ts'), server.url, cameraId, '1'], {
  ready: /^ready$/m,
  env: { TOKEN: await account.accessToken() },
});
const beganAt = performance.now();
// What a server takes in its first seconds is not the viewers'.
await sleep(15_000);
const before = residentMemory(server.pid);

const line = await startSlowLine(server.port, 1024);
const token = await account.accessToken();
const slow = Array.from({ length: count }, () => watchLive([line.url], token, cameraId));
const grown: number[] = [];
const open: number[] = [];
for (let second = 0; second < seconds; second += 1) {
  await sleep(1000);
  grown.push((residentMemory(server.pid) - before) / 1e6);
  open.push(line.open());
}
const lived = (performance.now() - beganAt) / 1000;
await fast.stop();
const frames: readonly number[] = JSON.parse(/^frames (.*)$/m.exec(fast.output())?.[1] ?? '[]');
for (const viewer of slow) viewer.close();
line.stop();
await server.dispose();
await cameras.stop();

if (percentile(open, 0.05) < count) throw new Error(`Only ${percentile(open, 0.05)} of ${count} slow viewers were connected.`);
report('slow-viewers', [
  figure(`R12: memory more with ${count} viewers at 1 KB/s`, 'MB', grown, { of: 'maximum', atMost: 50 }),
  // Plus those since the last key frame.
  figure('R12: missing frames of the viewer on a fast line', '%', [Math.max(0, 1 - (frames[0] ?? 0) / (lived * 25)) * 100], {
    of: 'p95',
    atMost: 2,
  }),
  // The server ends a connection whose viewer answers no ping for 20 to 40 s; players come back.
  figure('connections that each slow viewer opened', 'a minute', [line.opened() / count / (seconds / 60)]),
]);
