import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openArchiveStage, type ArchiveStage } from '../support/archive/archive-stage.ts';
import { until } from '../support/product.ts';
import { acceptLink, createLink } from '../support/sharing.ts';
import { signInWithoutPage, storedSession } from '../support/signed-in.ts';
import { startSite } from '../support/site.ts';

const minute = 60_000;

let stage: ArchiveStage;
let page: Page;

beforeAll(async () => {
  stage = await openArchiveStage();
  ({ page } = stage.view);
});
afterAll(() => stage?.close());

const line = async (): Promise<{ x: number; y: number; width: number; height: number }> =>
  (await page.locator('.wp-tl').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };

test('a date in the address opens the day’s first footage; the address then follows the moment, in the camera’s time', async () => {
  const { first, open, firstShownTime, seeFrameOf } = stage;
  await open(`?date=${first.date}`);
  await until('the first footage', () => Math.abs(firstShownTime() - first.from) < 15_000);
  await seeFrameOf(first.from, 5000);
  expect(new URL(page.url()).searchParams.get('date')).toBe(first.date);
  expect(await page.locator('.wp-label').innerText()).toMatch(/^10:0[01]:\d\d$/);
});

test('calendar: days with footage are marked; arrows and Enter choose one and go to its first footage', async () => {
  const { first, second, shownTime, seeFrameOf } = stage;
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

test('the date opens the calendar on a large screen too, and shows the timeline’s time zone', async () => {
  const date = page.locator('button.wp-day');
  // The reader sits in Santiago.
  expect(await date.innerText()).toMatch(/\d [A-Z][a-z]+\s(UTC|[A-Z]{3,4}|GMT[+-][\d:]+)$/);
  await date.click();
  await page.getByRole('dialog').getByRole('grid').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('a drag shows previews and seeks once, when it ends; a click seeks; the pointer snaps to edges of recordings', async () => {
  const { second, shownTime, seeFrameOf } = stage;
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

test('the keyboard alone: arrows move the playhead, releasing them seeks; Shift goes to the next edge; plus and minus zoom', async () => {
  const { second, shownTime } = stage;
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

test('a link reopens the same moment, and Back returns to the previous screen, never to another site', async () => {
  const { first, open, shownTime, seeFrameOf } = stage;
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

test('a damaged moment within a recording shows the next intact picture', async () => {
  const { person, cameraId, first, open, seeFrameOf } = stage;
  const { segments } = await person.client.archive.playlist(cameraId, { from: first.from, to: first.from + minute });
  const [, segment] = segments;
  if (!segment) throw new Error('There is no second segment.');
  // A second of each segment is gone, as after a bad block of a disk.
  const damaged = (bytes: Buffer): Buffer => {
    const starts: number[] = [];
    for (let at = 0; at + 8 <= bytes.length; at += Math.max(8, bytes.readUInt32BE(at)))
      if (bytes.toString('latin1', at + 4, at + 8) === 'moof') starts.push(at);
    return Buffer.concat([bytes.subarray(0, starts[1]), bytes.subarray(starts[2])]);
  };
  const media = /\/(?:at-)?\d+\.m4s/;
  await page.route(media, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: damaged(await answer.body()) });
  });
  await open(`?t=${segment.startMs + 1500}`);
  await seeFrameOf(segment.startMs + 2000, 700);
  await page.unroute(media);
});

test('a phone: the date opens the calendar, a finger drags the timeline under its playhead and seeks when lifted, two fingers zoom; nothing jumps', async () => {
  const { product, browser, view, cameraId, first, second } = stage;
  const phone = await browser.newPage({
    storageState: await view.context.storageState(),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
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
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: readonly number[]): Promise<unknown> =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((place, id) => ({ x: place, y, id })) });
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
  const shift = await phone.page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) =>
          resolve(
            list.getEntries().reduce((sum, entry) => sum + ('value' in entry && typeof entry.value === 'number' ? entry.value : 0), 0),
          ),
        ).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(0), 500);
      }),
  );
  expect(shift).toBeLessThan(0.05);

  // The ends of a clip at now are beside the edge of the page; the page is as wide as the screen.
  await phone.page.goto(`${product.url}/cameras/${cameraId}`);
  await phone.page.locator('.camera-dock').getByRole('button', { name: 'Clip' }).tap();
  await phone.page.locator('.wp-handle-to').waitFor();
  expect(await phone.page.evaluate(() => document.documentElement.scrollWidth)).toBe(await phone.page.evaluate(() => screen.width));
  expect(phone.errors).toEqual([]);
  await phone.context.close();
});

test('the tools of the timeline are at its right edge before the controls of the player have loaded', async () => {
  const { product, browser, view, cameraId } = stage;
  const { page, context } = await browser.newPage({
    storageState: await view.context.storageState(),
    viewport: { width: 1440, height: 900 },
  });
  onTestFinished(() => context.close());
  let isHeld = false;
  await page.route(/controls[^/]*\.js/, () => void (isHeld = true));
  await page.goto(`${product.url}/cameras/${cameraId}`);
  const tools = page.locator('.wp-tools');
  await tools.getByRole('button').last().waitFor();
  await until('the controls to be asked for', () => isHeld);
  const [box, last] = await Promise.all([tools.boundingBox(), tools.getByRole('button').last().boundingBox()]);
  expect((box?.x ?? 0) + (box?.width ?? 0) - (last?.x ?? 0) - (last?.width ?? 0)).toBeLessThan(8);
});

test('the timeline of the element, on a strict page of another origin: previews, a drag, keys', async () => {
  const { product, browser, person, cameraId, first } = stage;
  const site = await startSite();
  const { token } = await person.client.embeds.createToken({
    cameraIds: [cameraId],
    origins: [site.origin],
    archive: { kind: 'all' },
  });
  const policy = `default-src 'self'; script-src ${product.url}; connect-src ${product.url} ${product.url.replace('http', 'ws')}; media-src blob:; require-trusted-types-for 'script'; trusted-types 'none'`;
  site.page(
    '/',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><script type="module" src="${product.url}/embed/watchpost.js"></script><watchpost-camera camera-id="${cameraId}" server="${product.url}" token="${token}" time="${first.from + 20_000}" timeline></watchpost-camera></html>`,
    { 'content-security-policy': policy },
  );
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

test('a viewer with live access only is informed and referred to the owner, and sees no button that would be refused', async () => {
  const { product, cameraId, person, browser } = stage;
  const viewer = await signInWithoutPage(product, product.emailOf('viewer'));
  await acceptLink(viewer.client, await createLink(person.client, [cameraId], { withArchive: false }));
  const { page: other, context } = await browser.newPage({ storageState: storedSession(viewer, product.url) });
  await other.goto(`${product.url}/cameras/${cameraId}`);
  await other.getByRole('heading', { name: 'No access to the archive' }).waitFor();
  const owner = product.emailOf('owner');
  await other.getByText(owner).first().waitFor();
  await other.keyboard.press('KeyE');
  for (const part of ['.wp-timeline', '.wp-clip', '.calendar', '.archive-tools', '.events-panel'])
    await other.locator(part).waitFor({ state: 'detached' });
  await context.close();
});

test('the policy refused nothing and the page reported no error', async () => {
  const { view } = stage;
  expect(await view.violations()).toEqual([]);
  expect(view.errors).toEqual([]);
});
