/**
 * Measures the time until the picture moves (the second presented frame). Warm: the page is loaded, the server has the camera, a new player.
 * Cold: from the navigation to a page that contains the tag, with an empty cache and no connection. For comparison, hls.js with its defaults on plain HLS,
 * and the same camera by WebCodecs alone, and where WebCodecs takes MediaSource's place after the first picture (ADR 114).
 */
import type { FirstFrames } from '../pages/measures.ts';
import { openPage, type EnginePage } from '../support/engine.ts';
import { openLiveStage } from '../support/live-stage.ts';
import { cameraPage, hlsPage } from '../support/pages.ts';
import { figure, report } from '../support/report.ts';
import { sleep } from '../support/waiting.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20);

const stage = await openLiveStage();
const { browser, options, playlistUrl } = stage;

const warm = await measureWarm(stage.ownUrl, (page) => page.evaluate((camera) => bench.timeCamera(camera), options));
const drawn = await measureWarm(stage.ownUrl, (page) =>
  page.evaluate((camera) => bench.timeCamera(camera), { ...options, transport: 'webcodecs' as const }),
);
const taken = await measureWarm(stage.ownUrl, (page) => page.evaluate((camera) => bench.timeCamera(camera), { ...options, drawn: true }));
const posters = await measurePosters(stage.ownUrl);
const cold = await measureCold(cameraPage(stage.site, options));
const plainWarm = await measureWarm(stage.peerUrl, (page) => page.evaluate((url) => bench.timeHls(url), playlistUrl), 8);
const plainCold = await measureCold(hlsPage(stage.site, playlistUrl), 8);

await stage.close();

const moving = (times: readonly FirstFrames[]): number[] => times.map((time) => time.moving);
report('first-frame', [
  figure('a picture on the page, poster or better', 'ms', posters, { of: 'p95', atMost: 150 }),
  figure('warm, until it moves, half of the times', 'ms', moving(warm), { of: 'median', atMost: 200 }),
  figure('warm, until it moves, nearly always', 'ms', moving(warm), { of: 'p95', atMost: 400 }),
  figure(
    'warm, first frame',
    'ms',
    warm.map(({ first }) => first),
    { of: 'median', atMost: 148 },
  ),
  figure('cold, until it moves', 'ms', moving(cold), { of: 'p95', atMost: 1200 }),
  figure(
    'cold, first frame',
    'ms',
    cold.map(({ first }) => first),
  ),
  figure('WebCodecs, warm, until it moves', 'ms', moving(drawn)),
  figure('WebCodecs after MediaSource, warm, until it moves', 'ms', moving(taken)),
  figure('hls.js, warm, until it moves', 'ms', moving(plainWarm)),
  figure('hls.js, cold, until it moves', 'ms', moving(plainCold)),
]);

async function measureWarm(url: string, time: (page: EnginePage) => Promise<FirstFrames>, count = rounds): Promise<FirstFrames[]> {
  const { page, close } = await openPage(browser);
  await page.goto(url);
  // The first player opens the page's connection; it is not counted.
  await time(page);
  const times: FirstFrames[] = [];
  for (let round = 0; round < count; round++) {
    await sleep(300 + Math.random() * 2000);
    times.push(await time(page));
  }
  await close();
  return times;
}

async function measurePosters(url: string): Promise<number[]> {
  const { page, close } = await openPage(browser);
  await page.goto(url);
  await page.evaluate((camera) => bench.timePoster(camera), options);
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await sleep(300 + Math.random() * 500);
    times.push(await page.evaluate((camera) => bench.timePoster(camera), options));
  }
  await close();
  return times;
}

async function measureCold(url: string, count = rounds): Promise<FirstFrames[]> {
  const times: FirstFrames[] = [];
  for (let round = 0; round < count; round++) {
    await sleep(Math.random() * 2000);
    const { page, close } = await openPage(browser);
    await page.goto(url);
    times.push(await page.evaluate(() => bench.cold));
    await close();
  }
  return times;
}
