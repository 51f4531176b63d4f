/**
 * A source holds its video back for 500 ms every 3 s, for a minute, and then stops doing so. Measures how often the picture freezes, and how long until the latency is as before.
 * `<watchpost-camera>` over WebSocket → MSE; for comparison, hls.js with its defaults on plain HLS through the same link, which is always seconds behind.
 */
import type { Page } from 'playwright';
import { startRigCamera } from '../../e2e/rig/camera.ts';
import { openLiveStage } from '../support/live-stage.ts';
import { figure, percentile, report } from '../support/report.ts';
import { startStallingLink } from '../support/stalling-link.ts';
import { sleep } from '../support/waiting.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 60);
/** WebRTC's own definition of a freeze, for 25 frames a second, ms. */
const minFreezeMs = 190;

const camera = await startRigCamera();
const address = new URL(camera.url('/cam'));
const link = await startStallingLink(Number(address.port));
address.port = String(link.port);
const stage = await openLiveStage(address.href);

const own = await measure(stage.ownUrl, 5, stage.showOwn('websocket'));
const plain = await measure(stage.peerUrl, 10, stage.showPeer);

await stage.close();
link.close();
await camera.stop();

report('live-stalls', [
  figure('freezes in a minute of stalls', 'freezes', [own.freezes], { of: 'p95', atMost: 1 }),
  figure('latency before', 'ms', [own.before]),
  figure('latency meanwhile', 'ms', [own.meanwhile]),
  figure('until it is back, after the last', 's', [own.backAfter], { of: 'p95', atMost: 10 }),
  figure('hls.js on plain HLS: freezes', 'freezes', [plain.freezes]),
  figure('hls.js on plain HLS: latency meanwhile', 'ms', [plain.meanwhile]),
]);

async function measure(
  url: string,
  settle: number,
  mount: (page: Page) => Promise<void>,
): Promise<{ freezes: number; before: number; meanwhile: number; backAfter: number }> {
  const { page, context } = await stage.browser.newPage();
  await page.goto(url, { waitUntil: 'load' });
  await mount(page);
  await sleep(settle * 1000);
  const before = percentile(
    (await page.evaluate(() => bench.presented(5))).map(({ age }) => age),
    0.5,
  );
  link.begin(3_000, 500);
  const stalling = await page.evaluate((time) => bench.presented(time), seconds);
  link.end();
  const after = await page.evaluate(() => bench.presented(20));
  await context.close();
  const freezes = stalling.filter(({ at }, index) => index > 0 && at - (stalling[index - 1]?.at ?? at) > minFreezeMs).length;
  // Recovered: no later frame is more than 60 ms older than before the stalls.
  const lastLate = after.findLast(({ age }) => age > before + 60);
  return {
    freezes,
    before,
    meanwhile: percentile(
      stalling.map(({ age }) => age),
      0.5,
    ),
    backAfter: lastLate ? lastLate.at / 1000 : 0,
  };
}
