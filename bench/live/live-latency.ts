/**
 * Measures the age of the live picture: reads the clock that the camera burns into each frame from the page when the frame is presented.
 * `<watchpost-camera>` on a partner's page with each of its transports; for comparison, hls.js with its defaults on plain HLS of the same camera.
 * All include the camera's own encoding and sending. Beside it, what each costs the browser: whether WebCodecs becomes the default is decided
 * by both, in each engine.
 */
import type { Page } from 'playwright';
import type { CameraOptions } from '../pages/players.ts';
import { engine } from '../support/engine.ts';
import { openLiveStage } from '../support/live-stage.ts';
import { residentMemory } from '../support/processes.ts';
import { figure, report } from '../support/report.ts';
import { sleep } from '../support/waiting.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 30);
/** How long the browser's processor time is measured, while nothing reads the picture. */
const workSeconds = 10;

const stage = await openLiveStage();

const own = (transport: NonNullable<CameraOptions['transport']>, settle: number): Promise<Ages> =>
  measure(stage.ownUrl, settle, stage.showOwn(transport), transport === 'webcodecs');
const live = await own('websocket', 3);
/** Debian's Firefox has no H.264 over WebRTC. */
const webRtc: Ages | null = engine === 'firefox' ? null : await own('webrtc', 3);
const webCodecs = await own('webcodecs', 3);
const lowLatencyHls = await own('hls', 8);
const memory = residentMemory(stage.server.pid) / 1e6;
const plain = await measure(stage.peerUrl, 8, stage.showPeer);

await stage.close();

report('live-latency', [
  ...(webRtc
    ? [figure('WebRTC', 'ms', webRtc.ages, { of: 'p95', atMost: 100 }), figure('frames not presented, WebRTC', '%', [missing(webRtc)])]
    : []),
  figure('WebSocket → MSE', 'ms', live.ages, { of: 'p95', atMost: 200 }),
  figure('frames not presented, WebSocket → MSE', '%', [missing(live)]),
  figure('WebSocket → WebCodecs', 'ms', webCodecs.ages, { of: 'p95', atMost: 800 }),
  figure('frames not presented, WebSocket → WebCodecs', '%', [missing(webCodecs)]),
  figure('low-latency HLS', 'ms', lowLatencyHls.ages, { of: 'p95', atMost: 1_500 }),
  figure('frames not presented, low-latency HLS', '%', [missing(lowLatencyHls)]),
  figure('plain HLS of 2 s, hls.js defaults', 'ms', plain.ages),
  figure('frames not presented, plain HLS', '%', [missing(plain)]),
  figure('processor of the browser, WebSocket → MSE', '% of a core', [live.work]),
  figure('processor of the browser, WebSocket → WebCodecs', '% of a core', [webCodecs.work]),
  ...(webRtc ? [figure('processor of the browser, WebRTC', '% of a core', [webRtc.work])] : []),
  figure('frames whose clock could not be read', 'frames', [live.unread, webRtc?.unread ?? 0, lowLatencyHls.unread, plain.unread]),
  figure('memory of the server', 'MB', [memory]),
]);

interface Ages {
  readonly ages: number[];
  readonly unread: number;
  /** Of all processes of the browser, % of one core. */
  readonly work: number;
}

function missing({ ages, unread }: Ages): number {
  return Math.max(0, (1 - (ages.length + unread) / (seconds * 25)) * 100);
}

/** Opens a page, starts a player and, once it has settled, measures the age of each frame. */
async function measure(url: string, settle: number, mount: (page: Page) => Promise<void>, isDrawn = false): Promise<Ages> {
  const { page, context, errors } = await stage.browser.newPage();
  await page.goto(url, { waitUntil: 'load' });
  await mount(page);
  await sleep(settle * 1000);
  const ages = await page.evaluate(([time, drawn]) => (drawn ? bench.drawnAges(time) : bench.ages(time)), [seconds, isDrawn] as const);
  const before = { work: stage.browserWork(), at: performance.now() };
  await sleep(workSeconds * 1000);
  const work = ((stage.browserWork() - before.work) / (performance.now() - before.at)) * 100;
  if (errors.length > 0) console.error(errors.join('\n'));
  await context.close();
  return { ...ages, work };
}
