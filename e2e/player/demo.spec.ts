import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser, type TestPage } from '../support/chromium.ts';
import { signIn } from '../support/journeys.ts';
import { readPicture } from '../support/picture.ts';
import { startProduct, until, type Product } from '../support/product.ts';

let product: Product;
let browser: TestBrowser;
let view: TestPage;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ WATCHPOST_DEMO: '1', WATCHPOST_DEMO_PLANS: '1' }), launchBrowser()]);
  view = await browser.newPage();
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

const names = ['Street', 'Front door', 'Warehouse'];

/** Waits until every demo camera has a preview that the browser could show. */
async function seePreviews(page: Page): Promise<void> {
  for (const name of names) await page.getByText(name, { exact: true }).first().waitFor();
  await until(
    'three previews',
    () =>
      page.evaluate(
        () => [...document.querySelectorAll('img')].filter((image) => image.src.includes('preview') && image.naturalWidth > 0).length === 3,
      ),
    30_000,
  );
}

async function seeMoving(page: Page): Promise<void> {
  const first = await until('a picture', () => readPicture(page), 20_000);
  expect(first.width).toBeGreaterThanOrEqual(640);
  await until('the picture to move', async () => {
    const next = await readPicture(page);
    return next !== null && next.fingerprint !== first.fingerprint;
  });
}

test('the first sign-in finds three cameras by name, with previews; the street plays and moves', async () => {
  const { page } = view;
  await signIn(page, product, 'owner@example.test');
  await seePreviews(page);
  await page.getByText('Street', { exact: true }).first().click();
  await page.waitForURL(/\/cameras\/[\w-]+/);
  await seeMoving(page);
  await page.getByText('LIVE').first().waitFor();
});

async function restartAfter(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const { page } = view;
  await product.stop(signal);
  await product.start();
  await page.goto(product.url);
  await seePreviews(page);
  await page.getByText('Street', { exact: true }).first().click();
  await seeMoving(page);
}

test('after SIGTERM and a restart the three cameras are back', () => restartAfter('SIGTERM'));
test('after SIGKILL and a restart the three cameras are back', () => restartAfter('SIGKILL'));

test('the demo sells three plans, in the sandbox: the cameras have one that does not end', async () => {
  const { page } = view;
  await page.goto(`${product.url}/settings/payments-and-billing`);
  await page.getByText('Test mode: cards are test cards, and no money moves.').waitFor();
  await page.goto(`${product.url}/`);
  await page.getByText('Street', { exact: true }).first().click();
  await page.getByRole('link', { name: 'Camera plan' }).click();
  await page.getByText('It comes with the demo: it costs nothing and does not end.').waitFor();
  await page.getByRole('link', { name: 'Change plan' }).click();
  const plans = page.getByRole('radiogroup', { name: 'Street' }).getByRole('radio');
  await plans.first().waitFor();
  expect(await plans.evaluateAll((radios) => radios.map((radio) => radio.closest('label')?.textContent))).toEqual([
    expect.stringMatching(/^7 days.*299/),
    expect.stringMatching(/^30 days.*599/),
    expect.stringMatching(/^90 days.*1,199/),
  ]);
});

test('the policy refused nothing and the page reported no error', async () => {
  expect(await view.violations()).toEqual([]);
  expect(view.errors).toEqual([]);
});
