import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addDays, dayOf, dayRange } from '@watchpost/sdk-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeArchive } from '../bench/support/archive/make-archive.ts';
import { burnClock } from './rig/burnt-clock.ts';
import { launchBrowser, type TestBrowser, type TestPage } from './support/chromium.ts';
import { readPicture } from './support/picture.ts';
import { startProduct, until, type Product } from './support/product.ts';
import { signInWithoutPage, storedSession, type Person } from './support/signed-in.ts';
import { startSite } from './support/site.ts';

const run = promisify(execFile);
const minute = 60_000;
/** A loop of the seeded recording; its clock begins anew with each. */
const loop = 12_000;

let product: Product;
let browser: TestBrowser;
let person: Person;
let view: TestPage;
let page: Page;
let cameraId: string;
/** The camera's; the reader sits in Santiago. */
let zone: string;
let folder: string;
/** Day with two minutes of footage; a day later: two single minutes, four apart. */
let first: { readonly date: string; readonly from: number };
let second: { readonly date: string; readonly from: number };

beforeAll(async () => {
  const environment: Record<string, string> = { WATCHPOST_DEMO: '1' };
  [product, browser] = await Promise.all([startProduct(environment), launchBrowser()]);
  person = await signInWithoutPage(product, 'owner@example.test');
  ({ id: cameraId, timeZone: zone } = await until('a camera', async () => (await person.client.cameras.list()).find(({ title }) => title === 'Street')));
  await product.stop();
  // Recordings are all that this is about; without its camera it is offline now.
  environment['WATCHPOST_DEMO'] = '0';
  folder = mkdtempSync(join(tmpdir(), 'watchpost-archive-'));
  const clip = makeClip(join(folder, 'clip.h264'));
  const today = dayOf(Date.now(), zone);
  const morning = (date: string): number => dayRange(date, zone).from + 10 * 60 * minute;
  first = { date: addDays(today, -3), from: morning(addDays(today, -3)) };
  second = { date: addDays(today, -2), from: morning(addDays(today, -2)) };
  const seed = (from: number, loops: number): Promise<unknown> => makeArchive({ dataDir: product.dataDir, cameraId, clip, from, loops });
  await seed(first.from, 10);
  await seed(second.from, 5);
  await seed(second.from + 5 * minute, 5);
  await product.start();
  await until('the recordings in the index', async () => (await person.client.archive.footage(cameraId, { from: first.from, to: Date.now() })).recordings.length >= 3);
  view = await browser.newPage({ storageState: storedSession(person, product.url), viewport: { width: 1440, height: 900 }, timezoneId: 'America/Santiago' });
  page = view.page;
}, 90_000);
afterAll(async () => {
  person?.client.dispose();
  await browser?.close();
  await product?.dispose();
  if (folder) rmSync(folder, { recursive: true, force: true });
});

/** Small and quick to make; the time since its start is burnt in. */
function makeClip(file: string): { readonly file: string; readonly framesPerSecond: number; readonly seconds: number } {
  const [width, height, framesPerSecond, seconds] = [320, 180, 10, loop / 1000];
  const frames = Array.from({ length: framesPerSecond * seconds }, (_, index) => {
    const frame = new Uint8Array(width * height).fill(90 + (index % 60));
    frame.fill(220, width * 80, width * 80 + 4000);
    burnClock(frame, width, height, index * 100);
    return frame;
  });
  const made = spawnSync('ffmpeg', ['-v', 'error', '-y', '-f', 'rawvideo', '-pix_fmt', 'gray', '-s', `${width}x${height}`, '-r', String(framesPerSecond), '-i', '-', '-c:v', 'libx264', '-profile:v', 'baseline', '-preset', 'veryfast', '-tune', 'zerolatency', '-g', '10', '-sc_threshold', '0', '-pix_fmt', 'yuv420p', '-bsf:v', 'h264_metadata=aud=insert', '-f', 'h264', file], { input: Buffer.concat(frames) });
  if (made.status !== 0) throw new Error(`FFmpeg could not make the clip: ${String(made.stderr)}`);
  return { file, framesPerSecond, seconds };
}

