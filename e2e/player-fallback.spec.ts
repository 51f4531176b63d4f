import type { Client } from '@watchpost/sdk-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRigCamera, type RigCamera } from './rig/camera.ts';
import { launchBrowser, type TestBrowser, type TestPage } from './support/chromium.ts';
import { seeLive } from './support/journeys.ts';
import { addRigCamera, createOwner } from './support/owner.ts';
import { startProduct, type Product } from './support/product.ts';
import { startSite, type Site } from './support/site.ts';

let product: Product;
let browser: TestBrowser;
let camera: RigCamera;
let shop: Site;
let owner: Client;
let cameraId: string;

beforeAll(async () => {
  [product, browser, camera, shop] = await Promise.all([startProduct(), launchBrowser(), startRigCamera(), startSite()]);
  owner = await createOwner(product);
  cameraId = await addRigCamera(owner, camera);
});
afterAll(async () => {
  await browser?.close();
  owner?.dispose();
  shop?.close();
  await product?.dispose();
  await camera?.stop();
});

/** A page behind a network that lets HTTP through and no WebSocket. hls.js needs no more than the strict page of the README gives. */
async function pageWithoutWebSocket(): Promise<TestPage> {
  const { token } = await owner.player.createEmbedToken(cameraId, { origin: shop.origin });
  const html = `<!doctype html><html lang="en"><title>Shop</title><script type="module" src="${product.url}/embed/watchpost.js"></script><watchpost-camera server="${product.url}" camera-id="${cameraId}" token="${token}"></watchpost-camera></html>`;
  shop.page('/', html, {
    'content-security-policy': `default-src 'none'; script-src ${product.url}; connect-src ${product.url}; media-src blob:; require-trusted-types-for 'script'`,
  });
  const view = await browser.newPage();
  await view.page.goto(shop.origin);
  return view;
}
const isSocket = (text: string): boolean => text.startsWith('connect-src: ws:');

test('where WebSocket is forbidden the player turns to low-latency HLS by itself: the picture moves and is at most 3 s old', async () => {
  const { page, errors, violations } = await pageWithoutWebSocket();
  await seeLive(page, 3000, 10_000);
  await page.getByText('LIVE').first().waitFor();
  // hls.js came, and nothing but the socket was refused.
  expect(await page.evaluate(() => performance.getEntriesByType('resource').filter(({ name }) => /\/hls\.light-[\w-]+\.js$/.test(name)).length)).toBe(1);
  expect((await violations()).filter((text) => !isSocket(text))).toEqual([]);
  expect(errors).toEqual([]);

  await camera.stop();
  await page.getByText('Camera is unavailable').first().waitFor({ timeout: 20_000 });
  await camera.restart();
  await seeLive(page, 3000, 20_000);

  await product.stop('SIGKILL');
  await product.start();
  await seeLive(page, 3000, 30_000);
  expect((await violations()).filter((text) => !isSocket(text))).toEqual([]);
  expect(errors).toEqual([]);
});
