import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { signOut } from '../support/journeys.ts';
import { startProduct, until, type Product } from '../support/product.ts';

let product: Product;
let browser: TestBrowser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

async function enterCode(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  const after = Date.now();
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Code of 6 digits').fill(await product.code(email, { after }));
}

test('the apps are offered once on a device, then the requested page opens', async () => {
  const { page, context, errors, violations } = await browser.newPage();
  await page.goto(`${product.url}/settings/account`);
  await page.waitForURL('**/signin?returnUrl=*');
  await enterCode(page, 'anna@example.test');
  await page.getByRole('heading', { name: /^Watchpost (on your phone|as an app)$/ }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  await page.getByRole('button', { name: 'Continue without apps' }).click();
  await page.waitForURL('**/settings/account');

  await signOut(page);
  await page.waitForURL('**/signin**');
  await enterCode(page, 'anna@example.test');
  await page.waitForURL((url) => url.pathname !== '/signin');
  expect(await page.getByText('Continue without apps').count()).toBe(0);
  expect(await violations()).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

test('a user who reloads instead of choosing is signed in', async () => {
  const { page, context } = await browser.newPage();
  await page.goto(`${product.url}/signin?returnUrl=${encodeURIComponent('/cameras/add')}`);
  await enterCode(page, 'boris@example.test');
  await page.getByText('Continue without apps').waitFor();
  await page.reload();
  await page.waitForURL('**/cameras/add');
  await context.close();
});

test('a phone gets the instructions for its own browser', async () => {
  const { page, context } = await browser.newPage({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'ru-RU',
  });
  await page.goto(`${product.url}/signin`);
  await page.locator('input[type=email]').fill('vera@example.test');
  const after = Date.now();
  await page.keyboard.press('Enter');
  await page.locator('input[autocomplete=one-time-code]').fill(await product.code('vera@example.test', { after }));
  await page.getByText('«На экран “Домой”»').waitFor();
  // All of it on one screen, the way on within reach.
  const button = await page.getByRole('button', { name: 'Продолжить без приложений' }).boundingBox();
  expect(button && button.y + button.height).toBeLessThan(844);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await context.close();
});

/** Presses as a finger does, slowly: the field has lost the focus, and the page has been drawn again, before the finger is lifted where it was put down. */
async function pressSlowly(page: Page, name: string): Promise<void> {
  const box = await page.getByText(name, { exact: true }).last().boundingBox();
  if (!box) throw new Error(`${name} is not to be seen.`);
  await page.mouse.move(box.x + box.width / 2, box.y + Math.min(4, box.height / 2));
  await page.mouse.down();
  await until('the field to lose the focus', () =>
    page.evaluate(
      () =>
        new Promise<boolean>((resolve) =>
          requestAnimationFrame(() => requestAnimationFrame(() => resolve(document.activeElement?.tagName !== 'INPUT'))),
        ),
    ),
  );
  await page.mouse.up();
}

test('leaving the empty field shows the error without moving the pressed button', async () => {
  const { page, context } = await browser.newPage();
  await page.goto(`${product.url}/signin`);
  await page.getByLabel('E-mail').focus();
  await pressSlowly(page, 'terms of use');
  await page.getByRole('dialog', { name: 'Terms of use' }).waitFor();
  await page.getByText('Field is required.').waitFor();
  await context.close();
});
