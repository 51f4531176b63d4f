import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { seeDashboard, signIn } from '../support/journeys.ts';
import { emailMessage } from '../support/email-messages.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { clientOf, signedIn } from '../support/signed-in.ts';

let product: Product;
let browser: TestBrowser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ WATCHPOST_DEMO: '1' }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

/** Opens a page of a signed-in account, on a device of its own. */
async function openDevice(email: string) {
  const view = await browser.newPage({ storageState: await signedIn(product, email) });
  await view.page.goto(product.url);
  await view.page.getByRole('heading', { name: 'All locations' }).waitFor();
  return view;
}

async function openAccount(email: string) {
  const view = await browser.newPage({ storageState: await signedIn(product, email) });
  await view.page.goto(`${product.url}/settings/account`);
  await view.page.getByRole('heading', { name: 'Devices signed in' }).waitFor();
  return view;
}

const code = (page: Page) => page.getByLabel('Code of 6 digits');

// The first customer is the one with the demo's cameras.
test('deleting an account lists what is lost and says good-bye; signing in restores the account', async () => {
  const { page, context, errors } = await openAccount('vera@example.test');
  const camera = page.locator('a[href^="/cameras/"]:not([href$="/add"])').first();
  await page.goto(product.url);
  await camera.waitFor();
  await page.goto(`${product.url}/settings/account`);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('3 cameras and everything set up for them').waitFor();
  await dialog.getByText(/For 7 days signing in brings everything back/).waitFor();
  const asked = Date.now();
  await dialog.getByRole('button', { name: 'Send the code' }).click();
  await code(page).fill('000000');
  await dialog.getByRole('button', { name: 'Delete account' }).click();
  await dialog.getByText('Invalid or expired code').waitFor();
  await code(page).fill(await product.code('vera@example.test', { after: asked }));
  await dialog.getByRole('button', { name: 'Delete account' }).click();

  await page.waitForURL('**/signin');
  await page.getByText('The account is being deleted').waitFor();
  await page.getByText(/You can change your mind for 7 days/).waitFor();
  await emailMessage(product, 'vera@example.test', /account was deleted/);

  const again = Date.now();
  await page.getByLabel('E-mail').fill('vera@example.test');
  await page.getByRole('button', { name: 'Continue' }).click();
  await code(page).fill(await product.code('vera@example.test', { after: again }));
  await page.getByText('Welcome back').waitFor();
  await seeDashboard(page);
  await camera.waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test('the e-mail is changed with a code to the new address; the old one is notified, and other devices are signed out', async () => {
  const { page, context, errors, violations } = await openAccount('anna@example.test');
  const other = await openDevice('anna@example.test');

  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByText('All other devices will be signed out').waitFor();
  await page.getByLabel('New e-mail').fill('anna.new@example.test');
  const asked = Date.now();
  await page.getByRole('button', { name: 'Continue' }).click();
  await code(page).fill('000000');
  await page.getByText('Invalid or expired code').waitFor();
  // Pasted as it stands in the e-mail message.
  const digits = await product.code('anna.new@example.test', { after: asked });
  await code(page).fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
  await page.getByText('E-mail changed').waitFor();
  await page.getByText('anna.new@example.test', { exact: true }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByText('anna@example.test', { exact: true }).count()).toBe(0);

  const notice = await emailMessage(product, 'anna@example.test', /address of your Watchpost account was changed/);
  expect(notice.raw).not.toContain(digits);
  await other.page.waitForURL('**/signin');

  await page.reload();
  await page.getByText('anna.new@example.test', { exact: true }).waitFor();
  expect(await violations()).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
  await other.context.close();
});

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
  // One of the three, by itself: its next question is answered with 401.
  await Promise.any(elsewhere.map(({ page }) => page.waitForURL('**/signin')));

  await here.page.getByRole('button', { name: 'Sign out all others' }).click();
  await asking.getByRole('button', { name: 'Sign out', exact: true }).click();
  await here.page.waitForFunction(() => document.querySelectorAll('.account-devices > li').length === 1);
  await Promise.all(elsewhere.map(({ page }) => page.waitForURL('**/signin')));
  await here.page.reload();
  await here.page.getByText('This device').waitFor();
  for (const { context } of [here, ...elsewhere]) await context.close();
});

test('the language changes immediately and is saved on the server; if it cannot be saved, it is reverted', async () => {
  const { page, context } = await openAccount('elena@example.test');
  const saved = async (): Promise<string> => (await clientOf(page)).evaluate(async (client) => (await client.account.profile()).locale);
  const shown = (locale: string) => page.locator(`html[lang=${locale}]`).waitFor({ state: 'attached' });
  await page.getByRole('radio', { name: 'Русский' }).check();
  await page.getByRole('heading', { name: 'Где выполнен вход' }).waitFor();
  await shown('ru');
  await until('the server to have it', async () => (await saved()) === 'ru');
  await page.reload();
  await page.getByRole('heading', { name: 'Где выполнен вход' }).waitFor();

  // A quick change of mind: what was chosen last stands, here and on the server.
  let saving = 0;
  const isSave = (request: { method(): string; url(): string }): boolean =>
    request.method() === 'PATCH' && request.url().endsWith('/customers/profile');
  page.on('request', (request) => (saving += isSave(request) ? 1 : 0));
  page.on('requestfinished', (request) => (saving -= isSave(request) ? 1 : 0));
  await page.getByRole('radio', { name: 'English' }).click();
  await page.getByRole('radio', { name: 'Русский' }).click();
  await shown('ru');
  await until('nothing to be saved any more', () => saving === 0);
  await until('the server to have it', async () => (await saved()) === 'ru');

  await page.route('**/customers/profile', (route) =>
    route.request().method() === 'PATCH' ? route.fulfill({ status: 503, body: '' }) : route.continue(),
  );
  await page.getByRole('radio', { name: 'English' }).click();
  await page.getByText('Язык не изменён').waitFor();
  await shown('ru');
  await page.getByRole('heading', { name: 'Где выполнен вход' }).waitFor();
  await page.unroute('**/customers/profile');
  expect(await saved()).toBe('ru');
  await context.close();
});
