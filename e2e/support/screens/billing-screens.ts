import { partnerPage } from '../billing/partner-page.ts';
import { openDialog } from '../journeys.ts';
import type { Screen, View } from './screen.ts';
import type { Stage } from './stage.ts';

const path = '/settings/payments-and-billing';

const seeHistory = ({ page }: View): Promise<void> => page.locator('.billing-history :is(tr,li)').first().waitFor();

/** The dashboard of an account that is in debt and has no card, as the server would answer. */
async function seeDebt({ page }: View): Promise<void> {
  await page.route('**/billing/account/balance', (route) => route.fulfill({ json: { amount: -44_900, currency: 'RUB' } }));
  await page.route('**/customers/payment-methods', (route) => route.fulfill({ json: [] }));
  await page.reload();
  await page.locator('.paybar').waitFor();
}

/**
 * A partner's page with the checkout, beside the server on its origin, under the guide's policy. The page's own look comes from its script:
 * the policy allows no style sheet.
 */
async function openElement({ page, stage }: View, attributes = ''): Promise<void> {
  const address = `${stage.url}/partner/plans`;
  await page.route(address, (route) => route.fulfill(partnerPage(attributes, stage.locale)));
  await page.goto(address);
  await page.evaluate(() => {
    const look = new CSSStyleSheet();
    look.replaceSync(
      'html{color-scheme:light dark;background:light-dark(#f3eadb,#191410);color:light-dark(#22170f,#f3eadb)}body{margin:0;font:16px/24px sans-serif}h1{max-width:960px;margin:16px auto;padding:0 16px}',
    );
    document.adoptedStyleSheets = [look];
  });
  await page.locator('.wp-checkout-inner').waitFor();
}

const toChange = ({ cameraId }: Stage): string => `/cameras/${cameraId}/settings/subscription/change`;

/** A dearer plan instead of the one that runs. */
async function seePrice(view: View): Promise<void> {
  await view.page.locator('.wp-checkout-row').first().locator('.wp-checkout-cell').last().click();
  await goOn(view, '.wp-checkout-next');
}

/** Presses the way on, and waits for what the next step shows. */
async function goOn({ page }: View, next: string): Promise<void> {
  await page.locator('.wp-checkout-footer .wp-button-primary').click();
  await page.locator(next).first().waitFor();
}

async function seeElementPrice(view: View): Promise<void> {
  await openElement(view);
  const { page } = view;
  await page.locator('.wp-checkout-row').first().waitFor();
  // Cameras without a plan of their own: two get one.
  for (const index of [1, 2]) await page.locator('.wp-checkout-row').nth(index).locator('.wp-checkout-cell').nth(1).click();
  await goOn(view, '.wp-checkout-next');
}

/** Payments: the account with a history, and the one without; top-up, its results, and a camera's plan. */
export const billingScreens: readonly Screen[] = [
  { name: 'billing', path, prepare: seeHistory },
  { name: 'billing-none', as: 'newcomer', path, prepare: ({ page }) => page.locator('.billing-balance').waitFor() },
  {
    name: 'billing-receipt',
    path,
    prepare: async (view) => {
      await seeHistory(view);
      await view.page.locator('.billing-history :is(tr,li) button').first().click();
      await openDialog(view.page).waitFor();
    },
  },
  { name: 'billing-top-up', path: `${path}/top-up-balance`, prepare: ({ page }) => page.locator('.billing-form').waitFor() },
  {
    name: 'billing-declined',
    path: ({ orders }) => `/order/${orders.declined}/payment?paymentType=balance`,
    prepare: ({ page }) => page.locator('.billing-outcome.bad').waitFor(),
  },
  {
    name: 'billing-paid',
    path: ({ orders }) => `/order/${orders.paid}/payment?paymentType=subscription`,
    prepare: ({ page }) => page.locator('.billing-outcome-facts').waitFor(),
  },
  {
    name: 'billing-waiting',
    path,
    prepare: async ({ page, stage }) => {
      const { id } = await stage.leavePayment();
      await page.goto(`${stage.url}/order/${id}/payment?paymentType=balance`);
      await page.locator('.billing-outcome .wp-spin').waitFor();
    },
  },
  {
    name: 'billing-card-page',
    path,
    prepare: async ({ page, stage }) => {
      await page.goto((await stage.leavePayment()).url);
      await page.locator('button[value=pay]').waitFor();
    },
  },
  {
    name: 'billing-invoiced',
    path: ({ orders }) => `/order/invoice-payment?order=${orders.invoiced}`,
    prepare: ({ page }) => page.locator('.wp-checkout-sign-done').waitFor(),
  },
  {
    name: 'billing-plan',
    path: ({ cameraId }) => `/cameras/${cameraId}/settings/subscription`,
    prepare: ({ page }) => page.locator('.billing-plan').waitFor(),
  },
  { name: 'billing-checkout', path: '/checkout', prepare: ({ page }) => page.locator('.wp-checkout-cards').waitFor() },
  { name: 'billing-price', path: toChange, prepare: seePrice },
  {
    name: 'billing-payment',
    path: toChange,
    prepare: async (view) => {
      await seePrice(view);
      await goOn(view, '.wp-checkout-payment');
    },
  },
  {
    name: 'billing-invoice',
    path: toChange,
    prepare: async (view) => {
      await seePrice(view);
      await goOn(view, '.wp-checkout-payment');
      await view.page.locator('.wp-checkout-payment input[type=radio]').last().check();
      await view.page.locator('.wp-checkout-payer').waitFor();
      await view.page.locator('.wp-checkout-footer .wp-button-primary').click();
      await view.page.locator('.wp-checkout-payer [aria-invalid=true]').first().waitFor();
    },
  },
  {
    name: 'billing-plan-button',
    path: ({ cameraId }) => `/cameras/${cameraId}`,
    prepare: ({ page }) => page.locator('.billing-plan-button').waitFor(),
  },
  {
    name: 'checkout-element',
    path: '/settings/menu',
    prepare: async (view) => {
      await openElement(view);
      await view.page.locator('.wp-checkout-row').nth(2).waitFor();
    },
  },
  { name: 'checkout-element-price', path: '/settings/menu', prepare: seeElementPrice },
  {
    name: 'checkout-element-invoice',
    path: '/settings/menu',
    prepare: async (view) => {
      await seeElementPrice(view);
      await goOn(view, '.wp-checkout-payment');
      await view.page.locator('.wp-checkout-payment input[type=radio]').last().check();
      await view.page.locator('.wp-checkout-payer').waitFor();
    },
  },
  {
    name: 'checkout-element-declined',
    path: '/settings/menu',
    prepare: async (view) => {
      await openElement(view, `order-id="${view.stage.orders.declined}" closable`);
      await view.page.locator('.wp-checkout-sign-wrong').waitFor();
    },
  },
  { name: 'billing-banner', path: '/', prepare: seeDebt },
  {
    name: 'billing-profile',
    path: '/',
    prepare: async (view) => {
      await seeDebt(view);
      const { page, stage, isSmall } = view;
      const name = new RegExp(`${stage.t('shell:profileDot')}`);
      await page.getByRole('button', { name }).first().click();
      await (isSmall ? openDialog(page) : page.getByRole('menu')).waitFor();
    },
  },
];
