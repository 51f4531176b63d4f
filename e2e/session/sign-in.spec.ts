import { confirmCode, requestCode } from '@watchpost/contract/endpoints/session';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { seeDashboard, submitEmail } from '../support/journeys.ts';
import { until, type RunningProduct } from '../support/product.ts';
import { startProxy, type Proxy } from '../support/proxy.ts';
import { sharedProduct } from '../support/worker/shared-product.ts';

let product: RunningProduct;
let proxy: Proxy;
let browser: TestBrowser;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct({ codes: 6 }), launchBrowser()]);
  proxy = await startProxy(product.url);
});
beforeEach(() => proxy.forget());
afterAll(async () => {
  await browser?.close();
  proxy?.close();
  await product?.dispose();
});

const askForCode = (page: Page, email: string): Promise<string> => submitEmail(page, product, email);

const paste = async (page: Page, text: string): Promise<void> => {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await page.keyboard.press('Control+V');
};

test.each([
  { what: 'alone', text: (code: string) => code },
  {
    what: 'in two halves, with the space and the line that a mail program copies along',
    text: (code: string) => ` ${code.slice(0, 3)} ${code.slice(3)}\n`,
  },
])('a code pasted $what is submitted once', async ({ text }) => {
  const { page, context, errors, violations } = await browser.newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`${proxy.url}/signin`);
  const code = await askForCode(page, product.emailOf(`pastes-${Math.random().toString(36).slice(2)}`));
  const field = page.getByLabel('Code of 6 digits');
  // In front of the person already: nothing to click, and phones offer the code from the message.
  expect(await field.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
  expect(await field.getAttribute('inputmode')).toBe('numeric');
  await paste(page, text(code));
  await seeDashboard(page);
  expect(proxy.to(confirmCode.path)).toHaveLength(1);
  expect(await violations()).toEqual([]);
  expect(errors).toEqual([]);
  await context.close();
});

test('the last typed digit submits; other characters are rejected', async () => {
  const { page, context } = await browser.newPage();
  await page.goto(`${proxy.url}/signin`);
  const code = await askForCode(page, product.emailOf('types'));
  await page.keyboard.type(`${code.slice(0, 2)}a-${code.slice(2, 5)}`);
  expect(await page.getByLabel('Code of 6 digits').inputValue()).toBe(code.slice(0, 5));
  expect(proxy.to(confirmCode.path)).toHaveLength(0);
  await page.keyboard.type(code.slice(5));
  await seeDashboard(page);
  expect(proxy.to(confirmCode.path)).toHaveLength(1);
  await context.close();
});

test('a new code can be requested after 60 s, also across a reload; the old code is then invalid', async () => {
  const { page, context } = await browser.newPage();
  await page.clock.install({ time: Date.now() });
  await page.goto(`${proxy.url}/signin`);
  const email = product.emailOf('waits');
  const began = Date.now();
  /** Seconds: the page's clock goes on while a busy machine works. */
  const passed = (since = began): number => (Date.now() - since) / 1000;
  const old = await askForCode(page, email);
  const left = async (): Promise<number> => {
    const text = await page.getByText(/Resend the code in \d:\d\d/).textContent();
    const [, minutes = '', seconds = ''] = /(\d):(\d\d)/.exec(text ?? '') ?? [];
    return Number(minutes) * 60 + Number(seconds);
  };
  expect(await left()).toBeGreaterThan(59 - passed());
  const resend = page.getByRole('button', { name: 'Resend the code' });
  expect(await resend.count()).toBe(0);
  await page.clock.runFor(20_000);
  await page.reload();
  // The same step, the same address, the same countdown.
  await page.getByText(email).waitFor();
  const afterReload = await left();
  expect(afterReload).toBeGreaterThan(39 - passed());
  expect(afterReload).toBeLessThanOrEqual(41);
  await page.clock.runFor(afterReload * 1000 - 10_000);
  expect(await resend.count()).toBe(0);
  await page.clock.runFor(11_000);
  const asked = Date.now();
  await resend.click();
  const fresh = await product.code(email, { after: asked });
  await until('the countdown to start over', async () => (await left()) > 59 - passed(asked));
  expect(proxy.to(requestCode.path)).toHaveLength(2);
  const field = page.getByLabel('Code of 6 digits');
  if (old !== fresh) {
    await field.fill(old);
    await page.getByText('Invalid or expired code').waitFor();
  }
  await field.fill(fresh);
  await seeDashboard(page);
  await context.close();
});

test('a failure to send a new code is reported, and the first code still works', async () => {
  const { page, context } = await browser.newPage();
  await page.clock.install({ time: Date.now() });
  await page.goto(`${proxy.url}/signin`);
  const code = await askForCode(page, product.emailOf('unlucky'));
  await page.clock.runFor(61_000);
  const heal = proxy.rule(requestCode.path, () => ({ status: 503 }));
  await page.getByRole('button', { name: 'Resend the code' }).click();
  await page.getByText('Error sending code').first().waitFor();
  heal();
  await page.getByLabel('Code of 6 digits').fill(code);
  await seeDashboard(page);
  await context.close();
});
