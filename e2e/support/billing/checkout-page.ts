import type { Locator, Page } from 'playwright';

/** The checkout, its payment service and its result, as a customer sees them in English. */
export const heading = (page: Page, name: string): Locator => page.getByRole('heading', { name, exact: true });
export const button = (page: Page, name: string | RegExp): Locator => page.getByRole('button', { name });

/** Chooses a plan by its price and goes on to the payment. @param price such as `449` */
export async function goToPayment(page: Page, price: string): Promise<void> {
  await page
    .getByRole('radio', { name: new RegExp(price) })
    .first()
    .check({ force: true });
  await button(page, 'See the price').click();
  await heading(page, 'What it costs').waitFor();
  await button(page, 'Go to payment').click();
  await heading(page, 'How to pay').waitFor();
}

/** Pays with a new card. @returns once the payment service's page is open */
export async function openPaymentService(page: Page): Promise<void> {
  const before = new URL(page.url()).pathname;
  await page.getByRole('radio', { name: /^New bank card/ }).check({ force: true });
  await button(page, /^Pay /).click();
  await page.waitForURL((url) => url.pathname !== before);
  await page.locator('input[name=card]').first().waitFor();
}

/** Enters a test card on the payment service's page. */
export async function payWith(page: Page, card: string): Promise<void> {
  await page.locator(`input[name=card][value=${card}]`).check();
  await page.locator('button[value=pay]').click();
}
