/**
 * Measures the age of the live picture: reads the clock that the camera burns into each frame from the page when the frame is presented.
 * `<watchpost-camera>` on a partner's page with each of its transports; for comparison, hls.js with its defaults on plain HLS of the same camera.
 * All include the camera's own encoding and sending. Beside it, what each costs the browser, in time and in wake-ups: whether WebCodecs takes
 * MediaSource's place after the first picture, as `auto` does where it is switched on, is decided by both, in each engine.
 */
import type { CameraOptions } from '../pages/players.ts';
import { engine, openPage, type EnginePage } from '../support/engine.ts';
import { openLiveStage } from '../support/live-stage.ts';
import { residentMemory } from '../support/processes.ts';
import { figure, report } from '../support/report.ts';
import { sleep } from '../support/waiting.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 30);
/** How long the browser's processor time is measured, while nothing reads the picture. */
const workSeconds = 10;

const stage = await openLiveStage();

const own = (transport: NonNullable<CameraOptions['transport']>, settle: number): Promise<Ages> =>
  measure(
    stage.ownUrl,
    settle,
    (page) => page.evaluate((given) => void bench.mountCamera(given), { ...stage.options, transport }),
    transport === 'webcodecs',
  );
const live = await own('websocket', 3);
/** Debian's Firefox has no H.264 over WebRTC, its WebKitGTK no WebRTC. */
const webRtc: Ages | null = engine === 'chromium' ? await own('webrtc', 3) : null;
const webCodecs = await own('webcodecs', 3);
/** `auto` where WebCodecs is switched on: it takes over once MediaSource has shown the picture for a second. */
const taken = await measure(
  stage.ownUrl,
  3,
  async (page) => {
    await page.evaluate((given) => void bench.mountCamera(given), { ...stage.options, drawn: true });
    await page.evaluate(() => bench.taken());
  },
  true,
);
const lowLatencyHls = await own('hls', 8);
const memory = residentMemory(stage.server.pid) / 1e6;
const plain = await measure(stage.peerUrl, 8, (page) => page.evaluate((url) => void bench.mountHls(url), stage.playlistUrl));

await stage.close();

report('live-latency', [
  ...(webRtc
    ? [figure('WebRTC', 'ms', webRtc.ages, { of: 'p95', atMost: 67 }), figure('frames not presented, WebRTC', '%', [missing(webRtc)])]
    : []),
  figure('WebSocket → MSE', 'ms', live.ages, { of: 'p95', atMost: 140 }),
  figure('frames not presented, WebSocket → MSE', '%', [missing(live)]),
  figure('WebSocket → WebCodecs', 'ms', webCodecs.ages, { of: 'p95', atMost: 38 }),
  figure('frames not presented, WebSocket → WebCodecs', '%', [missing(webCodecs)]),
  figure('WebCodecs after MediaSource', 'ms', taken.ages),
  figure('frames not presented, WebCodecs after MediaSource', '%', [missing(taken)]),
  figure('low-latency HLS', 'ms', lowLatencyHls.ages, { of: 'p95', atMost: 1_500 }),
  figure('low-latency HLS, half of the frames', 'ms', lowLatencyHls.ages, { of: 'median', atMost: 1_000 }),
  figure('frames not presented, low-latency HLS', '%', [missing(lowLatencyHls)]),
  figure('plain HLS of 2 s, hls.js defaults', 'ms', plain.ages),
  figure('frames not presented, plain HLS', '%', [missing(plain)]),
  figure('processor of the browser, WebSocket → MSE', '% of a core', [live.work]),
  figure('processor of the browser, WebSocket → WebCodecs', '% of a core', [webCodecs.work]),
  figure('processor of the browser, WebCodecs after MediaSource', '% of a core', [taken.work]),
  ...(webRtc ? [figure('processor of the browser, WebRTC', '% of a core', [webRtc.work])] : []),
  figure('wake-ups of the browser, WebSocket → MSE', 'a second', [live.wakeUps]),
  figure('wake-ups of the browser, WebSocket → WebCodecs', 'a second', [webCodecs.wakeUps]),
  figure('wake-ups of the browser, WebCodecs after MediaSource', 'a second', [taken.wakeUps]),
  figure('frames whose clock could not be read', 'frames', [live.unread, webRtc?.unread ?? 0, lowLatencyHls.unread, plain.unread]),
  figure('memory of the server', 'MB', [memory]),
]);

interface Ages {
  readonly ages: number[];
  readonly unread: number;
  /** Processor time of all of the browser's processes, % of one core. */
  readonly work: number;
  /** Wake-ups of all of the browser's threads, per second. */
  readonly wakeUps: number;
}

function missing({ ages, unread }: Ages): number {
  return Math.max(0, (1 - (ages.length + unread) / (seconds * 25)) * 100);
}

/** Opens a page, starts a player and, once it has settled, measures the age of each frame. */
async function measure(url: string, settle: number, mount: (page: EnginePage) => Promise<void>, isDrawn = false): Promise<Ages> {
  const { page, errors, close } = await openPage(stage.browser);
  await page.goto(url);
  await mount(page);
  await sleep(settle * 1000);
  const ages = await page.evaluate(({ time, drawn }) => (drawn ? bench.drawnAges(time) : bench.ages(time)), {
    time: seconds,
    drawn: isDrawn,
  });
  const before = { work: stage.browserWork(), wakeUps: stage.browserWakeUps(), at: performance.now() };
  await sleep(workSeconds * 1000);
  const elapsed = performance.now() - before.at;
  const work = ((stage.browserWork() - before.work) / elapsed) * 100;
  const woken = [...stage.browserWakeUps()].reduce((sum, [thread, count]) => sum + count - (before.wakeUps.get(thread) ?? 0), 0);
  if (errors.length > 0) console.error(errors.join('\n'));
  await close();
  return { ...ages, work, wakeUps: woken / (elapsed / 1000) };
}
