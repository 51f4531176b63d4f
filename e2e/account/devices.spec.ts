import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccountPage, openDashboardPage } from '../support/account/account-pages.ts';
import { launchBrowser, type TestBrowser, type TestPage } from '../support/chromium.ts';
import { signIn } from '../support/journeys.ts';
import { startProduct, type Product } from '../support/product.ts';
import { signedIn } from '../support/signed-in.ts';

let product: Product;
let browser: TestBrowser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

const openDevice = (email: string): Promise<TestPage> => openDashboardPage(browser, product, email);
const openAccount = (email: string): Promise<TestPage> => openAccountPage(browser, product, email);

test('an address that is in use is refused and the input stays; closed at the code step, the dialog reopens there', async () => {
  await signedIn(product, 'taken@example.test');
  const { page, context } = await openAccount('boris@example.test');
  const change = page.getByRole('button', { name: 'Change', exact: true });
  // The field is empty, and its error must not move the button from under the pointer.
  await change.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: 'Cancel' })
    .click({ delay: 100, position: { x: 20, y: 4 } });
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await change.click();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await change.evaluate((button) => button === document.activeElement)).toBe(true);
  await change.click();
  await page.getByLabel('New e-mail').fill('taken@example.test');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('This email is already in use').waitFor();
  expect(await page.getByLabel('New e-mail').inputValue()).toBe('taken@example.test');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email');

  await page.getByLabel('New e-mail').fill('boris.new@example.test');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText(/Resend the code in 0:5\d|Resend the code in 1:00/).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByText('boris.new@example.test').waitFor();
  await page.getByText(/Resend the code in 0:[45]\d/).waitFor();
  await context.close();
});

test('a device that is signed out from another one shows the sign-in, and so do all devices signed out together', async () => {
  const here = await browser.newPage();
  await signIn(here.page, product, 'dina@example.test');
  const elsewhere = [];
  for (let count = 0; count < 3; count += 1) elsewhere.push(await openDevice('dina@example.test'));
  const rows = here.page.locator('.account-devices > li');
  await here.page.goto(`${product.url}/settings/account`);
  await here.page.waitForFunction(() => document.querySelectorAll('.account-devices > li').length === 4);
  await rows.first().getByText('This device').waitFor();
  expect(await rows.filter({ hasText: 'Now' }).count()).toBe(4);
  expect(await rows.first().textContent()).toMatch(/Chrom\w+, Linux/);

  await rows
    .nth(1)
    .getByRole('button', { name: /^Sign out/ })
    .click();
  const asking = here.page.getByRole('alertdialog');
  await asking.getByRole('button', { name: 'Cancel' }).click();
  expect(await rows.count()).toBe(4);
  await rows
    .nth(1)
    .getByRole('button', { name: /^Sign out/ })
    .click();
  await asking.getByRole('button', { name: 'Sign out', exact: true }).click();
  await here.page.waitForFunction(() => document.querySelectorAll('.account-devices > li').length === 3);
  // One of the three returns to sign-in by itself: its next request is answered with 401.
  await Promise.any(elsewhere.map(({ page }) => page.waitForURL('**/signin')));

  await here.page.getByRole('button', { name: 'Sign out all others' }).click();
  await asking.getByRole('button', { name: 'Sign out', exact: true }).click();
  await here.page.waitForFunction(() => document.querySelectorAll('.account-devices > li').length === 1);
  await Promise.all(elsewhere.map(({ page }) => page.waitForURL('**/signin')));
  await here.page.reload();
  await here.page.getByText('This device').waitFor();
  for (const { context } of [here, ...elsewhere]) await context.close();
});
