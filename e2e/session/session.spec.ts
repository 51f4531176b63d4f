import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { seeDashboard, signIn, signOut } from '../support/journeys.ts';
import type { RunningProduct } from '../support/product.ts';
import { sharedProduct } from '../support/worker/shared-product.ts';

let product: RunningProduct;
let browser: TestBrowser;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

test('a newcomer signs in with the code from the outbox, stays signed in across a reload, and signs out', async () => {
  const { page, errors, violations, context } = await browser.newPage();
  await page.goto(product.url);
  await page.waitForURL('**/signin');
  await signIn(page, product, product.emailOf('anna'));
  await page.getByText('No cameras yet').waitFor();

  await page.reload();
  await page.getByRole('heading', { name: 'All locations' }).waitFor();

  await signOut(page);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.goto(product.url);
  await page.waitForURL('**/signin');

  expect(await violations()).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

test('a wrong code is refused with the words of the specification, and the right one still works', async () => {
  const { page, context } = await browser.newPage();
  await page.goto(`${product.url}/signin`);
  const email = product.emailOf('boris');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  const code = await product.code(email);
  const wrong = code === '000000' ? '111111' : '000000';
  await page.getByLabel('Code of 6 digits').fill(wrong);
  await page.getByText('Invalid or expired code').waitFor();
  await page.getByLabel('Code of 6 digits').fill(code);
  await seeDashboard(page);
  await context.close();
});

test('a private page redirects to sign-in and back; a foreign address in returnUrl is ignored', async () => {
  const { page, context } = await browser.newPage();
  await page.goto(`${product.url}/cameras/add`);
  await page.waitForURL('**/signin?returnUrl=*');
  const email = product.emailOf('vera');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Code of 6 digits').fill(await product.code(email));
  await page.getByRole('button', { name: 'Continue without apps' }).click();
  await page.waitForURL('**/cameras/add');

  await page.goto(`${product.url}/signin?returnUrl=${encodeURIComponent('//evil.example/x')}`);
  await page.getByRole('heading', { name: 'All locations' }).waitFor();
  expect(new URL(page.url()).origin).toBe(product.url);

  await page.goto(`${product.url}/nothing`);
  await page.getByRole('heading', { name: 'Page not found' }).waitFor();
  await context.close();
});

test('is in Russian in a Russian browser', async () => {
  const { page, context } = await browser.newPage({ locale: 'ru-RU' });
  await page.goto(`${product.url}/signin`);
  await page.getByRole('heading', { name: 'Вход' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('ru');
  await context.close();
});
