import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from 'playwright';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { firstCamera, signIn } from '../support/journeys.ts';
import { startProduct, until, type Product } from '../support/product.ts';

let product: Product;
let browser: TestBrowser;
beforeAll(async () => {
  product = await startProduct({ WATCHPOST_DEMO: '1' });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

const moment = (page: Page): number => Number(new URL(page.url()).searchParams.get('t'));

test('the address follows a recording, so that a reload opens the moment that was on the screen', async () => {
  const { page, errors, violations } = await browser.newPage();
  await signIn(page, product, 'anna.k@example.test');
  const id = await firstCamera(page);
  const oldest = await until(
    'fifteen seconds of footage',
    async () => {
      const answer = await page.request.get(
        `${product.url}/public/api/v3/cameras/${id}/archive/footage?from=${Date.now() - 3_600_000}&to=${Date.now()}`,
      );
      const { oldest: from, newest: to } = answer.ok()
        ? ((await answer.json()) as { oldest: number | null; newest: number | null })
        : { oldest: null, newest: null };
      return from !== null && to !== null && to - from > 15_000 && from;
    },
    60_000,
  );

  await page.goto(`${product.url}/cameras/${id}?t=${oldest + 1000}`);
  const recorded = page.getByText(/^Recorded \d\d:\d\d:\d\d$/);
  await recorded.waitFor();
  const followed = await until('the address to follow', () => moment(page) >= oldest + 4000 && moment(page), 20_000);
  expect(followed).toBeLessThan(Date.now());

  await page.reload();
  await recorded.waitFor();
  await until('the recording to go on from there', () => moment(page) >= followed, 10_000);

  await page.getByTitle('Go to live').click();
  await until('the address to say live', () => !new URL(page.url()).searchParams.has('t'));
  expect(errors).toEqual([]);
  expect(await violations()).toEqual([]);
});
