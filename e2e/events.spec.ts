import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser, type TestPage } from './support/chromium.ts';
import { startProduct, until, type Product } from './support/product.ts';
import { signedIn } from './support/signed-in.ts';

let product: Product;
let browser: TestBrowser;
let view: TestPage;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ WATCHPOST_DEMO: '1' }), launchBrowser()]);
  view = await browser.newPage({ storageState: await signedIn(product, 'owner@example.test') });
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

test('what moves in front of a camera is beside its picture and on its line of time, unseen; a click plays the recording and marks it', async () => {
  const { page } = view;
  await page.goto(product.url);
  await page.getByText('Street', { exact: true }).first().click();
  const row = page.locator('[data-event]').first();
  await row.waitFor({ timeout: 60_000 });
  expect(await row.innerText()).toMatch(/Motion[\s\S]*\d\d:\d\d:\d\d/);
  await until('its picture', () => row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth > 0));
  await page.locator('.wp-lane-event').first().waitFor();
  expect(await page.locator('.wp-lane .wp-event-unseen').count()).toBeGreaterThan(0);
  // Old enough for its lead-in to be recorded, and for the recording to be behind now.
  await until('some seconds of footage after it', async () => Date.now() - Number((await page.locator('[data-event]').last().getAttribute('data-at')) ?? Date.now()) > 12_000, 30_000);

  const oldest = page.locator('[data-event]').last();
  const id = await oldest.getAttribute('data-event');
  await oldest.click();
  await page.getByText(/Recorded \d\d:\d\d:\d\d/).first().waitFor();
  expect(Number(new URL(page.url()).searchParams.get('t'))).toBeLessThan(Date.now() - 5000);
  await page.locator(`[data-event="${id}"]`).getByText('Not seen yet').waitFor({ state: 'detached' });
});

test('activities: every camera’s events, by camera and by day; J goes down the list and Enter opens the moment', async () => {
  const { page } = view;
  await page.goto(`${product.url}/activities`);
  await until('events of two cameras', async () => new Set(await page.locator('.event-camera').allInnerTexts()).size >= 2, 60_000);
  await page.getByLabel('Camera', { exact: true }).selectOption({ label: 'Street' });
  await until('only its events', async () => {
    const names = new Set(await page.locator('.event-camera').allInnerTexts());
    return names.size === 1 && names.has('Street');
  });
  await page.getByLabel('Day', { exact: true }).fill('2020-01-01');
  await page.getByText('Nothing on this day').waitFor();
  await page.getByRole('button', { name: 'Show everything' }).click();
  await page.locator('[data-event]').first().waitFor();

  await page.locator('h1').click();
  await page.keyboard.press('KeyJ');
  await page.keyboard.press('KeyJ');
  const second = await page.locator('[data-event]').nth(1).getAttribute('data-event');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-event'))).toBe(second);
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/cameras\/[\w-]+\?t=\d+/);
});

test('nothing was refused by the policy and nothing failed in the page', async () => {
  expect(await view.violations()).toEqual([]);
  expect(view.errors).toEqual([]);
});
