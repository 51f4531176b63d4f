import axe from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from './support/chromium.ts';
import { firstCamera, signIn } from './support/journeys.ts';
import { startProduct, type Product } from './support/product.ts';
import { screens } from './support/screens.ts';

const devices = [
  { name: 'large, light, English', options: { viewport: { width: 1440, height: 900 }, colorScheme: 'light', locale: 'en-GB' } },
  { name: 'phone, dark, Russian', options: { viewport: { width: 390, height: 844 }, colorScheme: 'dark', locale: 'ru-RU' } },
] as const;

/** What axe calls serious or critical, as "rule: element". */
async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const { axe: checker } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations } = await checker.run(document, { resultTypes: ['violations'] });
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
    return grave.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary ?? ''}`));
  });
}

describe('axe finds nothing serious or critical', () => {
  let product: Product;
  let browser: TestBrowser;
  let cameraId: string;
  let storageState: Awaited<ReturnType<import('playwright-core').BrowserContext['storageState']>>;
  beforeAll(async () => {
    product = await startProduct({ WATCHPOST_DEMO: '1' });
    browser = await launchBrowser();
    const { page, context } = await browser.newPage();
    await signIn(page, product, 'anna.k@example.test');
    cameraId = await firstCamera(page);
    storageState = await context.storageState();
    await context.close();
  });
  afterAll(async () => {
    await browser?.close();
    await product?.dispose();
  });

  test.each(screens.flatMap((screen) => devices.map((device) => ({ screen, device, title: `${screen.name}, ${device.name}` }))))('$title', async ({ screen, device }) => {
    // The page's policy forbids foreign scripts, which axe is.
    const view = await browser.newPage({ ...device.options, bypassCSP: true, ...(!screen.isPublic && { storageState }) });
    try {
      await screen.open(view.page, product, cameraId);
      expect(await findings(view.page)).toEqual([]);
    } finally {
      await view.context.close();
    }
  });
});
