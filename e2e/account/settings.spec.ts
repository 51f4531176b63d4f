import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAccountPage, openDashboardPage } from '../support/account/account-pages.ts';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { launchBrowser, type TestBrowser, type TestPage } from '../support/chromium.ts';
import { seeDashboard } from '../support/journeys.ts';
import { emailMessage } from '../support/email-messages.ts';
import { createOwner } from '../support/owner.ts';
import { until, type RunningProduct } from '../support/product.ts';
import { clientOf } from '../support/signed-in.ts';
import { sharedProduct } from '../support/worker/shared-product.ts';

let product: RunningProduct;
let browser: TestBrowser;
let camera: SceneCamera;

beforeAll(async () => {
  [product, browser, camera] = await Promise.all([
    sharedProduct({ codes: 8 }),
    launchBrowser(),
    startSceneCamera('street', { isSmall: true }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
  await camera?.stop();
});

const openDevice = (email: string): Promise<TestPage> => openDashboardPage(browser, product, email);
const openAccount = (email: string): Promise<TestPage> => openAccountPage(browser, product, email);

const code = (page: Page) => page.getByLabel('Code of 6 digits');

test('deleting an account lists what is lost and says good-bye; signing in restores the account', async () => {
  const email = product.emailOf('vera');
  const owner = await createOwner(product, email);
  for (const title of ['Street', 'Front door', 'Warehouse']) await owner.addCamera.addRtsp({ url: camera.url, title });
  owner.dispose();
  const { page, context, errors } = await openAccount(email);
  const firstCamera = page.locator('a[href^="/cameras/"]:not([href$="/add"])').first();
  await page.goto(product.url);
  await firstCamera.waitFor();
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
  await code(page).fill(await product.code(email, { after: asked }));
  await dialog.getByRole('button', { name: 'Delete account' }).click();

  await page.waitForURL('**/signin');
  await page.getByText('The account is being deleted').waitFor();
  await page.getByText(/You can change your mind for 7 days/).waitFor();
  await emailMessage(product, email, /account was deleted/);

  const again = Date.now();
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'Continue' }).click();
  await code(page).fill(await product.code(email, { after: again }));
  await page.getByText('Welcome back').waitFor();
  await seeDashboard(page);
  await firstCamera.waitFor();
  expect(errors).toEqual([]);
  // The session that added the cameras has ended with the account; the product goes on without them.
  const app = await clientOf(page);
  await app.evaluate(async (client) => {
    for (const { id } of await client.cameras.list()) await client.cameras.remove(id);
  });
  await context.close();
});

test('the e-mail is changed with a code to the new address; the old one is notified, and other devices are signed out', async () => {
  const [old, wanted] = [product.emailOf('anna'), product.emailOf('anna.new')];
  const { page, context, errors, violations } = await openAccount(old);
  const other = await openDevice(old);

  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByText('All other devices will be signed out').waitFor();
  await page.getByLabel('New e-mail').fill(wanted);
  const asked = Date.now();
  await page.getByRole('button', { name: 'Continue' }).click();
  await code(page).fill('000000');
  await page.getByText('Invalid or expired code').waitFor();
  // Pasted as it stands in the e-mail message.
  const digits = await product.code(wanted, { after: asked });
  await code(page).fill(`${digits.slice(0, 3)} ${digits.slice(3)}`);
  await page.getByText('E-mail changed').waitFor();
  await page.getByText(wanted, { exact: true }).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.getByText(old, { exact: true }).count()).toBe(0);

  const notice = await emailMessage(product, old, /address of your Watchpost account was changed/);
  expect(notice.raw).not.toContain(digits);
  await other.page.waitForURL('**/signin');

  await page.reload();
  await page.getByText(wanted, { exact: true }).waitFor();
  expect(await violations()).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
  await other.context.close();
});

test('the language changes immediately and is saved on the server; if it cannot be saved, it is reverted', async () => {
  const { page, context } = await openAccount(product.emailOf('elena'));
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
