/**
 * Measures sixteen live tiles of 640×360 at 15 frames a second in the app's video wall, as on a guard's screen: dropped frames,
 * memory over time, and how soon the page responds to input. For comparison, sixteen hls.js players with their defaults on plain HLS.
 * BENCH_SECONDS: 60 by default; the promise on memory is for 1800. The comparison, which promises nothing, runs a minute at most.
 */
import type { CDPSession, Page } from 'playwright';
import { launchChromium, type TestBrowser } from '../../e2e/support/chromium.ts';
import { until } from '../../e2e/support/product.ts';
import { signInWithoutPage, storedSession } from '../../e2e/support/signed-in.ts';
import { startReplayCameras } from '../support/cameras.ts';
import { wallClip } from '../support/archive/clip.ts';
import { hlsPage } from '../support/pages.ts';
import { startPlainHls } from '../support/plain-hls.ts';
import { residentMemory } from '../support/processes.ts';
import { figure, report } from '../support/report.ts';
import { startServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';
import { sleep } from '../support/waiting.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 60);
const count = 16;
const framesPerSecond = 15;
const peerSeconds = Math.min(seconds, 60);
const warmUpSeconds = 20;

const cameras = await startReplayCameras(await wallClip());
const server = await startServer();
const person = await signInWithoutPage(server, 'guard@example.test');
for (let index = 0; index < count; index += 1)
  await person.client.addCamera.addRtsp({ url: cameras.address(`wall-${index}`), title: `Camera ${index + 1}` });
await until(
  'all cameras with a picture',
  async () => (await person.client.cameras.list()).every(({ state, previewUrl }) => state === 'online' && previewUrl !== null),
  60_000,
);
await person.client.videoWall.save({ scope: 'account', arrangement: { layout: '16', cameraIds: [], cycleSeconds: 0 } });
const state = storedSession(person, server.url);
const browser = await launchChromium();

const wall = await measure(
  browser,
  seconds,
  state,
  async (page) => {
    await page.goto(`${server.url}/video-wall`);
    await page.waitForFunction((wanted) => document.querySelectorAll('.wp-wall-tile .wp-wall-dot-live').length >= wanted, count, {
      timeout: 90_000,
    });
  },
  useWall,
);
const hls = await startPlainHls(cameras.address('peer'));
const site = await startSite({ '/plain-hls/': hls.folder });
const peer = await measure(
  browser,
  peerSeconds,
  undefined,
  async (page) => {
    await page.goto(hlsPage(site));
    await page.evaluate(
      ({ url, players }) => {
        document.body.setAttribute('style', 'display:grid;grid-template-columns:repeat(4,1fr)');
        for (let index = 0; index < players; index += 1) bench.mountHls(url).video.setAttribute('style', 'width:100%;min-width:0');
      },
      { url: `${site.origin}/plain-hls/index.m3u8`, players: count },
    );
  },
  async () => async () => {},
);

await browser.close();
await site.close();
await hls.stop();
person.client.dispose();
await server.dispose();
await cameras.stop();

report('video-wall', [
  figure('video wall: frames dropped', '%', [wall.dropped], { of: 'p95', atMost: 0 }),
  // Frames that the wall itself drops to save the rest count, too.
  figure('video wall: frames that were sent and not shown', '%', [notShown(wall)], { of: 'p95', atMost: 0.5 }),
  figure('frames that a tile shows in a second (15 were sent)', 'frames', wall.rates),
  figure(`memory of the page, growth in ${seconds} s`, '%', [wall.growth], { of: 'p95', atMost: 5 }),
  figure('memory of the page', 'MB', wall.memory),
  figure('JavaScript heap, growth', 'KB', [wall.heapGrowth]),
  figure('from a click or key to the next picture of the page (INP)', 'ms', wall.interactions, { of: 'p95', atMost: 100 }),
  figure('browser, processor', '% of a core', [wall.cpu]),
  figure('16 × hls.js: frames dropped', '%', [peer.dropped]),
  figure('16 × hls.js: frames that were sent and not shown', '%', [notShown(peer)]),
  figure('16 × hls.js: frames that a tile shows in a second', 'frames', peer.rates),
  figure(`16 × hls.js: memory of the page, growth in ${peerSeconds} s`, '%', [peer.growth]),
  figure('16 × hls.js: memory of the page', 'MB', peer.memory),
  figure('16 × hls.js: browser, processor', '% of a core', [peer.cpu]),
]);

interface Outcome {
  readonly dropped: number;
  readonly rates: number[];
  readonly growth: number;
  readonly memory: number[];
  readonly heapGrowth: number;
  readonly interactions: number[];
  readonly cpu: number;
}

function notShown({ rates }: Outcome): number {
  return Math.max(0, (1 - rates.reduce((sum, rate) => sum + rate, 0) / rates.length / framesPerSecond) * 100);
}

interface Count {
  readonly total: number;
  readonly dropped: number;
}

async function measure(
  from: TestBrowser,
  time: number,
  storageState: typeof state | undefined,
  open: (page: Page) => Promise<void>,
  takePlace: (page: Page) => Promise<() => Promise<void>>,
): Promise<Outcome> {
  const { page, context, errors } = await from.newPage({
    viewport: { width: 1920, height: 1080 },
    serviceWorkers: 'block',
    ...(storageState && { storageState }),
  });
  await page.addInitScript(() => {
    const slowest = new Map<number, number>();
    Object.assign(globalThis, { slowest });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('interactionId' in entry && typeof entry.interactionId === 'number' && entry.interactionId > 0)
          slowest.set(entry.interactionId, Math.max(slowest.get(entry.interactionId) ?? 0, entry.duration));
      }
    }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit);
  });
  await open(page);
  await sleep(warmUpSeconds * 1000);
  const use = await takePlace(page);
  const session = await context.newCDPSession(page);
  const machine = await context.browser()?.newBrowserCDPSession();
  if (!machine) throw new Error('The browser reports nothing about its processes.');
  const pid = await rendererOf(machine);
  const heapBefore = await heap(session);
  const before = await countFrames(page);
  const cpuBefore = await cpuSeconds(machine);
  const startedAt = performance.now();
  const memory: number[] = [];
  const steps = Math.max(10, Math.round(time / 5));
  for (let step = 0; step < steps; step += 1) {
    memory.push(residentMemory(pid) / 1e6);
    await use();
    await sleep(Math.max(0, startedAt + ((step + 1) * time * 1000) / steps - performance.now()));
  }
  const elapsed = (performance.now() - startedAt) / 1000;
  const after = await countFrames(page);
  const cpu = (((await cpuSeconds(machine)) - cpuBefore) / elapsed) * 100;
  const heapAfter = await heap(session);
  const interactions = await page.evaluate(() => [...(globalThis as unknown as { slowest: Map<number, number> }).slowest.values()]);
  if (errors.length > 0) console.error(errors.join('\n'));
  await context.close();
  const frames = after.map(({ total, dropped }, index) => ({
    total: total - (before[index]?.total ?? 0),
    dropped: dropped - (before[index]?.dropped ?? 0),
  }));
  const sum = (pick: (one: Count) => number): number => frames.reduce((all, one) => all + pick(one), 0);
  const third = Math.ceil(memory.length / 3);
  const mean = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0) / values.length;
  return {
    dropped:
      (sum(({ dropped }) => dropped) /
        Math.max(
          1,
          sum(({ total }) => total),
        )) *
      100,
    rates: frames.map(({ total, dropped }) => (total - dropped) / elapsed),
    growth: (mean(memory.slice(-third)) / mean(memory.slice(0, third)) - 1) * 100,
    memory,
    heapGrowth: (heapAfter - heapBefore) / 1000,
    interactions,
    cpu,
  };
}

