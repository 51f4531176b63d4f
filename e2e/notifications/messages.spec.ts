import { afterAll, beforeAll, describe, test } from 'vitest';
import { launchChromium, type TestBrowser } from '../support/chromium.ts';
import { expectNotification, expectToast, openPushPage, payloads, type PushPage } from '../support/notifications/camera-messages.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedProduct } from '../support/worker/shared-product.ts';

let product: RunningProduct;
let browser: TestBrowser;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launchChromium()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

const open = (): Promise<PushPage> => openPushPage(browser, product);

describe('a message by web-push', () => {
  test('is shown while no page is visible, one for each camera and type; a click opens the camera at the event', async () => {
    await expectNotification(product, await open(), payloads['web-push']);
  });

  test('appears as a toast on the visible page; the toast opens the camera at the event', async () => {
    await expectToast(product, await open(), payloads['web-push']);
  });
});
