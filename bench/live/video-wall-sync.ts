/**
 * Measures synchronized playback of four cameras: the distance between their pictures, by the clocks that the cameras burnt into them, read
 * simultaneously. For comparison, four independent `<watchpost-camera>` at the same moment.
 */
import type { Page } from 'playwright';
import { startRigCamera } from '../../e2e/rig/camera.ts';
import { launchChromium } from '../../e2e/support/chromium.ts';
import { until } from '../../e2e/support/product.ts';
import { signInWithoutPage, storedSession } from '../../e2e/support/signed-in.ts';
import { readClock } from '../../e2e/rig/burnt-clock.ts';
import { emptyCameraPage } from '../support/pages.ts';
import { figure, report } from '../support/report.ts';
import { startServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';
import { sleep } from '../support/waiting.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 30);
const count = 4;
/** Interval of the measurements, ms. */
const sampleIntervalMs = 100;

const camera = await startRigCamera();
const server = await startServer();
const person = await signInWithoutPage(server, 'guard@example.test');
const ids: string[] = [];
for (let index = 0; index < count; index += 1)
  ids.push((await person.client.addCamera.addRtsp({ url: camera.url('/sub'), title: `Camera ${index + 1}` })).id);
await until(
  'footage of all',
  async () => {
    const all = await Promise.all(ids.map((id) => person.client.archive.footage(id, { from: Date.now() - 600_000, to: Date.now() })));
    return all.every(({ oldest, newest }) => oldest !== null && newest !== null && newest - oldest > 30_000);
  },
  90_000,
);
await person.client.videoWall.save({ scope: 'account', arrangement: { layout: '4', cameraIds: [], cycleSeconds: 0 } });
const browser = await launchChromium();

const wall = await browser.newPage({ serviceWorkers: 'block', storageState: storedSession(person, server.url) });
await wall.page.goto(`${server.url}/video-wall`);
await wall.page.waitForFunction((wanted) => document.querySelectorAll('.wp-wall-tile .wp-wall-dot-live').length >= wanted, count, {
  timeout: 60_000,
});
// A little before now, wherever that is on the timeline: each arrow press moves by a hundredth of the visible range.
await wall.page.getByRole('slider').first().focus();
for (let press = 0; press < 3; press += 1) await wall.page.keyboard.press('ArrowLeft');
const gathering = performance.now();
await until(
  'four recordings',
  async () => (await clocks(wall.page)).length === count && (await wall.page.locator('.wp-wall-speed').count()) > 0,
  20_000,
);
const together = performance.now() - gathering;
await sleep(5_000);
const steered = await watch(wall.page);
await wall.context.close();

const site = await startSite();
const alone = await browser.newPage();
await alone.page.goto(emptyCameraPage(site, server.url));
const at = Date.now() - 20_000;
for (const cameraId of ids) {
  const { token } = await person.client.embeds.createToken({
    cameraIds: [cameraId],
    origins: [site.origin],
    archive: { kind: 'all' },
  });
  await alone.page.evaluate((options) => void bench.mountCamera(options), { server: server.url, cameraId, token, time: at });
}
await until('four recordings', async () => (await clocks(alone.page)).length === count, 20_000);
await sleep(5_000);
const free = await watch(alone.page);

await browser.close();
await site.close();
person.client.dispose();
await server.dispose();
await camera.stop();

report('video-wall-sync', [
  figure('synchronised playback of 4: pictures apart', 'ms', steered, { of: 'p95', atMost: 80 }),
  figure('until all four show their picture', 'ms', [together]),
  figure('4 players that know nothing of each other', 'ms', free),
]);

/** Measures the distance between the first and the last of the four repeatedly. */
async function watch(page: Page): Promise<number[]> {
  const spreads: number[] = [];
  for (let read = 0; read < (seconds * 1000) / sampleIntervalMs; read += 1) {
    const times = await clocks(page);
    if (times.length === count) spreads.push(Math.max(...times) - Math.min(...times));
    await sleep(sampleIntervalMs);
  }
  return spreads;
}

/** Reads the burnt clocks of all videos within one task of the page. */
async function clocks(page: Page): Promise<number[]> {
  const strips = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 160;
    canvas.height = 1;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const find = (root: ParentNode): HTMLVideoElement[] =>
      [...root.querySelectorAll('*')].flatMap((element) =>
        element instanceof HTMLVideoElement ? [element] : element.shadowRoot ? find(element.shadowRoot) : [],
      );
    return find(document).flatMap((video) => {
      if (!context || video.readyState < 2 || video.videoWidth === 0) return [];
      context.drawImage(video, 0, Math.max(16, Math.floor(video.videoHeight / 15)) / 2, video.videoWidth, 1, 0, 0, 160, 1);
      return [[...context.getImageData(0, 0, 160, 1).data]];
    });
  });
  return strips.flatMap((strip) => readClock(Uint8ClampedArray.from(strip), 160, 1) ?? []);
}
