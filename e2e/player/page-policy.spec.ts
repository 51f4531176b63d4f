import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPage } from '../support/chromium.ts';
import { seeLive } from '../support/journeys.ts';
import { until } from '../support/product.ts';
import { control } from '../support/shop-page.ts';
import { openShop, type Shop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

/** A partner's page under a policy that lacks something. @param allowed more than the player's scripts */
async function pageAllowing(allowed: string): Promise<TestPage> {
  const { product, site, cameraId, browser, token } = shop;
  site.page(
    '/',
    `<!doctype html><html lang="en"><title>Shop</title><script type="module" src="${product.url}/embed/watchpost.js"></script><watchpost-camera server="${product.url}" camera-id="${cameraId}" token="${await token()}"></watchpost-camera></html>`,
    { 'content-security-policy': `default-src 'none'; script-src ${product.url}; ${allowed}` },
  );
  const opened = await browser.newPage();
  await opened.page.addInitScript(() => {
    Object.assign(globalThis, { states: [] as unknown[] });
    document.addEventListener(
      'watchpost-state',
      (event) => event instanceof CustomEvent && (globalThis as unknown as { states: unknown[] }).states.push(event.detail),
    );
  });
  await opened.page.goto(site.origin);
  await until('the player', () =>
    opened.page.evaluate(() => {
      const element = document.querySelector('watchpost-camera');
      return element !== null && 'player' in element && Boolean(element.player);
    }),
  );
  return opened;
}

test('a page without media-src blob: shows the live picture all the same', async () => {
  const { url } = shop.product;
  const { page, context } = await pageAllowing(`connect-src ${url} ${url.replace('http', 'ws')}`);
  // WebCodecs draws it onto a canvas.
  let seen = '';
  const shownAt = async (): Promise<number | null> => {
    const { transport, kind, position } = await control(page, ({ stats, state, position: at }) => ({
      transport: stats().transport,
      kind: state.value.kind,
      position: at.value,
    }));
    seen = `${transport} ${kind} ${position}`;
    return transport === 'webcodecs' && kind === 'live' ? position : null;
  };
  const first = await until(() => `the picture by WebCodecs: ${seen}`, shownAt, 60_000);
  await until(
    () => `the picture to move: ${seen}`,
    async () => ((await shownAt()) ?? 0) > first,
  );
  await context.close();
});

test('a page without the server in connect-src says what it lacks, on the page and by an event', async () => {
  const { url } = shop.product;
  const { page, context } = await pageAllowing('media-src blob:');
  await page.getByText('Content Security Policy').first().waitFor();
  await page
    .getByText(`connect-src ${url} ${url.replace('http', 'ws')}`)
    .first()
    .waitFor();
  const states = await page.evaluate(() => (globalThis as unknown as { states: { code?: string; policy?: string[] }[] }).states);
  expect(states.findLast(({ code }) => code === 'page-policy')?.policy).toEqual([`connect-src ${url} ${url.replace('http', 'ws')}`]);
  await context.close();
});

test('a page without sockets and media-src blob: gets the picture by WebRTC', async () => {
  const { page, context } = await pageAllowing(`connect-src ${shop.product.url}`);
  await seeLive(page);
  expect(await control(page, ({ stats }) => stats().transport)).toBe('webrtc');
  await context.close();
});
