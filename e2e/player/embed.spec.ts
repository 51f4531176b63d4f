import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeLive } from '../support/journeys.ts';
import { ageOf, maxLiveAgeMs, readPicture } from '../support/picture.ts';
import { loseAndRegainCamera, waitForFootage } from '../support/player/shop-camera.ts';
import { until } from '../support/product.ts';
import { openShop, type Shop } from '../support/shop.ts';

const examples = resolve(import.meta.dirname, '../../examples');
let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const loseAndRegain = (page: Page): Promise<void> => loseAndRegainCamera(shop, page);
const footageOf = (length: number): Promise<void> => waitForFootage(shop, length);

/** The page and its policy as examples/script-tag/README.md gives them to people, with the values filled in. */
async function oneTagPage(token: string): Promise<{ html: string; policy: string }> {
  const text = await readFile(join(examples, 'script-tag/README.md'), 'utf8');
  const [, markup] = /```html\n([^`]+)```/.exec(text) ?? [];
  const [, policy] = /```\n(default-src [^`]+)\n```/.exec(text) ?? [];
  if (markup === undefined || policy === undefined) throw new Error('The README shows no page or no policy any more.');
  const fill = (value: string): string =>
    value
      .replaceAll('https://cameras.example', shop.product.url)
      .replaceAll('wss://cameras.example', shop.product.url.replace('http', 'ws'))
      .replace('CAMERA', shop.cameraId)
      .replace('TOKEN', token);
  return { html: `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title>${fill(markup)}</html>`, policy: fill(policy) };
}

test('one tag on a strict page of another origin: live, recorded, live again, camera lost and back', async () => {
  const { html, policy } = await oneTagPage(await shop.token(shop.site.origin));
  shop.site.page('/', html, { 'content-security-policy': policy });
  const { page, errors, violations } = await shop.browser.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(shop.site.origin);
  await seeLive(page);

  await footageOf(25_000);
  const moment = Date.now() - 20_000;
  await page.evaluate((time) => document.querySelector('watchpost-camera')?.setAttribute('time', String(time)), moment);
  const shown = await until(
    'a recorded picture',
    async () => {
      const picture = await readPicture(page);
      const age = picture && ageOf(picture);
      return picture && age !== null && age > maxLiveAgeMs && picture;
    },
    30_000,
  );
  expect(shown.now - (ageOf(shown) ?? 0)).toBeGreaterThan(moment - 4_000);
  await until('the recording to run', async () => {
    const picture = await readPicture(page);
    return picture && picture.burnt !== null && picture.burnt !== shown.burnt;
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
  const { html, policy } = await oneTagPage(await shop.token('https://other.example'));
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
    Object.freeze(Object.prototype);
  });
  await page.goto(`${shop.site.origin}/frozen`);
  // Of a camera that is not there, set before the script has come.
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
