import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApiKeyClient, type ApiKeyClient } from '@watchpost/sdk-core';
import { openKeysPage } from '../support/developers/keys-page.ts';
import { openDialog, seeLive } from '../support/journeys.ts';
import { until } from '../support/product.ts';
import { openSharedShop, type Shop } from '../support/shop.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openSharedShop();
});
afterAll(() => shop?.close());

const openDevelopers = (): Promise<Page> => openKeysPage(shop);

let page: Page;
let customer: Page;
let partner: ApiKeyClient;
/** When the token on the shop's page expires, Unix milliseconds. */
let expiresAt: number;

test('a key of the page plays the camera on a shop’s page', async () => {
  const { product, site, cameraId, browser } = shop;
  page = await openDevelopers();
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = openDialog(page);
  await dialog.getByLabel('Name').fill('Shop');
  await dialog.getByLabel('Sites').fill(site.origin);
  await dialog.getByLabel('Network addresses').fill('127.0.0.1');
  await dialog.getByRole('button', { name: 'Create key' }).click();
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
  await page.getByRole('button', { name: 'I’ve saved it' }).click();
  expect(await page.content()).not.toContain(secret);

  // The shop's server.
  partner = createApiKeyClient({ baseUrl: product.url, apiKey: secret });
  expect((await partner.apiKeys.self()).name).toBe('Shop');
  await expect(partner.embeds.createToken({ cameraIds: [cameraId], origins: ['https://elsewhere.example'] })).rejects.toMatchObject({
    status: 403,
  });
  await expect(partner.events.list()).rejects.toMatchObject({ code: 'scope-missing' });
  const issued = await partner.embeds.createToken({ cameraIds: [cameraId], origins: [site.origin] });
  ({ expiresAt } = issued);
  site.page(
    '/',
    `<!doctype html><html lang="en"><title>Shop</title><script type="module" src="${product.url}/embed/v1/watchpost.js"></script><watchpost-camera server="${product.url}" camera-id="${cameraId}" token="${issued.token}"></watchpost-camera></html>`,
  );
  ({ page: customer } = await browser.newPage());
  await customer.goto(site.origin);
  await seeLive(customer);
  await page.getByText(/1 embed token/).waitFor();
});

test('the same key revoked: the shop’s page loses the picture, and its server every answer', async () => {
  await page.getByRole('button', { name: 'Shop: actions' }).click();
  await page.getByRole('menuitem', { name: 'Revoke' }).click();
  await openDialog(page).getByRole('button', { name: 'Revoke key' }).click();
  await page.getByText('Shop was revoked').waitFor();
  await customer.waitForFunction(() => document.querySelector('watchpost-camera')?.matches(':state(error)'), null, {
    timeout: atMost(60_000),
  });
  // The key's end has ended the picture: the token itself is valid for longer. R24 of embeds-tokens-access and the bench "sharing" show how soon.
  expect(expiresAt).toBeGreaterThan(Date.now());
  await expect(partner.apiKeys.self()).rejects.toMatchObject({ code: 'unauthorized' });
});

test('the preview runs the pasted code by a token of its own, and is measured', async () => {
  page = await openDevelopers();
  await page.getByText('This is it running').waitFor();
  await page.getByText(/\d kB/).waitFor();
  await page.getByText(/first picture in/).waitFor();
  await page.getByText('no policy violations').waitFor();
  // The timeline below the picture uses the same token.
  await page.locator('watchpost-camera').getByRole('slider').first().waitFor();

  // Other choices use another token; the first one is not left behind.
  const valid = async (): Promise<string[]> => (await shop.owner.embeds.listTokens()).tokens.map(({ id }) => id);
  const before = await valid();
  await page.getByRole('checkbox', { name: 'Sound' }).check();
  await until('another token in place of the first', async () => {
    const now = await valid();
    return now.some((id) => !before.includes(id)) && before.some((id) => !now.includes(id));
  });
  await page.getByText('This is it running').waitFor();
});
