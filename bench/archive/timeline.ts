/**
 * Measures the timeline in the app: how soon the preview under the pointer appears, and whether 30 days with 10,000 events draw at 60 frames a second.
 * For comparison: hls.js with its defaults on the same recordings, for a scrub that seeks a video; and an element for each event, for the drawing.
 */
import { fillPath } from '@watchpost/contract/kernel';
import { archivePlaylist } from '@watchpost/contract/endpoints/archive';
import type { EventTimeline, Footage } from '@watchpost/sdk-core';
import type { Page } from 'playwright';
import { launchChromium } from '../../e2e/support/chromium.ts';
import { until } from '../../e2e/support/product.ts';
import { signInWithoutPage, storedSession } from '../../e2e/support/signed-in.ts';
import { signIn } from '../support/account.ts';
import { startReplayCameras } from '../support/cameras.ts';
import { clockClip } from '../support/archive/clip.ts';
import { makeArchive } from '../support/archive/make-archive.ts';
import { hlsPage } from '../support/pages.ts';
import { figure, report } from '../support/report.ts';
import { startServer } from '../support/server.ts';
import { startSite } from '../support/site.ts';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const email = 'bench@example.test';

const clip = await clockClip();
const loop = clip.seconds * 1000;
const cameras = await startReplayCameras(clip);
const server = await startServer();
const account = await signIn(server, email);
const cameraId = await account.addCamera(cameras.address('camera'), 'Camera');
await account.online(cameraId);
await server.stop();
await cameras.stop();
const from = Math.floor((Date.now() - 2 * hour) / loop) * loop;
await makeArchive({ dataDir: server.dataDir, cameraId, clip, from, loops: hour / loop });
await server.start();
await until(
  'the hour to be in the index',
  async () => (await account.footage(cameraId, from, from + hour)).recordings.some((part) => part.to >= from + hour),
  30_000,
);

const browser = await launchChromium();
const person = await signInWithoutPage(server, email);
const { page } = await browser.newPage({ storageState: storedSession(person, server.url), viewport: { width: 1440, height: 900 } });

await page.goto(`${server.url}/cameras/${cameraId}?t=${from + hour / 2}`);
await page.locator('.wp-head').waitFor();
const pictures = { cold: [] as number[], warm: [] as number[] };
for (const span of ['47 min', '23 min', '12 min']) {
  await zoomTo(page, span);
  const places = await placesOf(page);
  pictures.cold.push(...(await timePictures(page, places)));
  pictures.warm.push(...(await timePictures(page, places)));
}

const site = await startSite();
const token = await account.embedToken(cameraId, { origins: [site.origin], archive: { kind: 'all' } });
const peer = await browser.newPage();
await peer.page.goto(hlsPage(site));
const playlist = `${server.url}${fillPath(archivePlaylist.path, { id: cameraId })}?from=${from}&to=${from + hour}`;
const theirs = await peer.page.evaluate(([url, headers, footage]) => bench.timeHlsSeeks(url, headers, footage, 20), [
  playlist,
  { Authorization: `Bearer ${token}` },
  { from, to: from + hour, loop },
] as const);
await peer.context.close();

const now = Date.now();
await page.route('**/archive/footage?*', (route) => route.fulfill({ json: longFootage(now) }));
await page.route('**/events/timeline?*', (route) => route.fulfill({ json: manyEvents(now, new URL(route.request().url())) }));
await page.goto(`${server.url}/cameras/${cameraId}?t=${now - 15 * day}`);
await page.locator('.wp-head').waitFor();
await zoomTo(page, '30 d');
await until('the events', async () => (await page.locator('.wp-lane-event i').count()) > 10);
const drawing = await page.evaluate(drawFor, 5000);
const nodes = await page.locator('.wp-timeline *').count();
const plain = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await plain.page.goto(`${server.url}/robots.txt`);
const naive = await plain.page.evaluate(drawElements, { events: 10_000, lasts: 3000 });

await browser.close();
await site.close();
person.client.dispose();
await server.dispose();

report('timeline', [
  figure('picture under the pointer, the first time', 'ms', pictures.cold, { of: 'p95', atMost: 150 }),
  figure('picture under the pointer, known', 'ms', pictures.warm, { of: 'p95', atMost: 50 }),
  figure('hls.js: a seek of a video on the same footage', 'ms', theirs),
  figure('30 days, 10,000 events: script and layout of a frame', 'ms', drawing.work, { of: 'p95', atMost: 16.7 }),
  figure('30 days, 10,000 events: from frame to frame', 'ms', drawing.frames, { of: 'median', atMost: 16.8 }),
  figure('an element for each event: script and layout of a frame', 'ms', naive),
  figure('elements of the line', '', [nodes]),
]);

async function zoomTo(target: Page, span: string): Promise<void> {
  const steps = span === '30 d' ? 'Zoom out' : 'Zoom in';
  await until(`a window of ${span}`, async () => {
    const shown = await target.locator('.wp-span').innerText();
    if (shown === span || (span !== '30 d' && shown.endsWith('min') && Number.parseInt(shown, 10) <= Number.parseInt(span, 10)))
      return true;
    await target.locator('.wp-timeline').getByRole('button', { name: steps, exact: true }).click();
    return false;
  });
  await target.waitForTimeout(400);
}

