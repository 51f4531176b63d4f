import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { createBuyer } from '../support/billing/buyer.ts';
import { button, goToPayment, heading, openPaymentService, payWith } from '../support/billing/checkout-page.ts';
import { writePlansFile, type PlansFile } from '../support/billing/paid-account.ts';
import { endWaiting } from '../support/billing/passing-time.ts';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { startProduct, type Product } from '../support/product.ts';

/** The sandbox looks at late payments every 5 s, and a page that waits asks every 15 s after a while. */
const timeout = 60_000;

let plans: PlansFile;
let product: Product;
let browser: TestBrowser;
let camera: SceneCamera;

beforeAll(async () => {
  plans = writePlansFile();
  [product, browser, camera] = await Promise.all([
    startProduct({ PLANS_FILE: plans.path, PAYMENT_PROVIDER: 'sandbox' }),
    launchBrowser(),
    startSceneCamera('porch'),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
  await camera?.stop();
  plans?.remove();
});

test('Back, Forward and a reload on every step, also on the payment service’s page: what was chosen stays, and it is charged once', async () => {
  const buyer = await createBuyer(product, 'anna@example.test', camera.url);
  const { page, context, errors } = await buyer.open(browser, `/cameras/${buyer.cameraId}/settings/subscription`);
  await page.getByRole('link', { name: 'Choose a plan' }).click();
  const chosen = page.getByRole('radio', { name: /749/ });
  await chosen.check({ force: true });
  await page.reload();
  await expect.poll(() => chosen.isChecked()).toBe(true);
  await button(page, 'See the price').click();
  await heading(page, 'What it costs').waitFor();
  const total = page.locator('.wp-checkout-total', { hasText: '₽749' });
  await total.waitFor();
  await page.reload();
  await total.waitFor();
  await page.goBack();
  await expect.poll(() => chosen.isChecked()).toBe(true);
  await page.goForward();
  await total.waitFor();
  await button(page, 'Go to payment').click();
  await heading(page, 'How to pay').waitFor();
  // Nobody pays a price that was not agreed to: after a reload it is shown again.
  await page.reload();
  await total.waitFor();
  await button(page, 'Go to payment').click();
  await heading(page, 'How to pay').waitFor();
  await page.goBack();
  await total.waitFor();
  await page.goForward();
  await heading(page, 'How to pay').waitFor();

  await openPaymentService(page);
  await page.reload();
  await page.locator('input[name=card]').first().waitFor();
  await page.goBack();
  await heading(page, 'Waiting for the payment').waitFor();
  await page.goBack();
  await total.waitFor();
  await page.goForward();
  await heading(page, 'Waiting for the payment').waitFor();
  await page.reload();
  await heading(page, 'Waiting for the payment').waitFor();
  await button(page, 'Open the payment page again').click();
  await payWith(page, 'visa');

  await heading(page, 'Payment received').waitFor();
  await page.reload();
  await heading(page, 'Payment received').waitFor();
  // The payment service's page has ended and leads on.
  await page.goBack();
  await page.locator('a.back').click();
  await heading(page, 'Payment received').waitFor();
  expect(await buyer.history()).toEqual(['charge -74900', 'top-up 74900']);
  expect(errors).toEqual([]);
  await context.close();
  buyer.client.dispose();
});

test('two tabs pay the same order: it is charged once, and each tab shows that by itself', async () => {
  const buyer = await createBuyer(product, 'boris@example.test', camera.url);
  const { page: first, context, errors } = await buyer.open(browser, `/checkout?cameraIds=${buyer.cameraId}`);
  await goToPayment(first, '449');
  await openPaymentService(first);
  await first.goBack();
  await heading(first, 'Waiting for the payment').waitFor();

  const [second, third] = [await context.newPage(), await context.newPage()];
  for (const page of [second, third]) {
    await page.goto(first.url());
    await button(page, 'Open the payment page again').click();
    await page.locator('input[name=card]').first().waitFor();
  }
  expect(second.url()).toBe(third.url());
  await payWith(second, 'mir');
  await heading(second, 'Payment received').waitFor();
  await heading(first, 'Paid ₽449').waitFor({ timeout });
  await first.getByText('Subscriptions are activated').waitFor();
  await payWith(third, 'visa');
  await heading(third, 'Payment received').waitFor();

  expect(await buyer.history()).toEqual(['charge -44900', 'top-up 44900']);
  expect((await buyer.client.billing.paymentMethods.list()).map(({ last4 }) => last4)).toEqual(['0004']);
  expect(errors).toEqual([]);
  await context.close();
  buyer.client.dispose();
});

test('the bank’s question is answered in a new window: the first window shows the refusal, and then the success, by itself', async () => {
  const buyer = await createBuyer(product, 'vera@example.test', camera.url);
  const { page, context, errors } = await buyer.open(browser, `/checkout?cameraIds=${buyer.cameraId}`);
  await goToPayment(page, '299');
  const answerInNewWindow = async (answer: 'refuse' | 'confirm'): Promise<void> => {
    await openPaymentService(page);
    await page.locator('input[name=card][value=authentication]').check();
    const [bank] = await Promise.all([context.waitForEvent('page'), page.locator('button[value=pay]').click({ modifiers: ['Shift'] })]);
    await bank.locator(`button[value=${answer}]`).waitFor();
    await page.goBack();
    await heading(page, 'Waiting for the payment').waitFor();
    await bank.locator(`button[value=${answer}]`).click();
    await heading(bank, answer === 'confirm' ? 'Payment received' : 'Failed to change plans').waitFor();
    await bank.close();
  };

  await answerInNewWindow('refuse');
  await heading(page, 'The payment was not confirmed').waitFor({ timeout });
  await page.getByText('Nothing was charged.').waitFor();
  expect(await buyer.history()).toEqual([]);
  await button(page, 'Try again').click();
  await heading(page, 'How to pay').waitFor();
  await answerInNewWindow('confirm');
  await heading(page, 'Paid ₽299').waitFor({ timeout });

  expect(await buyer.history()).toEqual(['charge -29900', 'top-up 29900']);
  expect(errors).toEqual([]);
  await context.close();
  buyer.client.dispose();
});

test('a payment that takes a few minutes can be left, and is found again', async () => {
  const buyer = await createBuyer(product, 'galina@example.test', camera.url);
  const { page, context, errors } = await buyer.open(browser, `/checkout?cameraIds=${buyer.cameraId}`);
  await goToPayment(page, '449');
  await openPaymentService(page);
  await payWith(page, 'late');
  await heading(page, 'Waiting for the payment').waitFor();
  await page.getByText(/It may take a few minutes\. You can leave this page/).waitFor();
  const address = page.url();
  await page.getByRole('link', { name: 'To payments' }).click();
  await page.getByText('No payments yet').waitFor();
  await page.goto(address);
  await heading(page, 'Waiting for the payment').waitFor();

  endWaiting(product);
  await heading(page, 'Payment received').waitFor({ timeout });
  await page.getByRole('link', { name: 'Done' }).click();
  await page.getByRole('table', { name: 'History' }).getByText('+₽449').waitFor();
  expect(await buyer.history()).toEqual(['charge -44900', 'top-up 44900']);
  expect(errors).toEqual([]);
  await context.close();
  buyer.client.dispose();
});
