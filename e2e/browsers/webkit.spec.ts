import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isMissing } from '../support/browsers/missing.ts';
import { launchWebKit, type WebKitPage } from '../support/browsers/webkit.ts';
import { seeLive } from '../support/journeys.ts';
import { until } from '../support/product.ts';
import { openShop, type Shop } from '../support/shop.ts';

describe.skipIf(isMissing('webkit'))('WebKit', () => {
  let shop: Shop;
  let page: WebKitPage;
  beforeAll(async () => {
    [shop, page] = await Promise.all([openShop(), launchWebKit()]);
  });
  afterAll(async () => {
    await page?.close();
    await shop?.close();
  });

  test('session: signing in by a code, to the dashboard', async () => {
    const { product } = shop;
    await page.goto(`${product.url}/signin`);
    const after = Date.now();
    await page.type('E-mail', 'owner@example.test');
    await page.press('Continue');
    await page.see('Enter the code');
    await page.type('Code of 6 digits', await product.code('owner@example.test', { after }));
    await until('the dashboard', async () => {
      // On the way there the apps are offered once.
      if (await page.shows('Continue without apps')) await page.press('Continue without apps');
      return page.shows('All locations');
    });
  });

  test('websocket: the picture is live', async () => {
    await page.goto(`${shop.product.url}/cameras/${shop.cameraId}`);
    await seeLive(page);
    expect(await page.evaluate(() => document.querySelector('.wp-player') !== null)).toBe(true);
  });
});
