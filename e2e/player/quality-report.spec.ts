import { afterAll, beforeAll, expect, test } from 'vitest';
import { openReportingCamera, watch } from '../support/player/reporting-camera.ts';
import { until } from '../support/product.ts';
import { openSharedShop, type Shop } from '../support/shop.ts';
import { signedIn } from '../support/signed-in.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openSharedShop();
});
afterAll(() => shop?.close());

const openCamera = (path: string, attributes: string) => openReportingCamera(shop, path, attributes);

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
    storageState: await signedIn(shop.product, shop.product.emailOf('owner')),
  });
  await app.goto(`${shop.product.url}/settings/developers`);
  await app.getByRole('link', { name: 'Video quality' }).click();
  const shown = app.getByRole('row', { name: new RegExp(`Chrome ${row.browserVersions[0]} 1`) });
  await shown.waitFor();
  expect(await shown.textContent()).toMatch(/WebSocket$/);
  expect(await refused()).toEqual([]);
});
