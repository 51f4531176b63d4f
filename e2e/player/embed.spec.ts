import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loopMs, seedEarlierFootage } from '../support/archive/seed-footage.ts';
import { seeLive } from '../support/journeys.ts';
import { readPicture } from '../support/picture.ts';
import { oneTagPage } from '../support/player/one-tag-page.ts';
import { loseAndRegainCamera } from '../support/player/shop-camera.ts';
import { until } from '../support/product.ts';
import { openSharedShop, type Shop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openSharedShop();
});
afterAll(() => shop?.close());

const loseAndRegain = (page: Page): Promise<void> => loseAndRegainCamera(shop, page);

test('one tag on a strict page of another origin: live, recorded, live again, camera lost and back', async () => {
  const { html, policy } = await oneTagPage(shop, await shop.token(shop.site.origin));
  shop.site.page('/', html, { 'content-security-policy': policy });
  const { page, errors, violations } = await shop.browser.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(shop.site.origin);
  await seeLive(page);

  const recordedFrom = await seedEarlierFootage(shop.product, shop.cameraId);
  await page.evaluate((time) => document.querySelector('watchpost-camera')?.setAttribute('time', String(time)), recordedFrom + 5_000);
  /** The recorded picture's clock, which began at 0; the live one's is the time of day. */
  const recordedAt = async (): Promise<number | null> => {
    const burnt = (await readPicture(page))?.burnt ?? null;
    return burnt !== null && burnt < loopMs ? burnt : null;
  };
  const shown = await until('a recorded picture', recordedAt, 30_000);
  expect(shown).toBeGreaterThan(1_000);
  await until('the recording to run', async () => {
    const now = await recordedAt();
    return now !== null && now !== shown;
  });
  await page.evaluate(() => document.querySelector('watchpost-camera')?.setAttribute('time', 'live'));
  await seeLive(page);
  await loseAndRegain(page);

  expect(await violations()).toEqual([]);
  expect(errors).toEqual([]);
  // The live socket works here, so no other transport is loaded.
  expect(requests.filter((url) => url.includes('hls'))).toEqual([]);
});

test('the token of one page shows nothing on another', async () => {
  const { html, policy } = await oneTagPage(shop, await shop.token('https://other.example'));
  shop.site.page('/foreign', html, { 'content-security-policy': policy });
  const { page, violations } = await shop.browser.newPage();
  await page.goto(`${shop.site.origin}/foreign`);
  await page.getByText('This page is not allowed to show the camera').first().waitFor();
  expect(await readPicture(page)).toBeNull();
  expect(await page.locator('watchpost-camera canvas').first().isVisible()).toBe(false);
  expect(await violations()).toEqual([]);
});

test('a page with frozen prototypes, on a machine two hours ahead, shows a camera; properties work like attributes', async () => {
  shop.site.page(
    '/frozen',
    `<!doctype html><html lang="en"><title>Shop</title><script type="module" src="${shop.product.url}/embed/watchpost.js"></script></html>`,
  );
  const { page, context, errors } = await shop.browser.newPage();
  await context.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() + 7_200_000;
    for (const { prototype } of [Object, Array, Function, Error, Promise, Map, Set, String]) Object.freeze(prototype);
  });
  await page.goto(`${shop.site.origin}/frozen`);
  // Names a camera that does not exist, and is set before the script has loaded.
  await page.evaluate(
    ({ server, token }) =>
      document.body.append(Object.assign(document.createElement('watchpost-camera'), { server, token, cameraId: 'none' })),
    { server: shop.product.url, token: await shop.token() },
  );
  await page.getByText('Camera not found').first().waitFor();
  const { token } = await shop.owner.embeds.createToken({ cameraIds: [shop.cameraId], origins: [shop.site.origin] });
  const kinds = await page.evaluate(
    ({ cameraId, token }) =>
      new Promise<string[]>((resolve) => {
        const states: string[] = [];
        document.addEventListener('watchpost-state', (event) => {
          if (!(event instanceof CustomEvent)) return;
          states.push(`${event.detail.cameraId} ${event.detail.kind}`);
          if (event.detail.kind === 'live') resolve(states);
        });
        Object.assign(document.querySelector('watchpost-camera') ?? {}, { cameraId, token });
      }),
    { cameraId: shop.cameraId, token },
  );
  expect(kinds).toEqual([`${shop.cameraId} connecting`, `${shop.cameraId} live`]);
  expect(errors).toEqual([]);
  await context.close();
});
