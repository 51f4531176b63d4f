import type { Client } from '@watchpost/sdk-core';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { createOwner } from '../support/owner.ts';
import { startPartner } from '../support/partner.ts';
import { receivedSpeech } from '../support/player/received-speech.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

let product: Product;
let browser: TestBrowser;
let owner: Client;
let cameraId: string;

beforeAll(async () => {
  // The virtual cameras have a loudspeaker: a file. Chromium's stand-in for a microphone beeps.
  [product, browser] = await Promise.all([
    startProduct({ WATCHPOST_DEMO: '1' }),
    launchBrowser('--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'),
  ]);
  owner = await createOwner(product, 'owner@example.test');
  const camera = await until('a demo camera', async () => (await owner.cameras.list()).find(({ state }) => state === 'online'));
  cameraId = camera.id;
}, atMost(120_000));
afterAll(async () => {
  await browser?.close();
  owner?.dispose();
  await product?.dispose();
});

/** Opens a page of a partner, whose server gives tokens with or without talk, and waits for the picture. */
async function open(withTalk: boolean): Promise<{ readonly page: Page; readonly errors: readonly string[] }> {
  const partner = await startPartner(
    async (cameraIds, origin) => (await owner.embeds.createToken({ cameraIds, origins: [origin], withTalk })).token,
  );
  partner.page(
    '/',
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Shop</title><script type="module" src="${product.url}/embed/v1/watchpost.js"></script>
<watchpost-camera server="${product.url}" camera-id="${cameraId}" token-url="/tokens" muted controls></watchpost-camera></html>`,
  );
  const { page, context, errors } = await browser.newPage({ permissions: ['microphone'] });
  onTestFinished(async () => {
    await context.close();
    partner.close();
  });
  await page.goto(partner.origin);
  await page.locator('watchpost-camera:state(live)').waitFor({ state: 'attached', timeout: atMost(60_000) });
  await page.locator('watchpost-camera').hover();
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  return { page, errors };
}

test('a visitor talks through the camera if the token of the page names it', async () => {
  const { page, errors } = await open(true);
  await page.locator('.wp-talk').hover();
  await page.mouse.down();
  await page.locator('.wp-talk-talking').waitFor();
  await until('sound at the camera', () => receivedSpeech(product) > 2_000);
  await page.mouse.up();
  await page.locator('.wp-talk-idle').waitFor();
  expect(errors).toEqual([]);
});

test('a token without talk offers none, although its creator could', async () => {
  const { page, errors } = await open(false);
  expect(await page.locator('.wp-talk').count()).toBe(0);
  expect(errors).toEqual([]);
});
