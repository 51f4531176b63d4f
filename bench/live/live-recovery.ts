/**
 * Measures how soon a live picture recovers: after lost video (R25), after a minute without network (R6), after the camera was offline,
 * and after the tab was hidden. Also measures the freeze when the quality changes, and with a camera whose frame rate is uneven.
 * `e2e/player` shows that all of this happens; this bench measures the times.
 */
import type { Page } from 'playwright';
import { startRigCamera } from '../../e2e/rig/camera.ts';
import { until } from '../../e2e/support/product.ts';
import { startProxy } from '../../e2e/support/proxy.ts';
import { signIn } from '../support/account.ts';
import { openLiveStage } from '../support/live-stage.ts';
import { figure, report } from '../support/report.ts';
import { sleep } from '../support/waiting.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const offlineSeconds = Number(process.env['BENCH_SECONDS'] ?? 60);
/** A picture younger than this counts as live, ms. */
const liveAgeMs = 1_500;

interface CameraElement extends HTMLElement {
  readonly player: { readonly controller: { setActive(active: boolean): void; setQuality(quality: 'low' | 'high'): void } } | null;
}

const camera = await startRigCamera();
const stage = await openLiveStage(camera.url('/cam'));
const account = await signIn(stage.server);

const [stallsAfter, playsAfter] = await measureLostVideo();
const onlineAfter = await measureOffline();
const [unavailableAfter, availableAfter] = await measureLostCamera();
const [releasedAfter, shownAfter] = await measureInactive();
const qualityGap = await measureGap('/cam', 15, async (page) => {
  for (const quality of ['low', 'high'] as const) {
    await sleep(5_000);
    await page.evaluate(
      (wanted) => document.querySelector<CameraElement>('watchpost-camera')?.player?.controller.setQuality(wanted),
      quality,
    );
  }
});
const unevenGap = await measureGap('/vfr', 10);

await stage.close();
await camera.stop();

report('live-recovery', [
  figure('R25: video is lost: until the player says that it stalls', 'ms', stallsAfter, { of: 'maximum', atMost: 1_500 }),
  figure('R25: video is back: until the picture is live', 's', playsAfter, { of: 'maximum', atMost: 5 }),
  figure(`R6: ${offlineSeconds} s without network: until the picture is live`, 's', onlineAfter, { of: 'maximum', atMost: 5 }),
  figure('the camera is lost: until the page says so', 's', unavailableAfter, { of: 'maximum', atMost: 15 }),
  figure('the camera is back: until the picture is live', 's', availableAfter, { of: 'maximum', atMost: 10 }),
  figure('nobody looks: until the decoder is released', 'ms', releasedAfter, { of: 'p95', atMost: 900 }),
  figure('a user looks again: until the picture is live', 's', shownAfter, { of: 'p95', atMost: 4 }),
  figure('the quality changes: longest gap between pictures', 'ms', [qualityGap], { of: 'p95', atMost: 1_300 }),
  figure('25 and 5 frames a second in turn: longest gap', 'ms', [unevenGap], { of: 'p95', atMost: 1_000 }),
]);

async function openPage(server = stage.server.url, options: Partial<typeof stage.options> = {}, prepare?: (page: Page) => Promise<void>) {
  const { page, context } = await stage.browser.newPage();
  await prepare?.(page);
  await page.goto(stage.ownUrl);
  await page.evaluate((given) => void bench.mountCamera(given), { ...stage.options, server, ...options });
  await untilLive(page);
  return { page, context };
}

/** Waits until the page presents a live picture. @returns the wait, s */
async function untilLive(page: Page): Promise<number> {
  const startedAt = performance.now();
  await until(
    'a live picture',
    async () => (await page.evaluate(() => bench.presented(0.1))).some(({ age }) => age > -200 && age < liveAgeMs),
    60_000,
  );
  return (performance.now() - startedAt) / 1000;
}

async function measureLostVideo(): Promise<[number[], number[]]> {
  let isLost = false;
  const { page, context } = await openPage(undefined, {}, (opened) =>
    opened.routeWebSocket('**/live', (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => server.send(message));
      server.onMessage((message) => {
        if (!isLost || typeof message === 'string') socket.send(message);
      });
    }),
  );
  const stalls: number[] = [];
  const plays: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const stall = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const video = document.querySelector('watchpost-camera')?.shadowRoot?.querySelector('video');
          let lastPictureAt = performance.now();
          const note = (now: number): void => {
            lastPictureAt = now;
            video?.requestVideoFrameCallback(note);
          };
          video?.requestVideoFrameCallback(note);
          addEventListener('watchpost-quality', function onQuality(event) {
            if (!(event instanceof CustomEvent) || event.detail.type !== 'stall') return;
            removeEventListener('watchpost-quality', onQuality);
            resolve(performance.now() - lastPictureAt);
          });
        }),
    );
    isLost = true;
    await sleep(5_000);
    stalls.push(await stall);
    isLost = false;
    plays.push(await untilLive(page));
    await sleep(2_000);
  }
  await context.close();
  return [stalls, plays];
}

async function measureOffline(): Promise<number[]> {
  const proxy = await startProxy(stage.server.url);
  const { page, context } = await openPage(proxy.url);
  const times: number[] = [];
  for (const browserKnows of [true, false]) {
    proxy.cut();
    if (browserKnows) await context.setOffline(true);
    await sleep(offlineSeconds * 1000);
    proxy.mend();
    if (browserKnows) await context.setOffline(false);
    times.push(await untilLive(page));
  }
  await context.close();
  proxy.close();
  return times;
}

async function measureLostCamera(): Promise<[number[], number[]]> {
  const { page, context } = await openPage();
  await camera.stop();
  const lostAt = performance.now();
  await page.getByText('Camera is unavailable').first().waitFor({ timeout: 60_000 });
  const unavailable = (performance.now() - lostAt) / 1000;
  await camera.restart();
  const available = await untilLive(page);
  await context.close();
  return [[unavailable], [available]];
}

async function measureInactive(): Promise<[number[], number[]]> {
  const { page, context } = await openPage();
  const released: number[] = [];
  const shown: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    released.push(
      await page.evaluate(async () => {
        const element = document.querySelector<CameraElement>('watchpost-camera');
        const startedAt = performance.now();
        element?.player?.controller.setActive(false);
        while (element?.shadowRoot?.querySelector('video')?.readyState !== 0) await new Promise(requestAnimationFrame);
        return performance.now() - startedAt;
      }),
    );
    await page.evaluate(() => document.querySelector<CameraElement>('watchpost-camera')?.player?.controller.setActive(true));
    shown.push(await untilLive(page));
  }
  await context.close();
  return [released, shown];
}

/** Measures the longest time between two frames, ms. */
async function measureGap(path: string, seconds: number, act?: (page: Page) => Promise<void>): Promise<number> {
  const cameraId = await account.addCamera(camera.url(path), path);
  await account.online(cameraId);
  const token = await account.embedToken(cameraId, { origins: [stage.site.origin] });
  const { page, context } = await openPage(undefined, { cameraId, token });
  const watched = page.evaluate((time) => bench.presented(time), seconds);
  await act?.(page);
  const pictures = await watched;
  await context.close();
  return Math.max(...pictures.slice(1).map(({ at }, index) => at - (pictures[index]?.at ?? at)));
}
