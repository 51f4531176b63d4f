import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { refreshSession } from '@watchpost/contract/endpoints/session';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { seeDashboard, signIn, signOut } from '../support/journeys.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { startProxy, type Proxy } from '../support/proxy.ts';
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

/** The app on its dashboard, in so many tabs of one browser. */
async function openTabs(email: string, count: number): Promise<{ tabs: Page[]; close: () => Promise<void> }> {
  const { page, context } = await browser.newPage({ storageState: await signedIn(product, email, proxy.url) });
  await context.clock.install();
  const tabs = [page, ...(await Promise.all(Array.from({ length: count - 1 }, () => context.newPage())))];
  await Promise.all(
    tabs.map(async (tab) => {
      await tab.goto(proxy.url);
      await seeDashboard(tab);
      await tab.evaluate(() => Object.assign(globalThis, { isTheSamePage: true }));
    }),
  );
  return { tabs, close: () => context.close() };
}

const wasReloaded = (tab: Page): Promise<boolean> => tab.evaluate(() => !('isTheSamePage' in globalThis));

/** Lets the page's clock pass the delay after which a tab reloads, once every tab has heard what the others wrote. */
async function passReloadDelay(tabs: readonly Page[]): Promise<void> {
  const [writer, ...others] = tabs;
  if (!writer) throw new Error('There is no tab.');
  // A tab gets storage events in the order in which they were written: after this one it has had all before it.
  const heard = others.map((tab) =>
    tab.evaluate(() => {
      const heardMarker = new Promise<void>((resolve) =>
        addEventListener('storage', ({ key }) => {
          if (key === 'test:marker') resolve();
        }),
      );
      Object.assign(globalThis, { heardMarker });
    }),
  );
  await Promise.all(heard);
  await writer.evaluate(() => localStorage.setItem('test:marker', String(Math.random())));
  await Promise.all(others.map((tab) => tab.evaluate(() => (globalThis as unknown as { heardMarker: Promise<void> }).heardMarker)));
  await writer.context().clock.fastForward(1000);
}

/** What a browser keeps open to one server at a time over HTTP/1.1, all its tabs together. */
const connections = 6;

/** From now on the server refuses every access token that it has given out so far, in whatever tab it is; the first 6 requests are refused at once. */
function refuseOldTokens(together = connections): { refused: () => number; heal: () => void } {
  const old = new Set(proxy.seen.map(({ token }) => token));
  let refused = 0;
  let release: () => void = () => {};
  const all = new Promise<void>((resolve) => (release = resolve));
  const heal = proxy.rule(listCameras.path, async ({ token }) => {
    if (!old.has(token)) return 'pass';
    refused += 1;
    if (refused === together) release();
    await all;
    return 'spoil';
  });
  return { refused: () => refused, heal };
}

test.each([
  { tabCount: 1, each: 20 },
  { tabCount: 5, each: 4 },
])(
  'R1: $tabCount tabs with $each parallel requests each, all refused: one refresh, all 20 succeed, no tab reloads',
  async ({ tabCount, each }) => {
    const { tabs, close } = await openTabs(`five-${tabCount}@example.test`, tabCount);
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

/** Waits until the tabs have left their pages: each loads again, 500 ms after the change (`session-watch.test.ts` has the time). */
async function expectReloads(tabs: readonly Page[]): Promise<void> {
  for (const tab of tabs) await until('the tab to be reloaded', () => wasReloaded(tab).catch(() => false), 30_000);
}

test('sign-out in one tab: the others reload and show the sign-in', async () => {
  const {
    tabs: [first, ...others],
    close,
  } = await openTabs('leaves@example.test', 3);
  if (!first) throw new Error('There is no tab.');
  await first.bringToFront();
  await signOut(first);
  await expectReloads(others);
  for (const tab of [first, ...others]) await tab.getByRole('heading', { name: 'Sign in' }).waitFor();
  await close();
});

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