/**
 * Simulates a guard: hovers over the tiles, opens menus, turns the sound on. By mouse and keys, as a guard would:
 * searching the page for a button's name each time filled 40 MB of the page's own memory within 200 rounds.
 */
async function useWall(page: Page): Promise<() => Promise<void>> {
  const placeOf = async (name: RegExp | string): Promise<{ x: number; y: number }> => {
    const box = await page.getByRole('button', { name }).boundingBox();
    if (!box) throw new Error(`The wall has no button ${String(name)}.`);
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const menus = [await placeOf(/^Layout/), await placeOf('Settings')];
  return async () => {
    await page.evaluate(() => document.querySelector<HTMLElement>('[data-camera]')?.focus());
    for (const key of ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp', 'm', 'm', 'Shift+ArrowRight', 'Shift+ArrowLeft'])
      await page.keyboard.press(key);
    for (const { x, y } of menus) {
      await page.mouse.click(x, y);
      await sleep(100);
      if (!(await page.evaluate(() => document.querySelector('.wp-wall-panel') !== null))) throw new Error('A press opened nothing.');
      await page.keyboard.press('Escape');
    }
  };
}

function countFrames(page: Page): Promise<Count[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('video')].map((video) => {
      const { totalVideoFrames, droppedVideoFrames } = video.getVideoPlaybackQuality();
      return { total: totalVideoFrames, dropped: droppedVideoFrames };
    }),
  );
}

async function heap(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage');
  return (await session.send('Runtime.getHeapUsage')).usedSize;
}

/** Finds the busiest renderer: the page's. */
async function rendererOf(machine: CDPSession): Promise<number> {
  const { processInfo } = await machine.send('SystemInfo.getProcessInfo');
  const renderers = processInfo.filter(({ type }) => type === 'renderer').toSorted((a, b) => b.cpuTime - a.cpuTime);
  const [busiest] = renderers;
  if (!busiest) throw new Error('The page has no process.');
  return busiest.id;
}

async function cpuSeconds(machine: CDPSession): Promise<number> {
  const { processInfo } = await machine.send('SystemInfo.getProcessInfo');
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0);
}
