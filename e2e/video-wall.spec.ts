import axe from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signInWithoutPage, storedSession, type SignedIn } from './support/signed-in.ts';
import { until } from './support/product.ts';
import { openShop, type Shop } from './support/shop.ts';
import { readTiles } from './support/wall.ts';

const titles = ['One', 'Two', 'Three', 'Four'];
let shop: Shop;
let state: SignedIn;
let ids: string[];

/** Four cameras with the clock burnt into their pictures, which have been recorded for a while. */
beforeAll(async () => {
  shop = await openShop();
  const { owner, product, camera } = shop;
  await owner.cameras.remove(shop.cameraId);
  ids = [];
  // One has a second, small stream, as most cameras do; the others are small altogether.
  for (const title of titles) ids.push((await owner.addCamera.addRtsp({ title, url: camera.url(title === 'One' ? '/cam' : '/sub'), ...(title === 'One' && { lowUrl: camera.url('/sub') }) })).id);
  const person = await signInWithoutPage(product, 'owner@example.test');
  state = storedSession(person, product.url);
  person.client.dispose();
  await until('pictures of all', async () => (await owner.cameras.list()).every(({ state: now, previewUrl }) => now === 'online' && previewUrl !== null), 30_000);
}, 60_000);
afterAll(() => shop?.close());

async function openWall(options: Parameters<Shop['browser']['newPage']>[0] = {}) {
  const view = await shop.browser.newPage({ storageState: state, serviceWorkers: 'block', ...options });
  const sockets: string[] = [];
  view.page.on('websocket', (socket) => sockets.push(socket.url()));
  await view.page.goto(`${shop.product.url}/video-wall`);
  return { ...view, sockets };
}
const seeAllLive = (page: Page, count = 4) => until('all tiles live', async () => {
  const { now, tiles } = await readTiles(page);
  // On a machine that is busy with other things the wall saves frames: then pictures are some seconds old.
  const shown = tiles.filter(({ burnt }) => burnt !== null && (now - burnt) % 2 ** 32 < 8000);
  return shown.length === count && tiles;
}, 45_000);
const tile = (page: Page, title: string): Locator => page.locator(`[data-camera][aria-label="${title}"]`);
const order = async (page: Page): Promise<string[]> => (await readTiles(page)).tiles.map(({ title }) => title);

test('all cameras live over one connection; one fills the wall in full without a black moment while the others rest, and back', async () => {
  const { page, errors, violations, sockets, context } = await openWall();
  await seeAllLive(page);
  await page.getByLabel('Live: 4 of 4').waitFor();
  expect(sockets.filter((url) => url.endsWith('/v3/live'))).toHaveLength(1);

  await page.evaluate(() => {
    const black: string[] = [];
    Object.assign(globalThis, { black });
    const look = (): void => {
      for (const seen of document.querySelectorAll('[data-camera]')) {
        const [video, cover] = [seen.querySelector('video'), seen.querySelector('canvas')];
        // While it seeks a video keeps its last frame on the screen.
        const isEmpty = !video || video.readyState === 0 || (video.readyState === 1 && !video.seeking);
        if (isEmpty && (cover?.hidden ?? true)) black.push(seen.getAttribute('aria-label') ?? '');
      }
      requestAnimationFrame(look);
    };
    look();
  });
  const widthOfOne = async (): Promise<number | undefined> => (await readTiles(page)).tiles[0]?.width;
  await until('the small stream', async () => (await widthOfOne()) === 640);
  await tile(page, 'One').dblclick();
  await until('the full stream', async () => (await widthOfOne()) === 1280, 30_000);
  const before = (await readTiles(page)).tiles;
  await page.waitForTimeout(1000);
  const after = (await readTiles(page)).tiles;
  expect(after.slice(1).map(({ frames }, index) => frames - (before[index + 1]?.frames ?? 0)).every((shown) => shown <= 0)).toBe(true);
  await page.keyboard.press('Escape');
  await until('the small stream again', async () => (await widthOfOne()) === 640, 30_000);
  await seeAllLive(page);
  expect(await page.evaluate(() => (globalThis as unknown as { black: string[] }).black)).toEqual([]);
  expect([errors, await violations()]).toEqual([[], []]);
  await context.close();
});

test('more than four play half a second behind, so that none loses frames; the one that fills the wall is as near as a single camera', async () => {
  const fifth = await shop.owner.addCamera.addRtsp({ title: 'Five', url: shop.camera.url('/sub') });
  await until('the fifth', async () => (await shop.owner.cameras.list()).find(({ id }) => id === fifth.id)?.state === 'online', 30_000);
  const { page, context, errors } = await openWall();
  await seeAllLive(page, 5);
  const agesOf = async (): Promise<number[]> => {
    const { now, tiles } = await readTiles(page);
    return tiles.flatMap(({ burnt }) => (burnt === null ? [] : [(now - burnt) % 2 ** 32]));
  };
  /** Behind what has arrived, give or take the twentieth of a second that nobody corrects. */
  const keepDistance = (): Promise<number[] | false> => agesOf().then((ages) => ages.length === 5 && ages.every((age) => age >= 450) && ages);
  await until('all of them to keep their distance', keepDistance);
  await tile(page, 'Two').dblclick();
  await until('one to be near', async () => Math.min(...await agesOf()) < 400, 30_000);
  await page.keyboard.press('Escape');
  await seeAllLive(page, 5);
  await until('it to be with the others again', keepDistance);
  expect(errors).toEqual([]);
  await context.close();
  await shop.owner.cameras.remove(fifth.id);
});

