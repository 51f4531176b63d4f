import { listCameras } from '@watchpost/contract/endpoints/cameras';
import type { Page } from 'playwright';
import type { TestBrowser } from '../chromium.ts';
import { seeDashboard } from '../journeys.ts';
import { until, type RunningProduct } from '../product.ts';
import type { Proxy } from '../proxy.ts';
import { signedIn } from '../signed-in.ts';

interface Tabs {
  readonly tabs: Page[];
  close(): Promise<void>;
}

/** The app on its dashboard, in so many tabs of one browser. */
export async function openAppTabs(
  { browser, product, proxy }: { browser: TestBrowser; product: RunningProduct; proxy: Proxy },
  email: string,
  count: number,
): Promise<Tabs> {
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

export const wasReloaded = (tab: Page): Promise<boolean> => tab.evaluate(() => !('isTheSamePage' in globalThis));

/** Lets the page's clock pass the delay after which a tab reloads, once every tab has heard what the others wrote. */
export async function passReloadDelay(tabs: readonly Page[]): Promise<void> {
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
export function refuseTokensSoFar(proxy: Proxy, together = connections): { refused: () => number; heal: () => void } {
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

/** Waits until the tabs have left their pages: each loads again, 500 ms after the change (`session-watch.test.ts` has the time). */
export async function expectReloads(tabs: readonly Page[]): Promise<void> {
  for (const tab of tabs) await until('the tab to be reloaded', () => wasReloaded(tab).catch(() => false), 30_000);
}
