import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { signInWithoutPage, storedSession, type Person } from '../support/signed-in.ts';

let product: Product;
let browser: TestBrowser;
let camera: SceneCamera;
let operator: Person;
let stranger: Person;

beforeAll(async () => {
  [product, browser, camera] = await Promise.all([
    startProduct({ WATCHPOST_OPERATORS: 'operator@example.test', WATCHPOST_SIGN_UP: 'open' }),
    launchBrowser(),
    startSceneCamera('street', { isSmall: true }),
  ]);
  // The first who signs in is nobody special.
  stranger = await signInWithoutPage(product, 'stranger@example.test');
  operator = await signInWithoutPage(product, 'operator@example.test');
  await operator.client.addCamera.addRtsp({ url: camera.url, title: 'Yard' });
});
afterAll(async () => {
  stranger?.client.dispose();
  operator?.client.dispose();
  await browser?.close();
  await product?.dispose();
  await camera?.stop();
});

test('an operator sees what the server does, and who did what; the sidebar leads there', async () => {
  await until('the recording camera', async () => (await operator.client.operator.overview()).cameras.recording === 1);
  const { page } = await browser.newPage({ storageState: storedSession(operator, product.url), viewport: { width: 1280, height: 900 } });
  await page.goto(product.url);
  await page.getByRole('navigation').getByRole('link', { name: 'Operator' }).click();
  await page.waitForURL('**/operator');
  await page.getByText('1 of 1 camera', { exact: true }).waitFor();
  const warning = page.getByRole('listitem').filter({ hasText: 'Nobody receives e-mail' });
  await warning.getByRole('button', { name: 'What to do' }).click();
  await warning.getByText(/Set SMTP_URL/).waitFor();
  await page.getByRole('listitem').filter({ hasText: 'operator@example.test signed in' }).waitFor();
  const setting = page.getByRole('list', { name: 'Settings' }).getByRole('listitem').filter({ hasText: 'Cameras of an account' });
  await setting.getByRole('button', { name: 'Change' }).click();
  await setting.getByRole('textbox', { name: 'Cameras of an account' }).fill('3');
  await setting.getByRole('button', { name: 'Save' }).click();
  await setting.getByText('changed here; the server starts with 20').waitFor();
  await page.getByRole('listitem').filter({ hasText: 'Cameras of an account: 3' }).waitFor();
  // Whatever needs no permission of the browser: the file is made by the server.
  expect(await (await operator.client.operator.exportAuditLog()).text()).toContain('operator@example.test');
});

test('nobody else does: no entry, no page, no answer', async () => {
  await expect(stranger.client.operator.overview()).rejects.toMatchObject({ code: 'forbidden' });
  const { page } = await browser.newPage({ storageState: storedSession(stranger, product.url), viewport: { width: 1280, height: 900 } });
  const asked = page.waitForResponse((answer) => answer.url().endsWith('/public/api/v3/operator'));
  await page.goto(`${product.url}/operator`);
  await page.getByText('This page is for operators').waitFor();
  expect(await (await asked).json()).toEqual({ isOperator: false });
  expect(await page.getByRole('navigation').getByRole('link', { name: 'Operator' }).count()).toBe(0);
});