test('arranged with the pointer and with keys, kept for the account; removed and brought back; for this device only', async () => {
  const { page, context } = await openWall();
  await seeAllLive(page);
  await page.getByRole('button', { name: 'Layout: Automatic' }).click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  expect(await order(page)).toEqual(titles);

  const [from, to] = [await tile(page, 'One').boundingBox(), await tile(page, 'Four').boundingBox()];
  if (!from || !to) throw new Error('The tiles have no place.');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(to.x + to.width / 2, to.y + to.height / 2, { steps: 5 });
  await page.mouse.up();
  expect(await order(page)).toEqual(['Four', 'Two', 'Three', 'One']);

  await tile(page, 'Four').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await until('the tile to be moved by keys', async () => (await order(page)).join() === 'Two,Four,Three,One');
  await until('the focus to go along', () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') === 'Four'));
  await until('the account to know', async () => (await shop.owner.videoWall.get()).account?.cameraIds.join() === [ids[1], ids[3], ids[2], ids[0]].join());

  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'No camera' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await until('the camera to be back', async () => (await order(page)).join() === 'Two,Four,Three,One');

  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'For this device only' }).check();
  await page.keyboard.press('Escape');
  await tile(page, 'Two').focus();
  await page.keyboard.press('Delete');
  await page.getByRole('button', { name: 'No camera' }).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Two/ }).waitFor();
  await page.keyboard.press('Escape');
  await page.waitForTimeout(900);
  await page.reload();
  await until('the device’s own arrangement', async () => (await order(page)).join() === 'Four,Three,One');
  expect((await shop.owner.videoWall.get()).account?.cameraIds).toHaveLength(4);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'For this device only' }).uncheck();
  await until('the account’s again', async () => (await order(page)).join() === 'Two,Four,Three,One');
  await context.close();
});

test('recordings of four cameras on one time: they show the same moment, and LIVE leads back', async () => {
  const { page, context, errors } = await openWall();
  await seeAllLive(page);
  await until('footage', async () => {
    const { oldest, newest } = await shop.owner.archive.footage(ids[3] ?? '', { from: Date.now() - 600_000, to: Date.now() });
    return oldest !== null && newest !== null && newest - oldest > 15_000;
  }, 30_000);
  const slider = page.getByRole('slider', { name: 'Timeline' });
  await slider.focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('button', { name: 'LIVE', exact: true }).waitFor();
  const apart = await until('all four together', async () => {
    const { now, tiles } = await readTiles(page);
    const burnt = tiles.flatMap(({ burnt: time }) => time ?? []);
    const spread = burnt.length === 4 ? Math.max(...burnt) - Math.min(...burnt) : Number.POSITIVE_INFINITY;
    const age = (now - Math.min(...burnt)) % 2 ** 32;
    return age > 5_000 && spread <= 120 && spread;
  }, 15_000);
  expect(apart).toBeLessThanOrEqual(120);
  await page.getByRole('button', { name: 'LIVE', exact: true }).click();
  await seeAllLive(page);
  expect(errors).toEqual([]);
  await context.close();
});

test('axe finds nothing serious; without cameras the wall says so and leads on', async () => {
  const { page, context } = await openWall({ bypassCSP: true, viewport: { width: 390, height: 844 }, hasTouch: true, reducedMotion: 'reduce' });
  await seeAllLive(page);
  await page.addScriptTag({ content: axe.source });
  const check = () => page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await checker.run(document, { resultTypes: ['violations'] });
    return violations.filter(({ impact }) => impact === 'serious' || impact === 'critical').map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  });
  expect(await check()).toEqual([]);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('Change pages by themselves').waitFor();
  expect(await check()).toEqual([]);
  await context.close();

  const newcomer = await signInWithoutPage(shop.product, 'new@example.test');
  const view = await shop.browser.newPage({ storageState: storedSession(newcomer, shop.product.url), serviceWorkers: 'block' });
  newcomer.client.dispose();
  await view.page.goto(`${shop.product.url}/video-wall`);
  await view.page.getByRole('heading', { name: 'No cameras yet' }).waitFor();
  await view.page.getByRole('button', { name: 'Add a camera' }).click();
  await view.page.waitForURL('**/cameras/add');
  await view.context.close();
});

test('<watchpost-video-wall> on a strict page of another origin: live with a token for each camera', async () => {
  const tokens = Object.fromEntries(await Promise.all(ids.map(async (id) => [id, (await shop.owner.player.createEmbedToken(id, { origin: shop.site.origin, withArchive: true })).token] as const)));
  const { url } = shop.product;
  const policy = `default-src 'self'; script-src 'self' ${url}; connect-src ${url} ${url.replace('http', 'ws')}; media-src blob:; img-src 'self' blob:; require-trusted-types-for 'script'`;
  shop.site.page('/wall', `<!doctype html><html lang="en"><meta charset="utf-8"><title>Guard</title><script type="module" src="${url}/embed/watchpost-video-wall.js"></script><watchpost-video-wall server="${url}" layout="4"></watchpost-video-wall></html>`, { 'content-security-policy': policy });
  const { page, errors, violations, context } = await shop.browser.newPage();
  await page.goto(`${shop.site.origin}/wall`);
  await page.evaluate((given) => Object.assign(document.querySelector('watchpost-video-wall') ?? {}, { tokens: given }), tokens);
  await seeAllLive(page);
  expect([errors, await violations()]).toEqual([[], []]);
  await context.close();
});
