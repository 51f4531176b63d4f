import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writePlansFile, type PlansFile } from '../support/billing/paid-account.ts';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { startProduct, type Product } from '../support/product.ts';
import { signedIn, signInWithoutPage, storedSession } from '../support/signed-in.ts';

let plans: PlansFile;
let product: Product;
let browser: TestBrowser;
let camera: SceneCamera;

beforeAll(async () => {
  plans = writePlansFile();
  [product, browser, camera] = await Promise.all([
    startProduct({ PLANS_FILE: plans.path, PAYMENT_PROVIDER: 'sandbox' }),
    launchBrowser(),
    startSceneCamera('porch', { isSmall: true }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
  await camera?.stop();
  plans?.remove();
});

test('the balance is topped up: a refused card is explained, a good one is credited, saved and in the history', async () => {
  const { page, context, errors } = await browser.newPage({ storageState: await signedIn(product, 'anna@example.test') });
  await page.goto(`${product.url}/settings`);
  await page.waitForURL('**/settings/account');
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Payments and billing' }).click();
  await page.getByText('No payments yet').waitFor();
  await page.getByRole('link', { name: 'Top up', exact: true }).click();
  await page.getByLabel('Amount, RUB').fill('99');
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByText('Minimum allowed value: 100.').waitFor();
  await page.getByRole('button', { name: '₽500', exact: true }).click();
  await page.getByRole('button', { name: 'Pay ₽500' }).click();

  // The payment service's page, where the bank refuses.
  await page.locator('input[name=card][value=declined]').check();
  await page.locator('button[value=pay]').click();
  await page.getByRole('heading', { name: 'Failed to credit funds to account' }).waitFor();
  await page.getByText(/The bank declined the payment/).waitFor();
  await page.getByRole('link', { name: 'Pay again' }).click();
  await page.getByLabel('Amount, RUB').fill('500');
  await page.getByRole('button', { name: 'Pay ₽500' }).click();
  await page.locator('input[name=card][value=mir]').check();
  await page.locator('button[value=pay]').click();
  await page.getByRole('heading', { name: 'The balance is topped up' }).waitFor();
  await page.getByRole('link', { name: 'Done' }).click();

  await page.locator('.billing-sum', { hasText: '₽500' }).waitFor();
  await page.getByRole('region', { name: 'Payment methods' }).getByText('MIR •• 0004').waitFor();
  await page.getByRole('table', { name: 'History' }).getByText('+₽500').waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test('a camera gets a plan: its price is shown before the card, and the plan is active afterwards', async () => {
  const owner = await signInWithoutPage(product, 'boris@example.test');
  const { id } = await owner.client.addCamera.addRtsp({ url: camera.url, title: 'Yard' });
  owner.client.dispose();
  const { page, context, errors } = await browser.newPage({ storageState: storedSession(owner, product.url) });
  await page.goto(`${product.url}/cameras/${id}`);
  await page.getByRole('link', { name: 'Trial plan' }).click();
  await page.getByText(/^The trial ends on/).waitFor();
  await page.getByRole('link', { name: 'Choose a plan' }).click();
  await page.getByRole('radio', { name: /449/ }).check({ force: true });
  await page.getByRole('button', { name: 'See the price' }).click();
  await page.getByRole('heading', { name: 'What it costs' }).waitFor();
  // The step is shown a moment before it has its address: until then Back leaves the checkout.
  await page.waitForURL(/\/checkout\/purchase\?/);
  await page.goBack();
  await page.getByRole('button', { name: 'See the price' }).click();
  await page.getByRole('button', { name: 'Go to payment' }).click();
  await page.getByRole('heading', { name: 'How to pay' }).waitFor();
  await page.getByRole('button', { name: /449/ }).click();
  await page.locator('input[name=card][value=mir]').check();
  await page.locator('button[value=pay]').click();
  await page.getByRole('heading', { name: 'Payment received' }).waitFor();
  await page.goto(`${product.url}/cameras/${id}/settings/subscription`);
  await page.getByText(/^Paid until .+, and then renewed\.$/).waitFor();

  await page.goto(`${product.url}/checkout`);
  await page.getByRole('heading', { name: 'Cameras and plans' }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});
