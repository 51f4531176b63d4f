import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPage } from '../support/chromium.ts';
import { seeLive } from '../support/journeys.ts';
import { until } from '../support/product.ts';
import { openShop, type OwnShop } from '../support/shop.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

let shop: OwnShop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

/** A page behind a network that lets HTTP through and no WebSocket. hls.js needs no more than the strict page of the README gives. */
async function pageWithoutWebSocket(): Promise<TestPage> {
  const { product, site, cameraId } = shop;
  const token = await shop.token();
  const html = `<!doctype html><html lang="en"><title>Shop</title><script type="module" src="${product.url}/embed/watchpost.js"></script><watchpost-camera server="${product.url}" camera-id="${cameraId}" token="${token}"></watchpost-camera></html>`;
  site.page('/', html, {
    'content-security-policy': `default-src 'none'; script-src ${product.url}; connect-src ${product.url}; media-src blob:; require-trusted-types-for 'script'; trusted-types 'none'`,
  });
  const view = await shop.browser.newPage();
  await view.page.goto(site.origin);
  return view;
}
const isSocket = (text: string): boolean => text.startsWith('connect-src: ws:');

test('where WebSocket is blocked, the player switches to low-latency HLS, and keeps it while the camera and the server are away', async () => {
  const { page, errors, violations } = await pageWithoutWebSocket();
  await seeLive(page);
  await page.getByText('LIVE').first().waitFor();
  // hls.js came, and nothing but the socket was refused.
  expect(
    await page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /\/hls\.light-[\w-]+\.js$/.test(name)).length),
  ).toBe(1);
  expect((await violations()).filter((text) => !isSocket(text))).toEqual([]);
  expect(errors).toEqual([]);

  // A camera that goes away is no fault of the transport: no other one is tried.
  await page.evaluate(() =>
    document.querySelector('watchpost-camera')?.addEventListener('watchpost-quality', (event) => {
      if (event instanceof CustomEvent && event.detail.type === 'transport-change')
        sessionStorage.setItem('transports', `${sessionStorage.getItem('transports') ?? ''} ${event.detail.transport}`);
    }),
  );
  await shop.camera.stop();
  await page
    .getByText('Camera is unavailable')
    .first()
    .waitFor({ timeout: atMost(60_000) });
  await shop.camera.restart();
  await seeLive(page);
  expect(new Set((await page.evaluate(() => sessionStorage.getItem('transports')))?.trim().split(' '))).toEqual(new Set(['hls']));

  await shop.product.stop('SIGKILL');
  await shop.product.start();
  await seeLive(page);
  expect((await violations()).filter((text) => !isSocket(text))).toEqual([]);
  expect(errors).toEqual([]);
});

test('the last picture stays on the screen when the stream breaks, and when the player leaves it while it seeks', async () => {
  const { product, site, cameraId } = shop;
  site.page(
    '/',
    `<!doctype html><html lang="en"><title>Shop</title><script type="module" src="${product.url}/embed/watchpost.js"></script><watchpost-camera server="${product.url}" camera-id="${cameraId}" token="${await shop.token()}"></watchpost-camera></html>`,
  );
  const { page, context } = await shop.browser.newPage();
  await page.goto(site.origin);
  await seeLive(page);
  await page.evaluate(() => {
    const seen = { black: 0, covered: 0 };
    Object.assign(globalThis, { seen });
    const look = (): void => {
      const root = document.querySelector('watchpost-camera')?.shadowRoot;
      const [video, canvas] = [root?.querySelector('video'), root?.querySelector('canvas')];
      if (!(canvas?.hidden ?? true)) seen.covered += 1;
      else if (!video || video.readyState === 0) seen.black += 1;
      requestAnimationFrame(look);
    };
    look();
  });
  const seen = (): Promise<{ black: number; covered: number }> =>
    page.evaluate(() => (globalThis as unknown as { seen: { black: number; covered: number } }).seen);

  // The decoder gives up: the player starts again by itself.
  await page.evaluate(() => {
    const { appendBuffer } = SourceBuffer.prototype;
    SourceBuffer.prototype.appendBuffer = function (this: SourceBuffer): void {
      SourceBuffer.prototype.appendBuffer = appendBuffer;
      appendBuffer.call(this, new Uint8Array([0, 0, 0, 9, 109, 111, 111, 118, 1]));
    };
  });
  await until('the player to cover the broken video', async () => (await seen()).covered > 0);
  await seeLive(page);
  const { covered } = await seen();

  // Paused while it looks for a place that has not arrived.
  await page.evaluate(() => {
    const root = document.querySelector('watchpost-camera')?.shadowRoot;
    const [video, pause] = [root?.querySelector('video'), root?.querySelector<HTMLElement>('button[aria-label="Pause"]')];
    if (!video || !pause) throw new Error('The player has no video, or nothing to pause it with.');
    video.currentTime += 1000;
    pause.click();
  });
  await until('the player to cover the paused video', async () => (await seen()).covered > covered + 10);
  expect((await seen()).black).toBe(0);
  await context.close();
});
