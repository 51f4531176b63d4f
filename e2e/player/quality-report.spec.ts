import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import type { QualityReport } from '@watchpost/sdk-core';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { seeLive } from '../support/journeys.ts';
import { until } from '../support/product.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { signedIn } from '../support/signed-in.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

interface Received {
  readonly body: QualityReport & { readonly cameraId: string };
  readonly cookie: string | undefined;
  readonly contentType: string | undefined;
}

/** A receiver as in the guide, on this machine. */
async function startReceiver(): Promise<{ readonly url: string; readonly origin: string; readonly received: readonly Received[] }> {
  const received: Received[] = [];
  const server = createServer((request, answer) => {
    void json(request).then((body) => {
      received.push({ body: body as Received['body'], cookie: request.headers.cookie, contentType: request.headers['content-type'] });
      answer.writeHead(204, { 'set-cookie': 'viewer=1' }).end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver has no port.');
  const origin = `http://127.0.0.1:${address.port}`;
  return { origin, url: `${origin}/video`, received };
}

/** A page of the shop with a camera, under a strict policy. @param connect what it can reach besides the product */
async function openCamera(path: string, attributes: string, connect = ''): Promise<{ page: Page; violations: () => Promise<string[]> }> {
  const { url } = shop.product;
  const markup = `<script type="module" src="${url}/embed/v1/watchpost.js"></script>
<watchpost-camera server="${url}" camera-id="${shop.cameraId}" token="${await shop.token()}" ${attributes}></watchpost-camera>`;
  shop.site.page(path, `<!doctype html><html lang="en"><title>Shop</title>${markup}`, {
    'content-security-policy': `default-src 'none'; script-src ${url}; connect-src ${url} ${url.replace('http', 'ws')} ${connect}; media-src blob:; img-src blob:; require-trusted-types-for 'script'; trusted-types 'none'`,
  });
  shop.site.page('/away', '<!doctype html><title>Away</title>');
  const { page, context, violations } = await shop.browser.newPage();
  onTestFinished(() => context.close());
  await page.goto(shop.site.origin + path);
  await seeLive(page);
  return { page, violations };
}

/** Long enough that the report has something to say. */
async function watch(page: Page): Promise<void> {
  const loaded = (): Promise<boolean> =>
    page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('player-quality-reporter')));
  await until('the reporter', loaded);
  // Five seconds bring a latency, too.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        document.addEventListener('watchpost-quality', (event) => {
          if (event instanceof CustomEvent && event.detail.type === 'latency') resolve();
        });
      }),
  );
}

test('with report="server", the owner sees the view of a page that was left, with its browser', async () => {
  const { page, violations } = await openCamera('/report', 'report="server"');
  await watch(page);
  expect(await violations()).toEqual([]);
  await page.goto(`${shop.site.origin}/away`);
  const row = await until('the view', async () => (await shop.owner.quality.summary({ days: 1 })).rows[0]);
  expect(row).toMatchObject({ cameraId: shop.cameraId, browser: 'chrome', views: 1, viewsWithErrors: 0 });
  expect(row.transports.map(({ transport }) => transport)).toEqual(['websocket']);
  expect(row.watchedMs).toBeGreaterThan(3_000);
  expect(row.framesDecoded).toBeGreaterThan(50);
  expect(row.startupP50Ms).toBeGreaterThan(0);
  expect(row.latencyP50Ms).toBeGreaterThan(0);

  const { page: app, violations: refused } = await shop.browser.newPage({
    storageState: await signedIn(shop.product, 'owner@example.test'),
  });
  await app.goto(`${shop.product.url}/settings/developers`);
  await app.getByRole('link', { name: 'Video quality' }).click();
  const shown = app.getByRole('row', { name: new RegExp(`Chrome ${row.browserVersions[0]} 1`) });
  await shown.waitFor();
  expect(await shown.textContent()).toMatch(/WebSocket$/);
  expect(await refused()).toEqual([]);
});

test('a beacon reaches a receiver that the page’s policy allows, without cookies; it has what the guide lists', async () => {
  const receiver = await startReceiver();
  const { page, violations } = await openCamera('/beacon', `report="${receiver.url}"`, receiver.origin);
  await watch(page);
  // Removed by the page: the view ends.
  await page.evaluate(() => document.querySelector('watchpost-camera')?.remove());
  const first = await until('the beacon', () => receiver.received[0]);
  expect(first).toMatchObject({ cookie: undefined, contentType: expect.stringContaining('text/plain') });
  expect(first.body).toMatchObject({ cameraId: shop.cameraId, sequence: 0, page: 'partner', transport: 'websocket', browser: 'chrome' });
  expect(first.body).toMatchObject({ system: 'linux', errors: {}, elementVersion: expect.stringMatching(/^\d+\.\d+\.\d+$/) });
  expect(first.body.elementVersion).not.toBe('0.0.0');
  expect(first.body.latencyP50Ms).toBeGreaterThan(0);
  expect(await violations()).toEqual([]);
});

test('a receiver that the policy forbids gets nothing, and the picture plays on', async () => {
  const receiver = await startReceiver();
  const { page, violations } = await openCamera('/forbidden', `report="${receiver.url}"`);
  await watch(page);
  // The page's own change reports at once.
  await page.evaluate(() => document.querySelector('watchpost-camera')?.removeAttribute('report'));
  await until('the refusal', async () => (await violations()).some((line) => line.startsWith('connect-src')));
  await seeLive(page);
  expect(receiver.received).toEqual([]);
});
