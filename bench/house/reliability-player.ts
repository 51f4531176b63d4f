/**
 * R14: adds the player to a page and removes it, 20 times to warm up and 200 times more, each time until it shows a moving picture.
 * Afterwards the page retains nothing of it: memory, nodes, listeners, workers, sockets. Then it plays live video for half an hour
 * (BENCH_MINUTES), of which it never holds more than a minute.
 */
import { startRigCamera } from '../../e2e/rig/camera.ts';
import { launchChromium } from '../../e2e/support/chromium.ts';
import { signIn } from '../support/account.ts';
import { emptyCameraPage } from '../support/pages.ts';
import { figure, report } from '../support/report.ts';
import { startServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';
import { sleep } from '../support/waiting.ts';

const cycles = Number(process.env['BENCH_ROUNDS'] ?? 200);
const minutes = Number(process.env['BENCH_MINUTES'] ?? 30);
const warmUpSeconds = 20;

const camera = await startRigCamera();
const server = await startServer();
const account = await signIn(server);
const cameraId = await account.addCamera(camera.url('/cam'), 'Camera');
await account.online(cameraId);
const site = await startSite();
const token = (): Promise<string> => account.embedToken(cameraId, { origins: [site.origin] });
const options = { server: server.url, cameraId, token: await token() };
const browser = await launchChromium();
const { page, context, errors } = await browser.newPage();
const devtools = await context.newCDPSession(page);
let openSockets = 0;
page.on('websocket', (socket) => {
  openSockets++;
  socket.on('close', () => openSockets--);
});

await page.goto(emptyCameraPage(site, server.url));
await mount(warmUpSeconds);
const before = await held();
const times = await mount(cycles);
const after = await held();
const buffered = await playLive();
await browser.close();
await site.close();
await server.dispose();
await camera.stop();
if (errors.length > 0) console.error([...new Set(errors)].join('\n'));

report('reliability-player', [
  figure(`heap after ${cycles} mounts`, 'KB more', [(after.heap - before.heap) / 1000], { of: 'median', atMost: 400 }),
  ...(['nodes', 'listeners', 'workers', 'sockets', 'documents'] as const).map((name) =>
    figure(name, 'more', [after[name] - before[name]], { of: 'median', atMost: 0 }),
  ),
  figure(`media that ${minutes} minutes live hold`, 's', buffered, { of: 'maximum', atMost: 60 }),
  figure('uncaught errors', 'errors', [errors.length], { of: 'median', atMost: 0 }),
  figure('mount until it moves', 'ms', times),
]);

async function mount(count: number): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < count; index++) {
    const { moving } = await page.evaluate((camera) => bench.timeCamera(camera), options);
    taken.push(moving);
  }
  return taken;
}

/** Plays until the time is over. @returns how much media the page held every five seconds, s */
async function playLive(): Promise<number[]> {
  // One that is as old as the mounts could end during it.
  const live = { ...options, token: await token() };
  await page.evaluate((camera) => void bench.mountCamera(camera), live);
  const samples: number[] = [];
  const until = performance.now() + minutes * 60_000;
  while (performance.now() < until) {
    await sleep(5000);
    samples.push(await page.evaluate(() => bench.buffered()));
  }
  const presented = await page.evaluate(() => bench.presented(5));
  if (presented.length === 0 || !samples.some((seconds) => seconds > 0)) throw new Error('The live picture does not move at the end.');
  return samples;
}

/** Counts the page's resources after a garbage collection. The shared socket closes 5 s after its last player. */
async function held(): Promise<Record<'heap' | 'nodes' | 'listeners' | 'documents' | 'workers' | 'sockets', number>> {
  await sleep(7000);
  await devtools.send('Performance.enable');
  for (let index = 0; index < 3; index++) {
    await devtools.send('HeapProfiler.collectGarbage');
    await sleep(300);
  }
  const { metrics } = await devtools.send('Performance.getMetrics');
  const read = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    heap: read('JSHeapUsedSize'),
    nodes: read('Nodes'),
    listeners: read('JSEventListeners'),
    documents: read('Documents'),
    workers: page.workers().length,
    sockets: openSockets,
  };
}
