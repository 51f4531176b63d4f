import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { emailMessage } from '../support/email-messages.ts';
import { startProduct, type Product } from '../support/product.ts';
import { signedIn } from '../support/signed-in.ts';

let product: Product;
let browser: TestBrowser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ FEEDBACK_EMAIL: 'provider@example.test' }), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

async function openReport(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Profile' }).click();
  await page.getByRole('menuitem', { name: 'Help' }).click();
  await page.getByRole('menuitem', { name: 'Report an issue' }).click();
  await page.getByLabel('What happened?').waitFor();
}

test('a report is sent once, arrives as an e-mail message, and the next edit starts a new one', async () => {
  const { page, context, errors, violations } = await browser.newPage({ storageState: await signedIn(product, 'anna@example.test') });
  await page.goto(product.url);
  await openReport(page);
  const send = page.getByRole('button', { name: 'Send', exact: true });
  expect(await page.getByLabel('E-mail for the answer').inputValue()).toBe('anna@example.test');
  expect(await page.getByLabel('What happened?').getAttribute('rows')).toBe('5');
  expect(await send.isDisabled()).toBe(true);
  await page.getByLabel('What happened?').fill('The archive of the yard stops at noon.');

  // The text survives an accidental close, and a reload.
  await page.keyboard.press('Escape');
  await page.reload();
  await openReport(page);
  expect(await page.getByLabel('What happened?').inputValue()).toBe('The archive of the yard stops at noon.');

  // The code after the first screen has loaded: it contains the place of the toasts.
  await page.locator('section[aria-label^="Notifications"]').waitFor({ state: 'attached' });
  // Without a network the text stays, and the next attempt sends one report.
  await context.setOffline(true);
  await send.click();
  await page.getByText('Couldn’t send the message').waitFor();
  expect(await page.getByLabel('What happened?').inputValue()).toBe('The archive of the yard stops at noon.');
  await context.setOffline(false);
  await send.click();
  await page.getByText('Thank you, your message is on its way').waitFor();

  const arrived = await emailMessage(product, 'provider@example.test', /anna@example\.test/);
  expect(arrived.raw).toContain('The archive of the yard stops at noon.');
  expect(arrived.raw).toMatch(/^Reply-To: anna@example\.test/m);

  await page.getByLabel('What happened?').fill('And one more thing');
  await page.getByText('Thank you, your message is on its way').waitFor({ state: 'detached' });
  expect(await send.isEnabled()).toBe(true);
  expect(await violations()).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});
