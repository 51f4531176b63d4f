import { refreshSession } from '@watchpost/contract/endpoints/session';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { seeDashboard, signIn } from '../support/journeys.ts';
import { startProduct, type Product } from '../support/product.ts';
import { startProxy, type Proxy } from '../support/proxy.ts';
import { expectReloads, openAppTabs, passReloadDelay, refuseTokensSoFar, wasReloaded } from '../support/session/tabs.ts';
import { clientOf, signedIn } from '../support/signed-in.ts';

let product: Product;
let proxy: Proxy;
let browser: TestBrowser;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct(), launchBrowser()]);
  proxy = await startProxy(product.url);
});
beforeEach(() => proxy.forget());
afterAll(async () => {
  await browser?.close();
  proxy?.close();
  await product?.dispose();
});

const openTabs = (email: string, count: number) => openAppTabs({ browser, product, proxy }, email, count);
const refuseOldTokens = (together: number) => refuseTokensSoFar(proxy, together);

test('sign-in in one tab: a tab at the sign-in reloads and shows the dashboard', async () => {
  const { page: first, context } = await browser.newPage();
  const second = await context.newPage();
  await Promise.all([first, second].map((tab) => tab.goto(`${proxy.url}/signin`)));
  await second.getByRole('heading', { name: 'Sign in' }).waitFor();
  await second.evaluate(() => Object.assign(globalThis, { isTheSamePage: true }));
  await first.bringToFront();
  await signIn(first, { ...product, url: proxy.url }, 'enters@example.test');
  await expectReloads([second]);
  await seeDashboard(second);
  await context.close();
});

test('another user signs in in another tab: the page reloads for that user', async () => {
  const {
    tabs: [first, second],
    close,
  } = await openTabs('first@example.test', 2);
  if (!first || !second) throw new Error('There are no tabs.');
  const { origins } = await signedIn(product, 'second@example.test', proxy.url);
  await second.evaluate((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, origins[0]?.localStorage ?? []);
  await expectReloads([first]);
  await seeDashboard(first);
  expect(await (await clientOf(first)).evaluate((client) => client.session.current.value?.email)).toBe('second@example.test');
  await close();
});

test('a new token of the same user causes no reload', async () => {
  const {
    tabs: [first, second],
    close,
  } = await openTabs('same@example.test', 2);
  if (!first || !second) throw new Error('There are no tabs.');
  const { heal } = refuseOldTokens(1);
  await (await clientOf(first)).evaluate((client) => client.cameras.list());
  await passReloadDelay([first, second]);
  expect(await wasReloaded(second)).toBe(false);
  const newest = proxy.to(refreshSession.path).length;
  expect(newest).toBe(1);
  heal();
  await close();
});