const shownTime = (): number => Number(new URL(page.url()).searchParams.get('t'));
const open = async (path = ''): Promise<void> => {
  await page.goto(`${product.url}/cameras/${cameraId}${path}`);
  await page.locator('.wp-head').waitFor();
};
const line = async (): Promise<{ x: number; y: number; width: number; height: number }> => (await page.locator('.wp-tl').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
/** The frame on the screen is one of this moment, within `within` ms: its burnt clock says so. */
const seeFrameOf = (time: number, within = 3000): Promise<unknown> =>
  until(`the picture of ${new Date(time).toISOString()}`, async () => {
    const burnt = (await readPicture(page))?.burnt;
    if (burnt === null || burnt === undefined) return false;
    const apart = (((burnt - (time - first.from)) % loop) + loop) % loop;
    return Math.min(apart, loop - apart) <= within;
  });

test('a date in the address opens the day’s first footage; the address then says the moment, in the camera’s time', async () => {
  await open(`?date=${first.date}`);
  await until('the first footage', () => Math.abs(shownTime() - first.from) < 15_000 && shownTime() > 0);
  await seeFrameOf(first.from, 5000);
  expect(new URL(page.url()).searchParams.get('date')).toBe(first.date);
  expect(await page.locator('.wp-label').innerText()).toMatch(/^10:0[01]:\d\d$/);
});

test('calendar: days with footage are marked; arrows and Enter choose one and go to its first footage', async () => {
  const grid = page.getByRole('grid');
  const day = grid.locator(`[data-date="${first.date}"]`);
  expect(await day.getAttribute('aria-label')).toContain('2 min recorded');
  expect(await day.getAttribute('aria-pressed')).toBe('true');
  expect(await grid.locator('.calendar-day:not(.off)').count()).toBeGreaterThanOrEqual(2);
  await day.focus();
  await page.keyboard.press('ArrowRight');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-date'))).toBe(second.date);
  await page.keyboard.press('Enter');
  await until('the day after', () => Math.abs(shownTime() - second.from) < 15_000);
  await seeFrameOf(second.from, 5000);
  // A day without footage is said to be one, and leads nowhere.
  await page.keyboard.press('ArrowUp');
  const empty = page.locator('.calendar-day:focus');
  expect(await empty.getAttribute('aria-disabled')).toBe('true');
  await page.keyboard.press('Enter');
  expect(shownTime()).toBeGreaterThanOrEqual(second.from - 1000);
});

test('a drag shows small pictures and seeks once, when it ends; a click goes there; edges of recordings draw the pointer', async () => {
  await page.locator('body').click({ position: { x: 700, y: 20 } });
  // Ten minutes about the two parts.
  const zoomIn = page.getByRole('button', { name: 'Zoom in', exact: true });
  await until('a window of some minutes', async () => {
    if (/^(1\d|[2-9]) min$/.test(await page.locator('.wp-span').innerText())) return true;
    await zoomIn.click();
    return false;
  });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const box = await line();
  const band = box.y + 50;
  const footage = await page.locator('.wp-track .wp-footage').evaluate((path) => path.getBoundingClientRect().left);
  await page.mouse.move(footage + 30, band);
  await until('a picture under the pointer', () => page.locator('.wp-peek canvas.wp-fresh').isVisible());
  await page.mouse.down();
  const before = requests.filter((path) => path.endsWith('.m4s')).length;
  const atStart = shownTime();
  await page.mouse.move(footage + 60, band, { steps: 8 });
  await until('the picture there', () => page.locator('.wp-peek canvas.wp-fresh').isVisible());
  expect(requests.filter((path) => path.endsWith('preview.jpg')).length).toBeGreaterThan(0);
  expect(Math.abs(shownTime() - atStart)).toBeLessThan(12_000);
  // Playback goes on and needs segments of its own; the drag asks for none elsewhere.
  expect(requests.filter((path) => path.endsWith('.m4s')).length - before).toBeLessThan(4);
  await page.mouse.move(footage + 2, band);
  await page.mouse.up();
  // Two pixels beside the edge: the edge is meant.
  await until('the edge itself', () => Math.abs(shownTime() - second.from) < 8000 && shownTime() >= second.from - 1);
  await seeFrameOf(second.from, 5000);

  await page.mouse.click(footage + 40, band);
  await until('another moment', () => shownTime() > second.from + 10_000);
  await seeFrameOf(shownTime(), 4000);
});

test('the gap is hatched, with its reason and length', async () => {
  expect(await page.locator('.wp-gaps').count()).toBe(1);
  expect(await page.locator('.wp-gap').first().innerText()).toMatch(/, 4 min|4 min|No recording|Camera offline/);
});

test('the keyboard alone: arrows look, let go seeks; Shift goes to the next edge; plus and minus zoom', async () => {
  const slider = page.getByRole('slider', { name: 'Timeline' });
  await slider.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await until('the end of the part or the next one', () => shownTime() >= second.from + minute - 2000);
  const wide = await page.locator('.wp-span').innerText();
  await page.keyboard.press('Equal');
  expect(await page.locator('.wp-span').innerText()).not.toBe(wide);
  const before = shownTime();
  await page.keyboard.press('ArrowLeft');
  await until('an earlier moment', () => shownTime() < before);
  expect(await slider.getAttribute('aria-valuetext')).toMatch(/\d\d:\d\d:\d\d/);
});

test('a link reopens the same moment, and Back leads where one came from, never off the site', async () => {
  const moment = first.from + 61_000;
  await open(`?t=${moment}&referer=${encodeURIComponent('/activities?day=2026-01-01')}`);
  await seeFrameOf(moment, 4000);
  expect(await page.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/activities?day=2026-01-01');
  const copy = page.url();
  await page.goto('about:blank');
  await page.goto(copy);
  await seeFrameOf(shownTime(), 6000);
  expect(Math.abs(shownTime() - moment)).toBeLessThan(20_000);
  await open(`?t=${moment}&referer=${encodeURIComponent('//evil.example/x')}`);
  expect(await page.getByRole('link', { name: 'Back' }).getAttribute('href')).toBe('/');
});

test('E marks a clip, keys move its ends, it downloads with bytes counted and plays as long as it says; the manifest proves it', async () => {
  await seeFrameOf(first.from + 61_000, 6000);
  await page.locator('body').click({ position: { x: 700, y: 20 } });
  await page.keyboard.press('KeyE');
  const end = page.getByRole('slider', { name: 'End of the clip' });
  await end.waitFor();
  // 60 s at first, as far as there is footage; ten seconds from its start on are wanted.
  await end.focus();
  for (let press = 0; press < 5; press += 1) await page.keyboard.press('Shift+ArrowLeft');
  await page.locator('.wp-clip').getByText('0:10').waitFor();
  await page.locator('.archive-tools').getByRole('button', { name: 'Download' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(/kB|MB/).waitFor();
  await dialog.getByLabel('With a signed manifest').check();
  const downloads = [page.waitForEvent('download', (each) => each.suggestedFilename().endsWith('.mp4')), page.waitForEvent('download', (each) => each.suggestedFilename().endsWith('.json'))] as const;
  await dialog.getByRole('button', { name: 'Download' }).click();
  const [clip, manifest] = await Promise.all(downloads);
  const [file, proof] = [join(folder, 'clip.mp4'), join(folder, 'clip.json')];
  await Promise.all([clip.saveAs(file), manifest.saveAs(proof)]);
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file]);
  // Within a group of pictures, one second.
  expect(Math.abs(Number(stdout) - 10)).toBeLessThanOrEqual(1);
  const signed: unknown = JSON.parse(readFileSync(proof, 'utf8'));
  expect(signed).toMatchObject({ manifest: { camera: { id: cameraId }, size: readFileSync(file).byteLength }, signature: { algorithm: 'Ed25519' } });

  // Whoever goes elsewhere finds it again.
  await page.getByRole('link', { name: 'Back' }).click();
  await page.getByRole('heading', { name: 'All locations' }).waitFor();
  const card = page.getByRole('region', { name: 'Downloads' });
  expect(await card.innerText()).toMatch(/Street[\s\S]*Saved to your downloads/);
  await card.getByRole('button', { name: 'Close' }).click();
  await card.waitFor({ state: 'detached' });
});

test('where nothing was recorded the clip says so; the next five minutes are a press away', async () => {
  // The player is there before the camera's name: what is pressed meanwhile counts.
  const pressed = Promise.withResolvers<void>();
  await page.route(new RegExp(`/api/[^?]*/cameras(/${cameraId})?$`), (route) => pressed.promise.then(() => route.continue()));
  await open(`?t=${second.from + 2 * minute}`);
  await page.keyboard.press('KeyE');
  pressed.resolve();
  await page.locator('.archive-tools').getByRole('button', { name: 'Download' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('There is no recording at this time.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Download' }).isDisabled()).toBe(true);
  await page.unrouteAll({ behavior: 'wait' });
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.locator('.archive-tools').getByRole('button', { name: 'Cancel' }).click();

  await open(`?t=${first.from + 1000}`);
  await seeFrameOf(first.from + 1000, 5000);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Next 5 min' }).click();
  const file = join(folder, 'five.mp4');
  await (await download).saveAs(file);
  const { stdout } = await run('ffprobe', ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file]);
  // All that is recorded of those five minutes.
  expect(Number(stdout)).toBeGreaterThan(105);
  expect(Number(stdout)).toBeLessThanOrEqual(120.5);
});

test('a moment that is damaged inside of its recording shows the next picture there is', async () => {
  const { segments } = await person.client.archive.playlist(cameraId, { from: first.from, to: first.from + minute });
  const [, segment] = segments;
  if (!segment) throw new Error('There is no second segment.');
  // A second of each segment is gone, as after a bad block of a disk.
  const damaged = (bytes: Buffer): Buffer => {
    const starts: number[] = [];
    for (let at = 0; at + 8 <= bytes.length; at += Math.max(8, bytes.readUInt32BE(at))) if (bytes.toString('latin1', at + 4, at + 8) === 'moof') starts.push(at);
    return Buffer.concat([bytes.subarray(0, starts[1]), bytes.subarray(starts[2])]);
  };
  const media = /\/\d+\.m4s/;
  await page.route(media, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: damaged(await answer.body()) });
  });
  await open(`?t=${segment.startMs + 1500}`);
  await seeFrameOf(segment.startMs + 2000, 700);
  await page.unroute(media);
});

