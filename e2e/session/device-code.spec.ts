import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { openDialog } from '../support/journeys.ts';
import type { RunningProduct } from '../support/product.ts';
import { startDeviceCodeProgram } from '../support/session/device-code-program.ts';
import { signedIn } from '../support/signed-in.ts';
import { sharedProduct } from '../support/worker/shared-product.ts';

let product: RunningProduct;
let browser: TestBrowser;
let email: string;
let anna: Awaited<ReturnType<typeof signedIn>>;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launchBrowser()]);
  email = product.emailOf('anna');
  anna = await signedIn(product, email);
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

const startProgram = (deviceName: string) => startDeviceCodeProgram(product, deviceName);

test('a program asks, a browser approves, the program lists cameras; signed out in the app, its next call fails', async () => {
  const { client, session, code } = await startProgram('Backup on nas');
  const { page, context, errors, violations } = await browser.newPage({ storageState: anna });
  await page.goto(code.verificationUrl);
  await page.getByRole('heading', { name: 'Sign in a device' }).waitFor();
  await page.getByLabel('Code').pressSequentially(code.userCode.replace('-', '').toLowerCase());
  expect(await page.getByLabel('Code').inputValue()).toBe(code.userCode);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Approve this sign-in?' }).waitFor();
  for (const text of ['Backup on nas', code.userCode, '127.0.0.1', email]) await page.getByText(text, { exact: true }).first().waitFor();
  // By keyboard, as everything: the heading has the focus, and Approve is next.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sign-in approved' }).waitFor();
  expect(await session).toMatchObject({ email });
  expect(await client.cameras.list()).toEqual([]);

  await page.getByRole('link', { name: 'Account settings' }).click();
  await page.getByRole('button', { name: 'Sign out Backup on nas' }).click();
  await openDialog(page).getByRole('button', { name: 'Sign out' }).click();
  await page.getByText('Backup on nas is signed out').waitFor();
  await expect(client.cameras.list()).rejects.toMatchObject({ code: 'session-expired' });
  expect(client.session.current.value).toBeNull();
  expect(await violations()).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});
