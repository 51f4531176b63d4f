/**
 * How old the live picture is: the clock that the camera burns into each frame, read from the page when the frame is presented.
 * `<watchpost-camera>` on a partner's page by each of its ways; beside it hls.js with its defaults on plain HLS of the same camera.
 * All include the camera's own encoding and sending.
 */
import { startRigCamera } from '../../e2e/rig/camera.ts';
import { launchBrowser, type TestBrowser } from '../../e2e/support/chromium.ts';
import type { CameraOptions } from '../pages/players.ts';
import { signIn } from '../support/account.ts';
import { emptyCameraPage, hlsPage } from '../support/pages.ts';
import { startPlainHls } from '../support/plain-hls.ts';
import { residentMemory } from '../support/processes.ts';
import { figure, report } from '../support/report.ts';
import { startServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';
import { sleep } from '../support/waiting.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 30);

const camera = await startRigCamera();
const server = await startServer();
const account = await signIn(server);
const cameraId = await account.addCamera(camera.url('/cam'), 'Camera');
await account.online(cameraId);
const hls = await startPlainHls(camera.url('/cam'));
const site = await startSite({ '/plain-hls/': hls.folder });
const token = await account.embedToken(cameraId, { origin: site.origin });
const browser = await launchBrowser();

const own = (transport: NonNullable<CameraOptions['transport']>, settle: number): Promise<Ages> =>
  measure(browser, emptyCameraPage(site, server.url), settle, (page) => page.evaluate((options) => void bench.mountCamera(options), { server: server.url, cameraId, token, transport }), transport === 'webcodecs');
const live = await own('websocket', 3);
const webRtc = await own('webrtc', 3);
const webCodecs = await own('webcodecs', 3);
const lowLatencyHls = await own('hls', 8);
const memory = residentMemory(server.pid) / 1e6;
const plain = await measure(browser, hlsPage(site), 8, (page) => page.evaluate((url) => void bench.mountHls(url), `${site.origin}/plain-hls/index.m3u8`));

await browser.close();
await site.close();
await hls.stop();
await server.dispose();
await camera.stop();

report('live-latency', [
  figure('WebRTC', 'ms', webRtc.ages, { of: 'p95', atMost: 100 }),
  figure('its frames not presented', '%', [missing(webRtc)]),
  figure('WebSocket → MSE', 'ms', live.ages, { of: 'p95', atMost: 200 }),
  figure('its frames not presented', '%', [missing(live)]),
  figure('WebSocket → WebCodecs', 'ms', webCodecs.ages),
  figure('low-latency HLS', 'ms', lowLatencyHls.ages, { of: 'p95', atMost: 1_500 }),
  figure('its frames not presented', '%', [missing(lowLatencyHls)]),
  figure('plain HLS of 2 s, hls.js defaults', 'ms', plain.ages),
  figure('its frames not presented', '%', [missing(plain)]),
  figure('frames whose clock could not be read', 'frames', [live.unread, webRtc.unread, lowLatencyHls.unread, plain.unread]),
  figure('memory of the server', 'MB', [memory]),
]);

interface Ages {
  readonly ages: number[];
  readonly unread: number;
}

function missing({ ages, unread }: Ages): number {
  return Math.max(0, (1 - (ages.length + unread) / (seconds * 25)) * 100);
}

/** Opens a page, starts a player and, once it has settled, takes the age of each frame. */
async function measure(from: TestBrowser, url: string, settle: number, mount: (page: Awaited<ReturnType<TestBrowser['newPage']>>['page']) => Promise<void>, isDrawn = false): Promise<Ages> {
  const { page, context, errors } = await from.newPage();
  await page.goto(url, { waitUntil: 'load' });
  await mount(page);
  await sleep(settle * 1000);
  const ages = await page.evaluate(([time, drawn]) => (drawn ? bench.drawnAges(time) : bench.ages(time)), [seconds, isDrawn] as const);
  if (errors.length > 0) console.error(errors.join('\n'));
  await context.close();
  return ages;
}