test('a phone: the date opens the calendar, a finger moves the line under its playhead and seeks when it is lifted, two fingers zoom; nothing jumps', async () => {
  const phone = await browser.newPage({ storageState: await view.context.storageState(), viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const touch = await phone.context.newCDPSession(phone.page);
  const at = (): number => Number(new URL(phone.page.url()).searchParams.get('t'));
  await phone.page.goto(`${product.url}/cameras/${cameraId}?t=${second.from + 5 * minute}`);
  await phone.page.locator('.wp-head').waitFor();
  await phone.page.locator('button.wp-day').tap();
  await phone.page.getByRole('dialog').locator(`[data-date="${first.date}"]`).tap();
  await phone.page.getByRole('dialog').waitFor({ state: 'detached' });
  await until('the first day', () => Math.abs(at() - first.from) < 15_000);

  const box = (await phone.page.locator('.wp-tl').boundingBox()) ?? { x: 0, y: 0, width: 1, height: 1 };
  const [x, y] = [box.x + 200, box.y + 55];
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly number[]): Promise<unknown> => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((place, id) => ({ x: place, y, id })) });
  const zoom = await phone.page.locator('.wp-span').innerText();
  await send('touchStart', x - 30, x + 30);
  for (const spread of [40, 60, 90, 120]) await send('touchMove', x - spread, x + spread);
  await send('touchEnd');
  await until('a closer look', async () => (await phone.page.locator('.wp-span').innerText()) !== zoom);

  const before = at();
  const head = (await phone.page.locator('.wp-head').boundingBox())?.x ?? 0;
  await send('touchStart', x);
  for (let moved = 10; moved <= 60; moved += 10) await send('touchMove', x - moved);
  expect(Math.abs(((await phone.page.locator('.wp-head').boundingBox())?.x ?? 0) - head)).toBeLessThan(2);
  expect(await phone.page.locator('.wp-peek').isVisible()).toBe(true);
  expect(at() - before).toBeLessThan(10_000);
  await send('touchEnd');
  await until('a later moment', () => at() > before + 5000);

  // Fresh, and as slow as a page may be: what comes later has its place.
  await phone.page.goto(`${product.url}/cameras/${cameraId}?t=${first.from + 5000}`);
  await phone.page.locator('.wp-head').waitFor();
  await phone.page.locator('.camera-dock .wp-button').first().waitFor();
  const shift = await phone.page.evaluate(() => new Promise<number>((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries().reduce((sum, entry) => sum + ('value' in entry && typeof entry.value === 'number' ? entry.value : 0), 0))).observe({ type: 'layout-shift', buffered: true });
    setTimeout(() => resolve(0), 500);
  }));
  expect(shift).toBeLessThan(0.05);
  expect(phone.errors).toEqual([]);
  await phone.context.close();
});

