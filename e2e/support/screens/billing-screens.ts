import { openDialog } from '../journeys.ts';
import type { Screen, View } from './screen.ts';

const path = '/settings/payments-and-billing';

const seeHistory = ({ page }: View): Promise<void> => page.locator('.billing-history :is(tr,li)').first().waitFor();

/** The dashboard of an account that is in debt and has no card, as the server would answer. */
async function seeDebt({ page }: View): Promise<void> {
  await page.route('**/billing/account/balance', (route) => route.fulfill({ json: { amount: -44_900, currency: 'RUB' } }));
  await page.route('**/customers/payment-methods', (route) => route.fulfill({ json: [] }));
  await page.reload();
  await page.locator('.paybar').waitFor();
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
    path: ({ declinedOrderId }) => `/order/${declinedOrderId}/payment?paymentType=balance`,
    prepare: ({ page }) => page.locator('.billing-outcome.bad').waitFor(),
  },
  {
    name: 'billing-plan',
    path: ({ cameraId }) => `/cameras/${cameraId}/settings/subscription`,
    prepare: ({ page }) => page.locator('.billing-plan').waitFor(),
  },
  { name: 'billing-checkout', path: '/checkout', prepare: ({ page }) => page.locator('.wp-checkout-cards').waitFor() },
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
