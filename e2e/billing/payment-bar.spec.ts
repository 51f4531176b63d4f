import { formatDate } from '@watchpost/sdk-core';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSceneCamera } from '../rig/scene-camera.ts';
import { createBuyer, type Buyer } from '../support/billing/buyer.ts';
import { button, heading, payWith } from '../support/billing/checkout-page.ts';
import { enterCard, orderPlan, writePlansFile, type PlansFile } from '../support/billing/paid-account.ts';
import { endWaiting, passDays } from '../support/billing/passing-time.ts';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { signInWithoutPage, storedSession, type Person } from '../support/signed-in.ts';

// The payment bar and the plan's button in all their states: real charges of the real server, whose days pass between the tests, in this order.
const dayMs = 86_400_000;
/** How long a plan that is not paid goes on: as in the plans file. */
const graceDays = 3;

let plans: PlansFile;
let product: Product;
let browser: TestBrowser;
let anna: Buyer;
let trialId: string;
let endingId: string;
let boris: Buyer;
let carl: Buyer;
let runningId: string;
let dora: Buyer;
let eva: Buyer;
/** Has no camera. */
let frida: Person;

beforeAll(async () => {
  plans = writePlansFile();
  const camera = await startSceneCamera('porch');
  [product, browser] = await Promise.all([startProduct({ PLANS_FILE: plans.path, PAYMENT_PROVIDER: 'sandbox' }), launchBrowser()]);
  anna = await createBuyer(product, 'anna@example.test', camera.url);
  [trialId, endingId] = [await anna.addCamera('Gate'), await anna.addCamera('Shed')];
  boris = await createBuyer(product, 'boris@example.test', camera.url);
  carl = await createBuyer(product, 'carl@example.test', camera.url);
  runningId = await carl.addCamera('Gate');
  dora = await createBuyer(product, 'dora@example.test', camera.url);
  eva = await createBuyer(product, 'eva@example.test', camera.url);
  frida = await signInWithoutPage(product, 'frida@example.test');
  // Their pictures play no part.
  await camera.stop();
  await buy(anna, 'visa');
  await buy(anna, 'visa', { cameraId: endingId });
  const ended = await orderPlan(anna.client, endingId, null);
  await anna.client.billing.pay(ended, { method: 'balance' });
  await buy(boris, 'visa', { isSaved: false });
  await buy(carl, 'authentication');
  await buy(carl, 'visa', { cameraId: runningId, isSaved: false });
  await buy(dora, 'late');
});
afterAll(async () => {
  for (const person of [anna, boris, carl, dora, eva, frida]) person?.client.dispose();
  await browser?.close();
  await product?.dispose();
  plans?.remove();
});

test('a trial, a paid plan, one that ends soon; a camera without a plan; a charge that no card covers, and one that a card does', async () => {
  await passDays(product, {
    [endingId]: (await daysLeft(anna, endingId)) - 2,
    [boris.cameraId]: (await daysLeft(boris)) - 2,
    [carl.cameraId]: (await daysLeft(carl)) - 2,
    [eva.cameraId]: 2,
  });
  const own = await anna.open(browser, '/');
  expect(await planButton(own.page, trialId)).toBe('trial: Trial plan');
  expect(await planButton(own.page, anna.cameraId)).toBe('standard: Camera plan');
  expect(await planButton(own.page, endingId)).toBe('expiring-soon: Plan ends soon');
  await expectNoBar(own.page);
  await own.context.close();

  await until('the trial’s end', async () => (await subscription(eva))?.isActivationRequired);
  const live = await eva.open(browser, '/');
  expect(await paymentBar(live.page)).toEqual({
    style: 'standard',
    dot: 'none',
    text: '1 camera keeps no recordings',
    link: ['Choose a plan', `/checkout?cameraIds=${eva.cameraId}`],
  });
  await live.context.close();

  const due = await boris.open(browser, '/');
  const chargeAt = (await subscription(boris))?.chargedThroughDate ?? 0;
  expect(await paymentBar(due.page)).toEqual({
    style: 'warning',
    dot: 'info',
    text: `Archive is paid until ${formatDate(chargeAt, { locale: 'en' })}`,
    link: ['Pay', '/checkout'],
  });
  await due.context.close();

  // Charged on the same day, from a saved card.
  const covered = await carl.open(browser, '/');
  await expectNoBar(covered.page);
  await covered.context.close();
  const empty = await browser.newPage({ storageState: storedSession(frida, product.url) });
  await empty.page.goto(product.url);
  await expectNoBar(empty.page);
  await empty.context.close();
  expect([...own.errors, ...live.errors, ...due.errors, ...covered.errors, ...empty.errors]).toEqual([]);
});