test('the same line in the element, on a strict page of another origin: pictures, a drag, keys', async () => {
  const site = await startSite();
  const { token } = await person.client.player.createEmbedToken(cameraId, { origin: site.origin, withArchive: true });
  const policy = `default-src 'self'; script-src ${product.url}; connect-src ${product.url} ${product.url.replace('http', 'ws')}; media-src blob:; require-trusted-types-for 'script'`;
  site.page('/', `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><script type="module" src="${product.url}/embed/watchpost.js"></script><watchpost-camera camera-id="${cameraId}" server="${product.url}" token="${token}" time="${first.from + 20_000}" timeline></watchpost-camera></html>`, { 'content-security-policy': policy });
  const shop = await browser.newPage({ viewport: { width: 1000, height: 900 } });
  await shop.page.goto(site.origin);
  const footage = shop.page.locator('.wp-track .wp-footage');
  await footage.waitFor({ state: 'attached' });
  const time = async (): Promise<number> => Number(await shop.page.locator('watchpost-camera').getAttribute('time'));
  const box = (await shop.page.locator('.wp-tl').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const middle = box.y + box.height - 50;
  const head = await until('the playhead', async () => (await shop.page.locator('.wp-head').boundingBox())?.x);
  await shop.page.mouse.move(head + 3, middle);
  await shop.page.locator('.wp-peek canvas.wp-fresh').waitFor();
  await shop.page.mouse.down();
  await shop.page.mouse.move(head + 6, middle, { steps: 3 });
  expect(await time()).toBe(first.from + 20_000);
  await shop.page.mouse.up();
  await until('another moment', async () => (await time()) > first.from + 20_000);
  const before = await time();
  await shop.page.getByRole('slider', { name: 'Timeline' }).press('Shift+ArrowLeft');
  await until('the beginning of the recording', async () => (await time()) < before && Math.abs((await time()) - first.from) < 2000);
  expect(await shop.violations()).toEqual([]);
  expect(shop.errors).toEqual([]);
  await shop.context.close();
  site.close();
});

test('who may watch live only is told so and whom to ask; there is nothing to press that would be refused', async () => {
  await page.route(`**/public/api/v3/cameras/${cameraId}`, async (route) => {
    const answer = await route.fetch();
    const camera: unknown = await answer.json();
    await route.fulfill({ response: answer, json: { ...(typeof camera === 'object' ? camera : {}), withArchive: false, isOwner: false, isFullAccess: false } });
  });
  await page.goto(`${product.url}/cameras/${cameraId}`);
  await page.getByRole('heading', { name: 'No access to the archive' }).waitFor();
  await page.getByText('contact its owner').waitFor();
  await page.keyboard.press('KeyE');
  for (const part of ['.wp-timeline', '.wp-clip', '.calendar', '.archive-tools', '.events-panel']) await page.locator(part).waitFor({ state: 'detached' });
  await page.unrouteAll({ behavior: 'wait' });
});

test('nothing was refused by the policy and nothing failed in the page', async () => {
  expect(await view.violations()).toEqual([]);
  expect(view.errors).toEqual([]);
});
