import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyWebhook } from '@watchpost/sdk-core/webhooks';
import { launchBrowser } from '../support/chromium.ts';
import { startReceiver, type Receiver } from '../support/developers/receiver.ts';
import { openDialog } from '../support/journeys.ts';
import { until } from '../support/product.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { signedIn } from '../support/signed-in.ts';

let shop: Shop;
let receiver: Receiver;

beforeAll(async () => {
  [shop, receiver] = await Promise.all([openShop({ WATCHPOST_OFFLINE_NOTICE_SECONDS: '2' }, launchBrowser, '/sub'), startReceiver()]);
});
afterAll(async () => {
  receiver?.close();
  await shop?.close();
});

async function openDevelopers(): Promise<Page> {
  const { page } = await shop.browser.newPage({ storageState: await signedIn(shop.product, 'owner@example.test') });
  await page.goto(`${shop.product.url}/settings/developers`);
  await page.getByRole('heading', { name: 'Webhooks' }).waitFor();
  return page;
}

let page: Page;
let secret: string;

const deliveries = () => page.getByRole('table', { name: /^Deliveries/ });

test('an endpoint of the page gets a signed test, which is among its deliveries', async () => {
  page = await openDevelopers();
  await page.getByRole('button', { name: 'Add endpoint' }).click();
  const dialog = openDialog(page);
  await dialog.getByLabel('Address').fill(receiver.url);
  await dialog.getByRole('checkbox', { name: /Camera offline/ }).check();
  await dialog.getByRole('button', { name: 'Add endpoint' }).click();
  secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
  await page.getByRole('button', { name: 'I’ve saved it' }).click();

  await page.getByRole('button', { name: 'Send test' }).click();
  // The demo's own events come at any time.
  const sent = await until('the test', () => receiver.received.find(({ body }) => body.includes('webhook.test')));
  expect((await verifyWebhook(sent.body, sent.headers, secret)).payload.type).toBe('webhook.test');
  const table = deliveries();
  await table.getByRole('row', { name: /webhook\.test .*204/ }).waitFor();
  await table.getByRole('button', { name: /^Show webhook\.test/ }).click();
  await openDialog(page).getByText('"type": "webhook.test"').waitFor();
  await page.keyboard.press('Escape');
});

test('the same endpoint when it fails: the page says why, and a delivery is replayed', async () => {
  receiver.answer(503);
  await shop.camera.stop();
  await until('the failed delivery', () => receiver.received.find(({ body }) => body.includes('camera.offline')), 60_000);
  const failed = deliveries().getByRole('row', { name: /camera\.offline/ });
  await failed.getByText('503').waitFor();
  await page.getByText(/Your server answered 503 to the last delivery/).waitFor();
  await page.getByText('Failing').waitFor();

  receiver.answer(200);
  const before = receiver.received.length;
  await failed.getByRole('button', { name: /^Replay/ }).click();
  const again = await until('the replayed delivery', () =>
    receiver.received.slice(before).find(({ body }) => body.includes('camera.offline')),
  );
  const first = receiver.received.find(({ body }) => body.includes('camera.offline'));
  expect([again.headers['webhook-id'], again.body]).toEqual([first?.headers['webhook-id'], first?.body]);
  const { payload } = await verifyWebhook(again.body, again.headers, secret);
  expect(payload).toMatchObject({ type: 'camera.offline', data: { cameraId: shop.cameraId, cameraTitle: 'Yard' } });
  await failed.getByText('200').waitFor();
  await page.getByText('Working').waitFor();
});