test('on the day: a charge that the bank has not answered yet, one that was refused, and one without a card', async () => {
  await passDays(product, {
    [boris.cameraId]: await daysLeft(boris),
    [carl.cameraId]: await daysLeft(carl),
    [dora.cameraId]: await daysLeft(dora),
  });
  await until('the charge that waits', async () => (await subscription(dora))?.renewal === 'awaiting-payment');
  const waiting = await dora.open(browser, '/');
  expect(await planButton(waiting.page, dora.cameraId)).toBe('extension-awaiting: Plan awaits payment');
  await waiting.context.close();
  for (const buyer of [boris, carl]) {
    await until('the charge to fail', async () => (await subscription(buyer))?.renewal === 'failed');
    const { page, context, errors } = await buyer.open(browser, '/');
    expect(await planButton(page, buyer.cameraId)).toBe('extension-failed: Plan payment failed');
    await page.locator('.billing-plan-button').click();
    await page.getByText(/could not be charged: top up the balance or pay with another card/).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  }
});

test('the days to pay are over: service paused, with and without a card; a top-up resumes it', async () => {
  await passDays(product, { [boris.cameraId]: graceDays, [carl.cameraId]: graceDays });
  for (const buyer of [boris, carl]) await until('the block', async () => (await subscription(buyer))?.state === 'Blocked');
  const card = await carl.open(browser, '/');
  expect(await paymentBar(card.page)).toEqual({
    style: 'danger',
    dot: 'error',
    text: 'Service Paused',
    // The camera that is charged next, and the one that was stopped: both are chosen there.
    link: ['Fix Payment', `/checkout?cameraIds=${runningId}&cameraIds=${carl.cameraId}`],
  });
  await card.context.close();

  const { page, context, errors } = await boris.open(browser, '/');
  expect(await paymentBar(page)).toEqual({
    style: 'danger',
    dot: 'error',
    text: 'Service Paused',
    link: ['Top Up Balance', '/settings/payments-and-billing/top-up-balance'],
  });
  await page.locator('.paybar').getByRole('link').click();
  await page.getByLabel('Amount, RUB').fill('500');
  await button(page, 'Pay ₽500').click();
  await payWith(page, 'visa');
  await heading(page, 'The balance is topped up').waitFor();
  await until('the service', async () => (await subscription(boris))?.state === 'Active');
  await expectNoBar(page);
  expect([...card.errors, ...errors]).toEqual([]);
  await context.close();
});

async function buy(
  { client, cameraId: first }: Buyer,
  card: string,
  { cameraId = first, isSaved = true }: { cameraId?: string; isSaved?: boolean } = {},
): Promise<void> {
  const [week] = await client.billing.plans();
  const orderId = await orderPlan(client, cameraId, week?.id ?? '');
  await enterCard(client, { orderId, origin: product.url, card, isSaved });
  if (card === 'late') endWaiting(product);
  expect((await client.billing.waitForOrder(orderId, { timeoutMs: 60_000 })).state).toBe('completed');
}

/** A connection that the server's restart has cut is another attempt's. */
async function subscription({ client, cameraId: first }: Buyer, cameraId = first) {
  const all = await client.billing.subscriptions().catch(() => []);
  return all.find((each) => each.cameraId === cameraId);
}

/** Days after which a camera's paid period has ended, less than a day before. */
async function daysLeft(buyer: Buyer, cameraId?: string): Promise<number> {
  const end = (await until('the plan', () => subscription(buyer, cameraId))).chargedThroughDate ?? 0;
  return Math.ceil((end - buyer.client.serverNow()) / dayMs);
}

/** The button of a camera's plan: its state, which is its style, and its name. */
async function planButton(page: Page, cameraId: string): Promise<string> {
  await page.goto(`${product.url}/cameras/${cameraId}`);
  const link = page.locator('.billing-plan-button');
  await link.waitFor();
  return `${(await link.getAttribute('class'))?.split(' ').at(-1)}: ${await link.getAttribute('aria-label')}`;
}

/** Opens the dashboard. @returns once the app knows what there is to pay: it notes that payments exist together with the bar */
async function openDashboard(page: Page): Promise<void> {
  await page.evaluate(() => localStorage.removeItem('watchpost:billing'));
  await page.goto(product.url);
  await heading(page, 'All locations').waitFor();
  await until('the payments', () => page.evaluate(() => localStorage.getItem('watchpost:billing') === 'yes'));
}

/** The bar's style, the profile's dot, its text, and where it leads. */
async function paymentBar(page: Page): Promise<object> {
  await openDashboard(page);
  const bar = page.locator('.paybar');
  const link = bar.getByRole('link');
  await link.waitFor();
  return {
    style: (await bar.getAttribute('class'))?.replace('paybar ', ''),
    dot: await dot(page),
    text: await bar.locator('span').first().textContent(),
    link: [await link.textContent(), await link.getAttribute('href')],
  };
}

async function expectNoBar(page: Page): Promise<void> {
  await openDashboard(page);
  expect(await page.locator('.paybar').count()).toBe(0);
  expect(await dot(page)).toBe('none');
}

async function dot(page: Page): Promise<string> {
  const dots = await page.locator('.av-dot:visible').evaluateAll((all) => all.map(({ className }) => className.replace('av-dot ', '')));
  return dots.join() || 'none';
}
