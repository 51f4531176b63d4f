import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { createBuyer } from '../support/billing/buyer.ts';
import { button, goToPayment, heading, openPaymentService, payWith } from '../support/billing/checkout-page.ts';
import { enterCard, orderPlan, writePlansFile, type PlansFile } from '../support/billing/paid-account.ts';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { openDialog } from '../support/journeys.ts';
import { startProduct, type Product } from '../support/product.ts';

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

test('by card: a refusal is explained and paid again from there; then the subscriptions are activated, and the rest comes from the balance', async () => {
  const buyer = await createBuyer(product, 'anna@example.test', camera.url);
  const { page, context, errors } = await buyer.open(browser, `/checkout?cameraIds=${buyer.cameraId}`);
  await goToPayment(page, '449');
  await openPaymentService(page);
  await payWith(page, 'declined');
  await heading(page, 'Failed to change plans').waitFor();
  await page.getByText('The bank declined the payment, and nothing was charged.').waitFor();
  await page.getByText(/If this repeats, contact us and name order ord_/).waitFor();
  await page.getByRole('link', { name: 'Pay again' }).click();
  await heading(page, 'The bank declined the payment').waitFor();
  await button(page, 'Try again').click();
  await heading(page, 'How to pay').waitFor();
  await openPaymentService(page);
  await payWith(page, 'mastercard');
  await heading(page, 'Payment received').waitFor();
  await page.getByText('Subscriptions are activated.').waitFor();
  const facts = page.locator('.billing-outcome-facts');
  await facts.getByText('14 days').waitFor();
  await facts.getByText('₽449 · Bank card').waitFor();
  await facts.getByText(/^₽449 on \d+ \w+$/).waitFor();

  // A cheaper plan leaves money on the balance: the next change costs nothing.
  await page.goto(`${product.url}/cameras/${buyer.cameraId}/settings/subscription/change`);
  await page.getByRole('radio', { name: /299/ }).check({ force: true });
  await button(page, 'See the price').click();
  await page.getByText(/goes to your balance/).waitFor();
  await button(page, 'Confirm').click();
  await heading(page, 'Done').waitFor();
  await page.getByText('Subscriptions are activated').waitFor();
  expect(errors).toEqual([]);
  await context.close();
  buyer.client.dispose();
});

test('by invoice: wrong numbers are explained, the PDF is saved, a reload finds it again, and the transfer activates the plan', async () => {
  const buyer = await createBuyer(product, 'boris@example.test', camera.url);
  const { page, context, errors } = await buyer.open(browser, `/checkout?cameraIds=${buyer.cameraId}`);
  await goToPayment(page, '749');
  await page.getByRole('radio', { name: /^Invoice for a company/ }).check({ force: true });
  await page.getByText('Plans are activated up to 24 hours after it is paid').waitFor();
  await button(page, 'Get the invoice').click();
  await expect.poll(() => page.getByText('Fill this in.').count()).toBe(5);
  await page.getByLabel('Company name').fill('ООО «Ёлки»');
  // The last digit is not the check digit of the others.
  await page.getByLabel('Tax id (INN)').fill('7736050002');
  await page.getByLabel('Reason code (KPP)').fill('7736');
  await page.getByLabel('Legal address').fill('170100, Тверь, Советская ул., д. 1');
  await page.getByLabel('Contact name').fill('Борис');
  await page.getByLabel('E-mail').fill('boris@example.test');
  await button(page, 'Get the invoice').click();
  await page.getByText('This number is not a tax id: check its digits.').waitFor();
  await page.getByText('9 characters, and only for companies.').waitFor();
  await page.getByLabel('Tax id (INN)').fill('7736050003');
  await page.getByLabel('Reason code (KPP)').fill('773601001');
  await button(page, 'Get the invoice').click();

  const ready = heading(page, 'Invoice WP-1 is ready');
  await ready.waitFor();
  // The result is there a moment before its address.
  await page.waitForURL('**/order/invoice-payment?*');
  await page.reload();
  await ready.waitFor();
  await page.getByText('Pay ₽749 by bank transfer. Plans are activated up to 24 hours after the money arrives.').waitFor();
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download the invoice').click()]);
  expect(download.suggestedFilename()).toBe('invoice-WP-1.pdf');
  expect(
    readFileSync(await download.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');

  const cli = resolve(import.meta.dirname, '../../packages/server/src/cli/main.ts');
  const env = { ...process.env, DATA_DIR: product.dataDir, PLANS_FILE: plans.path, PAYMENT_PROVIDER: 'sandbox' };
  expect(execFileSync(process.execPath, [cli, 'invoice-paid', 'WP-1'], { env, encoding: 'utf8' })).toBe('WP-1: paid.\n');
  await page.reload();
  await heading(page, 'Paid ₽749').waitFor();
  await page.getByText('Subscriptions are activated').waitFor();
  expect(await buyer.history()).toEqual(['charge -74900', 'top-up 74900']);
  expect(errors).toEqual([]);
  await context.close();
  buyer.client.dispose();
});

test('“Failed to change plans”: the plan was changed elsewhere meanwhile; the money is on the balance, and people can be asked', async () => {
  const buyer = await createBuyer(product, 'vera@example.test', camera.url);
  const { page, context, errors } = await buyer.open(browser, `/checkout?cameraIds=${buyer.cameraId}`);
  await goToPayment(page, '749');
  await openPaymentService(page);
  const [week] = await buyer.client.billing.plans();
  const otherId = await orderPlan(buyer.client, buyer.cameraId, week?.id ?? '');
  await enterCard(buyer.client, { orderId: otherId, origin: product.url, card: 'mir' });
  await buyer.client.billing.waitForOrder(otherId, { timeoutMs: 30_000 });

  await payWith(page, 'visa');
  await heading(page, 'Failed to change plans').waitFor();
  await page.getByText('The payment was made, but the plans were not changed. The money is on your balance.').waitFor();
  await page.getByText(/contact us and name order ord_/).waitFor();
  await button(page, 'Contact us').click();
  await openDialog(page).waitFor();
  expect(await buyer.history()).toEqual(['charge -29900', 'top-up 29900', 'top-up 74900']);
  expect((await buyer.client.billing.balance()).amount).toBe(74_900);
  expect(errors).toEqual([]);
  await context.close();
  buyer.client.dispose();
});

test('“Plan is outdated”: the operator raises a price while it is read; the new one is shown and asked for before anything is charged', async () => {
  const buyer = await createBuyer(product, 'galina@example.test', camera.url);
  const { page, context, errors } = await buyer.open(browser, `/checkout?cameraIds=${buyer.cameraId}`);
  await goToPayment(page, '449');
  await page.goBack();
  await heading(page, 'What it costs').waitFor();
  plans.reprice('days-14', 49_900);
  await product.stop();
  await product.start();
  await button(page, 'Go to payment').click();
  await button(page, 'Pay ₽449').click();

  await page.getByText('Plan is outdated').waitFor();
  await page.getByText('The price is now ₽499; it was ₽449. Nothing was charged.').waitFor();
  await page.locator('.wp-checkout-total', { hasText: '₽499' }).waitFor();
  expect(await buyer.history()).toEqual([]);
  await button(page, 'Continue at the new price').click();
  await heading(page, 'How to pay').waitFor();
  await openPaymentService(page);
  await payWith(page, 'visa');
  await heading(page, 'Payment received').waitFor();
  expect(await buyer.history()).toEqual(['charge -49900', 'top-up 49900']);
  expect(errors).toEqual([]);
  await context.close();
  buyer.client.dispose();
});
