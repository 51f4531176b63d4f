import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadDeviceKey, register } from '@watchpost/camera-agent';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { startProduct, type Product } from '../support/product.ts';
import { signInWithoutPage, storedSession, type SignedIn } from '../support/signed-in.ts';

let product: Product;
let browser: TestBrowser;
let state: SignedIn;
const folder = mkdtempSync(join(tmpdir(), 'watchpost-agent-'));

beforeAll(async () => {
  [product, browser] = await Promise.all([
    startProduct({ WATCHPOST_OPERATORS: 'operator@example.test', WATCHPOST_CAMERAS_PER_ACCOUNT: '1' }),
    launchBrowser(),
  ]);
  const person = await signInWithoutPage(product, 'anna@example.test');
  const { registrationToken } = await person.client.addCamera.createRegistration();
  const device = await loadDeviceKey(folder, 'yard');
  await register({ serverUrl: product.url, registrationToken, title: 'Yard', device, model: 'Test camera' });
  state = storedSession(person, product.url);
  person.client.dispose();
});
afterAll(async () => {
  await Promise.all([browser?.close(), product?.dispose()]);
  rmSync(folder, { recursive: true, force: true });
});

test('an account at its camera limit reads so in place of the code that would be refused', async () => {
  const { page, context, errors, violations } = await browser.newPage({ storageState: state });
  await page.goto(`${product.url}/cameras/add?step=wifi&model=watchpost-camera`);
  await page.locator('.add-step > .wp-button-quiet').click();
  await page.getByText('Camera limit reached').waitFor();
  expect(await page.locator('.qr-code').count()).toBe(0);
  if (process.env['PICTURES']) await page.screenshot({ path: join(process.env['PICTURES'], 'account-full.png') });
  expect([errors, await violations()]).toEqual([[], []]);
  await context.close();
});
