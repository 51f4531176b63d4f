/**
 * Measures low-latency HLS for ten minutes: stalls of the picture, and its latency. `<watchpost-camera>` on a partner's page;
 * for comparison, in the same ten minutes, hls.js with its defaults on plain HLS of the same camera.
 */
import type { Page } from 'playwright';
import { openLiveStage } from '../support/live-stage.ts';
import { figure, report } from '../support/report.ts';
import { sleep } from '../support/waiting.ts';

const seconds = Number(process.env['BENCH_SECONDS'] ?? 600);
/** A picture that stands still this long is a visible stall, ms. */
const minStallMs = 500;

const stage = await openLiveStage();
const [own, plain] = await Promise.all([measure(stage.ownUrl, stage.showOwn('hls')), measure(stage.peerUrl, stage.showPeer)]);

await stage.close();

report('hls-stalls', [
  figure(`low-latency HLS: stalls in ${seconds} s`, 'stalls', [own.stalls], { of: 'p95', atMost: 0 }),
  figure('longest time that one picture stood', 'ms', [own.longest]),
  figure('its latency', 'ms', own.ages, { of: 'p95', atMost: 1_500 }),
  figure('plain HLS, hls.js defaults: stalls', 'stalls', [plain.stalls]),
  figure('its latency', 'ms', plain.ages),
]);

async function measure(url: string, mount: (page: Page) => Promise<void>): Promise<{ stalls: number; longest: number; ages: number[] }> {
  const { page, context } = await stage.browser.newPage();
  await page.goto(url, { waitUntil: 'load' });
  await mount(page);
  await sleep(10_000);
  const frames = await page.evaluate((time) => bench.presented(time), seconds);
  await context.close();
  // Until the end of the measurement: a picture that never moved again was stalled until then.
  const times = [0, ...frames.map(({ at }) => at), seconds * 1000];
  const waits = times.slice(1).map((at, index) => at - (times[index] ?? at));
  return { stalls: waits.filter((wait) => wait >= minStallMs).length, longest: Math.max(...waits), ages: frames.map(({ age }) => age) };
}