/** Returns positions on the timeline that have footage, further apart than the prefetched neighbours of a preview. */
function placesOf(target: Page): Promise<number[]> {
  return target.evaluate(() => {
    const line = document.querySelector('.wp-tl')?.getBoundingClientRect();
    const footage = document.querySelector('.wp-track .wp-footage')?.getBoundingClientRect();
    if (!line || !footage) throw new Error('There is no footage on the line.');
    const places: number[] = [];
    for (let x = Math.max(line.left, footage.left) + 10; x < Math.min(line.right, footage.right) - 10; x += 90) places.push(x);
    return places.toSorted((a, b) => ((a * 7919) % 101) - ((b * 7919) % 101));
  });
}

/** Measures the time from the pointer's move until the preview of its position is painted, ms. */
function timePictures(target: Page, places: readonly number[]): Promise<number[]> {
  return target.evaluate(async (all) => {
    const track = document.querySelector('.wp-track');
    const canvas = document.querySelector<HTMLCanvasElement>('.wp-peek canvas');
    const box = track?.getBoundingClientRect();
    if (!track || !canvas || !box) throw new Error('There is no line of time.');
    const times: number[] = [];
    for (const x of all) {
      const before = canvas.dataset['at'];
      const started = performance.now();
      track.dispatchEvent(
        new PointerEvent('pointermove', { clientX: x, clientY: box.top + 50, pointerType: 'mouse', bubbles: true, composed: true }),
      );
      while (canvas.dataset['at'] === before || !canvas.classList.contains('wp-fresh')) {
        if (performance.now() - started > 5000) throw new Error(`No picture at ${x}.`);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
      times.push(performance.now() - started);
      // Longer than a pointer must rest before its neighbours are fetched.
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
    return times;
  }, places);
}

/** Generates 30 days of recordings of a few minutes each. */
function longFootage(end: number): Footage {
  const parts = Array.from({ length: 2000 }, (_, index) => ({
    from: end - 30 * day + index * 21.6 * minute,
    to: end - 30 * day + index * 21.6 * minute + 19 * minute,
  }));
  return {
    recordings: parts,
    gaps: parts.slice(1).map((part, index) => ({
      from: parts[index]?.to ?? 0,
      to: part.from,
      reason: index % 2 === 0 ? ('no-motion' as const) : ('offline' as const),
    })),
    oldest: end - 30 * day,
    newest: parts.at(-1)?.to ?? end,
  };
}

/** Generates 10,000 events spread over the 30 days, each with its own mark at any step; and activity. */
function manyEvents(end: number, url: URL): EventTimeline {
  const [start, stop, step] = ['from', 'to', 'step'].map((name) => Number(url.searchParams.get(name))) as [number, number, number];
  const types = ['human', 'vehicle', 'motion', 'lineCrossing'] as const;
  const marks = Array.from({ length: 10_000 }, (_, index) => ({
    at: Math.round(end - 30 * day + (index * 30 * day) / 10_000),
    type: types[index % 4] ?? 'motion',
    count: 1,
    eventId: `event-${index}`,
  }));
  return {
    marks: marks.filter(({ at }) => at >= start && at < stop),
    activity: Array.from({ length: Math.min(2000, Math.ceil((stop - start) / step)) }, (_, index) => Math.abs(Math.sin(index))),
  };
}

/** Runs in the page: a wheel notch or a sideways scroll in each frame, and the page's processing time. */
async function drawFor(lasts: number): Promise<{ work: number[]; frames: number[] }> {
  const line = document.querySelector<HTMLElement>('.wp-tl');
  if (!line) throw new Error('There is no line of time.');
  const box = line.getBoundingClientRect();
  const [work, frames]: [number[], number[]] = [[], []];
  const started = performance.now();
  let last = started;
  for (let turn = 0; performance.now() - started < lasts; turn += 1) {
    const at = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    if (turn > 10) frames.push(at - last);
    last = at;
    const begun = performance.now();
    const zooms = turn % 2 === 0;
    line.dispatchEvent(
      new WheelEvent('wheel', {
        deltaX: zooms ? 0 : turn % 120 < 60 ? 30 : -30,
        deltaY: zooms ? (turn % 60 < 30 ? -12 : 12) : 0,
        clientX: box.left + 300,
        clientY: box.top + 40,
        bubbles: true,
        cancelable: true,
      }),
    );
    // React renders in a separate task; the browser then lays it out.
    await new Promise((resolve) => {
      const channel = new MessageChannel();
      channel.port1.addEventListener('message', resolve, { once: true });
      channel.port1.start();
      channel.port2.postMessage(null);
    });
    line.getBoundingClientRect();
    if (turn > 10) work.push(performance.now() - begun);
  }
  return { work, frames };
}

/** Runs in the page: the same with an absolutely placed element for each event. */
async function drawElements({ events, lasts }: { readonly events: number; readonly lasts: number }): Promise<number[]> {
  const line = document.createElement('div');
  const all = Array.from({ length: events }, () => {
    const element = document.createElement('span');
    element.style.position = 'absolute';
    element.textContent = '○';
    line.append(element);
    return element;
  });
  document.body.replaceChildren(line);
  const work: number[] = [];
  const started = performance.now();
  for (let turn = 0; performance.now() - started < lasts; turn += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const begun = performance.now();
    for (const [index, element] of all.entries()) element.style.left = `${(index * (1 + (turn % 50) / 50) * 0.1).toFixed(1)}px`;
    line.getBoundingClientRect();
    work.push(performance.now() - begun);
  }
  return work;
}
