import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { seeDashboard, submitEmail } from '../support/journeys.ts';
import { startProduct, type Product } from '../support/product.ts';
import { startProxy, type Proxy } from '../support/proxy.ts';
import { signedIn } from '../support/signed-in.ts';

let product: Product;
let proxy: Proxy;
let browser: TestBrowser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  proxy = await startProxy(product.url);
});
afterAll(async () => {
  await browser?.close();
  proxy?.close();
  await product?.dispose();
});

const askForCode = (page: Page, email: string): Promise<string> => submitEmail(page, product, email);

test('a private page remembers its address with the query; the root does not', async () => {
  const { page, context } = await browser.newPage();
  await page.goto(`${proxy.url}/cameras/some-camera?t=1763700000000`);
  await page.waitForURL('**/signin?*');
  expect(new URL(page.url()).searchParams.get('returnUrl')).toBe('/cameras/some-camera?t=1763700000000');
  await page.goto(proxy.url);
  await page.getByLabel('E-mail').waitFor();
  expect(page.url()).toBe(`${proxy.url}/signin`);
  await context.close();
});

test('a user with a session is not asked to sign in', async () => {
  const { page, context } = await browser.newPage({ storageState: await signedIn(product, 'inside@example.test', proxy.url) });
  await page.goto(`${proxy.url}/signin`);
  await seeDashboard(page);
  expect(new URL(page.url()).pathname).toBe('/');
  await context.close();
});

const hostile = [
  'https://evil.example/',
  '//evil.example',
  '///evil.example/x',
  '/\\evil.example',
  '\\\\evil.example',
  '/.//evil.example',
  '/cameras/..//evil.example',
  '/%2f/evil.example',
  '/%2F%2Fevil.example',
  '/%5cevil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/@evil.example',
  '/signin',
  '/public/api/v3/cameras',
];

test('no returnUrl leaves the site: with a session', async () => {
  const { page, context } = await browser.newPage({ storageState: await signedIn(product, 'stays@example.test', proxy.url) });
  const foreign: string[] = [];
  page.on('request', (request) => void (new URL(request.url()).origin === proxy.url || foreign.push(request.url())));
  page.on('dialog', (dialog) => void foreign.push(dialog.message()));
  for (const candidate of hostile) {
    await page.goto(`${proxy.url}/signin?returnUrl=${encodeURIComponent(candidate)}`);
    await seeDashboard(page);
    expect([candidate, page.url()]).toEqual([candidate, `${proxy.url}/`]);
  }
  expect(foreign).toEqual([]);
  await context.close();
});

test('no returnUrl leaves the site: by signing in', async () => {
  const { page, context } = await browser.newPage();
  const foreign: string[] = [];
  page.on('request', (request) => void (new URL(request.url()).origin === proxy.url || foreign.push(request.url())));
  for (const [index, candidate] of ['//evil.example', '/\\evil.example', '/.//evil.example', '/%2f/evil.example'].entries()) {
    await page.evaluate(() => localStorage.clear()).catch(() => undefined);
    await page.goto(`${proxy.url}/signin?returnUrl=${encodeURIComponent(candidate)}`);
    const code = await askForCode(page, `hostile-${index}@example.test`);
    await page.getByLabel('Code of 6 digits').fill(code);
    await seeDashboard(page);
    expect([candidate, page.url()]).toEqual([candidate, `${proxy.url}/`]);
  }
  expect(foreign).toEqual([]);
  await context.close();
});
