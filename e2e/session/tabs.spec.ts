import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { refreshSession } from '@watchpost/contract/endpoints/session';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { signOut } from '../support/journeys.ts';
import type { RunningProduct } from '../support/product.ts';
import { startProxy, type Proxy } from '../support/proxy.ts';
import { expectReloads, openAppTabs, passReloadDelay, refuseTokensSoFar, wasReloaded } from '../support/session/tabs.ts';
import { clientOf } from '../support/signed-in.ts';
import { sharedProduct } from '../support/worker/shared-product.ts';

let product: RunningProduct;
let proxy: Proxy;
let browser: TestBrowser;

beforeAll(async () => {
  [product, browser] = await Promise.all([sharedProduct(), launchBrowser()]);
  proxy = await startProxy(product.url);
});
beforeEach(() => proxy.forget());
afterAll(async () => {
  await browser?.close();
  proxy?.close();
  await product?.dispose();
});

const openTabs = (name: string, count: number) => openAppTabs({ browser, product, proxy }, product.emailOf(name), count);
const refuseOldTokens = () => refuseTokensSoFar(proxy);

test.each([
  { tabCount: 1, each: 20 },
  { tabCount: 5, each: 4 },
])(
  'R1: $tabCount tabs with $each parallel requests each, all refused: one refresh, all 20 succeed, no tab reloads',
  async ({ tabCount, each }) => {
    const { tabs, close } = await openTabs(`five-${tabCount}`, tabCount);
    const clients = await Promise.all(tabs.map(clientOf));
    const { refused, heal } = refuseOldTokens();
    const lists = await Promise.all(
      clients.map((client, tab) =>
        client.evaluate(
          // Each has an address of its own: Chromium lets equal ones wait for each other.
          (app, { target, count, of }) =>
            Promise.all(Array.from({ length: count }, (_, index) => app.http.request(target, { query: { request: `${of}-${index}` } }))),
          { target: listCameras, count: each, of: tab },
        ),
      ),
    );
    expect(lists.flat()).toEqual(Array.from({ length: 20 }, () => []));
    expect(refused()).toBeGreaterThanOrEqual(20);
    expect(proxy.to(refreshSession.path)).toHaveLength(1);
    await passReloadDelay(tabs);
    expect(await Promise.all(tabs.map(wasReloaded))).toEqual(tabs.map(() => false));
    expect(proxy.to(refreshSession.path)).toHaveLength(1);
    heal();
    await close();
  },
);

test('sign-out in one tab: the others reload and show the sign-in', async () => {
  const {
    tabs: [first, ...others],
    close,
  } = await openTabs('leaves', 3);
  if (!first) throw new Error('There is no tab.');
  await first.bringToFront();
  await signOut(first);
  await expectReloads(others);
  for (const tab of [first, ...others]) await tab.getByRole('heading', { name: 'Sign in' }).waitFor();
  await close();
});
