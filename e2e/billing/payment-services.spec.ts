import { receivePaymentNotification } from '@watchpost/contract/endpoints/billing';
import { fillPath } from '@watchpost/contract/kernel';
import { systemClock } from '@watchpost/contract/timing/clock';
import { startStripeDouble, startYooKassaDouble, type StripeDouble, type YooKassaDouble } from '@watchpost/server/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { createBuyer, type Buyer } from '../support/billing/buyer.ts';
import { button, goToPayment, heading, openPaymentService, payWith } from '../support/billing/checkout-page.ts';
import { writePlansFile, type PlansFile } from '../support/billing/paid-account.ts';
import { launchBrowser, type TestBrowser, type TestPage } from '../support/chromium.ts';
import { startProduct, type Product } from '../support/product.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

// The story of a payment with the payment services that move money: their doubles speak the HTTP that they publish, and show pages.
let camera: SceneCamera;
let browser: TestBrowser;
let plans: PlansFile;
beforeAll(async () => {
  plans = writePlansFile();
  [browser, camera] = await Promise.all([launchBrowser(), startSceneCamera('porch')]);
});
afterAll(async () => {
  await browser?.close();
  await camera?.stop();
  plans?.remove();
});

describe.each([
  { name: 'stripe', start: startStripeDouble },
  { name: 'yookassa', start: startYooKassaDouble },
] as const)('$name', ({ name, start }) => {
  let double: StripeDouble | YooKassaDouble;
  let product: Product;
  let buyer: Buyer;
  let view: TestPage;
  beforeAll(async () => {
    double = await start(systemClock);
    product = await startProduct({ PLANS_FILE: plans.path, ...double.environment });
    double.deliverTo(product.url + fillPath(receivePaymentNotification.path, { provider: name }));
  });
  afterAll(async () => {
    await product?.dispose();
    await double?.close();
  });
  let buyers = 0;
  beforeEach(async () => {
    buyer = await createBuyer(product, `buyer-${(buyers += 1)}@example.test`, camera.url);
    view = await buyer.open(browser, `/checkout?cameraIds=${buyer.cameraId}`);
    await goToPayment(view.page, '449');
    await openPaymentService(view.page);
    await view.page.waitForURL(`${double.origin}/**`);
  });
  afterEach(async () => {
    await view.context.close();
    buyer.client.dispose();
  });

  test('a card pays a plan, is saved, and pays the next one without a page', async () => {
    const { page } = view;
    await payWith(page, 'visa');
    await heading(page, 'Payment received').waitFor();
    expect(await buyer.history()).toEqual(['charge -44900', 'top-up 44900']);
    await page.goto(`${product.url}/settings/payments-and-billing/top-up-balance`);
    await page.getByRole('radio', { name: /4242/ }).waitFor();
    await page.getByLabel('Amount, RUB').fill('300');
    await button(page, 'Pay ₽300').click();
    await heading(page, 'The balance is topped up').waitFor({ timeout: atMost(60_000) });
    expect(await buyer.history()).toEqual(['charge -44900', 'top-up 30000', 'top-up 44900']);
    expect(view.errors).toEqual([]);
  });

  test('a refused card takes nothing, and another one pays the same order', async () => {
    const { page } = view;
    await payWith(page, 'declined');
    if (name === 'yookassa') {
      // It takes one card and sends the customer back; Stripe asks for another one on its page.
      await heading(page, 'Failed to change plans').waitFor({ timeout: atMost(60_000) });
      await page.getByRole('link', { name: 'Pay again' }).click();
      await button(page, 'Try again').click();
      await heading(page, 'How to pay').waitFor();
      await openPaymentService(page);
    } else await page.getByRole('alert').waitFor();
    expect(await buyer.history()).toEqual([]);
    await payWith(page, 'mastercard');
    await heading(page, 'Payment received').waitFor({ timeout: atMost(60_000) });
    expect(await buyer.history()).toEqual(['charge -44900', 'top-up 44900']);
    expect(view.errors).toEqual([]);
  });

  test('the bank asks whether it is the customer', async () => {
    const { page } = view;
    await payWith(page, 'authentication');
    await page.locator('button[value=confirm]').click();
    await heading(page, 'Payment received').waitFor({ timeout: atMost(60_000) });
    expect(await buyer.history()).toEqual(['charge -44900', 'top-up 44900']);
    expect(view.errors).toEqual([]);
  });

  test('Back from its page waits, opens the same page again, and pays once', async () => {
    const { page } = view;
    const address = page.url();
    const payments = double.count();
    await page.goBack();
    await heading(page, 'Waiting for the payment').waitFor();
    await button(page, 'Open the payment page again').click();
    await page.waitForURL(address);
    expect(double.count()).toBe(payments);
    await payWith(page, 'visa');
    await heading(page, 'Payment received').waitFor({ timeout: atMost(60_000) });
    expect(await buyer.history()).toEqual(['charge -44900', 'top-up 44900']);
    expect(view.errors).toEqual([]);
  });
});
