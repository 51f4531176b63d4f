import { createRegistrationToken } from '@watchpost/contract/endpoints/add-camera';
import { refreshSession } from '@watchpost/contract/endpoints/session';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRigCamera, type RigCamera } from './rig/camera.ts';
import { launchBrowser, type TestBrowser, type TestPage } from './support/chromium.ts';
import { firstCamera, seeLive } from './support/journeys.ts';
import { addRigCamera, createOwner } from './support/owner.ts';
import { startProduct, until, type Product } from './support/product.ts';
import { startProxy, type Proxy } from './support/proxy.ts';
import { clientOf, signedIn } from './support/signed-in.ts';

const email = 'owner@example.test';
/** Milliseconds. Really so long: the waits between the tries grow with the time that the network is away. */
const offline = 60_000;

let product: Product;
let browser: TestBrowser;
let camera: RigCamera;

beforeAll(async () => {
  [product, browser, camera] = await Promise.all([startProduct(), launchBrowser(), startRigCamera()]);
  const owner = await createOwner(product, email);
  await addRigCamera(owner, camera);
  owner.dispose();
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
  await camera?.stop();
});

interface Viewer {
  readonly view: TestPage;
  readonly proxy: Proxy;
}

/** A page with the camera's live picture, behind a network of its own. */
async function watch(): Promise<Viewer> {
  const proxy = await startProxy(product.url);
  const view = await browser.newPage({ storageState: await signedIn(product, email, proxy.url) });
  const { page } = view;
  await page.goto(proxy.url);
  await page.goto(`${proxy.url}/cameras/${await firstCamera(page)}`);
  await seeLive(page, 1500);
  await page.evaluate(() => {
    let toasts = 0;
    Object.assign(globalThis, { shownToasts: () => toasts });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element && node.matches('[data-sonner-toast]')) toasts += 1;
    }).observe(document.body, { childList: true, subtree: true });
  });
  return { view, proxy };
}

/** A POST as a form makes it. @returns the error's code, or "done" */
async function post(page: Page): Promise<string> {
  return (await clientOf(page)).evaluate((client, target) => client.http.request(target, { body: {} }).then(() => 'done', (error: Error & { code: string }) => error.code), createRegistrationToken);
}

/** What R6 promises about a page whose network was away and has just come back. */
async function expectRecovered({ view: { page, errors }, proxy }: Viewer, postsOnTheWire: number): Promise<void> {
  await seeLive(page, 1500, 5000);
  expect(await page.evaluate(() => (globalThis as unknown as { shownToasts: () => number }).shownToasts())).toBeLessThanOrEqual(1);
  expect(proxy.to(createRegistrationToken.path)).toHaveLength(postsOnTheWire);
  expect(proxy.to(refreshSession.path).length).toBeLessThanOrEqual(1);
  expect(new URL(page.url()).pathname).toMatch(/^\/cameras\/cam/);
  expect(await page.evaluate(() => localStorage.getItem('watchpost:session'))).not.toBeNull();
  await page.getByText('LIVE').first().waitFor();
  expect(errors).toEqual([]);
  // The network was away, not WebSocket: nothing else was tried when it came back.
  expect(proxy.seen.map(({ path }) => path).filter((path) => /\/cameras\/[^/]+\/(live|whep)\b/.test(path))).toEqual([]);
}

test('R6: a minute without network, with and without the browser knowing: live within 5 s, one toast at most, no POST twice, still signed in', async () => {
  const knows = await watch();
  const doesNot = await watch();
  // A request that arrived, and whose answer was lost with the network: it must not be made again.
  doesNot.proxy.rule(createRegistrationToken.path, () => 'lose');
  const lost = await post(doesNot.view.page);
  for (const { proxy } of [knows, doesNot]) proxy.cut();
  await knows.view.context.setOffline(true);
  const whileOffline = await Promise.all([post(knows.view.page), post(doesNot.view.page)]);
  expect([lost, ...whileOffline]).toEqual(['network', 'network', 'network']);
  await knows.view.page.waitForTimeout(offline);
  const posts = doesNot.proxy.to(createRegistrationToken.path).length;

  doesNot.proxy.mend();
  await expectRecovered(doesNot, posts);
  knows.proxy.mend();
  await knows.view.context.setOffline(false);
  await expectRecovered(knows, 0);
  for (const { view, proxy } of [knows, doesNot]) {
    await view.context.close();
    proxy.close();
  }
});

test('code that is lost on the way comes later, and the picture stays', async () => {
  const proxy = await startProxy(product.url);
  const { page, context, errors } = await browser.newPage({ storageState: await signedIn(product, email, proxy.url), serviceWorkers: 'block' });
  // "segmented" is what the part for SD cards needs: a part is more than its own file. "background" has styles, too.
  const late = ['background', 'controls', 'ptz', 'segmented'];
  const lost = new Set<string>();
  const heal = [
    proxy.rule('/assets/', ({ path }) => {
      const part = late.find((name) => path.startsWith(`/assets/${name}-`));
      if (part === undefined) return 'pass';
      lost.add(part);
      return 'drop';
    }),
    proxy.rule('/healthz', () => 'drop'),
  ];
  await page.goto(proxy.url);
  await page.goto(`${proxy.url}/cameras/${await firstCamera(page)}`);
  await seeLive(page);
  await until('all of them to be lost', () => lost.size === late.length);
  await seeLive(page);
  const again = (name: string): number => proxy.seen.filter(({ path }) => path.startsWith(`/assets/${name}-`)).length;
  const before = again('segmented');
  for (const undo of heal) undo();
  await until('what a part needs to be asked for again', () => again('segmented') > before);
  await page.getByRole('button', { name: 'Full screen' }).waitFor();
  await page.locator('[data-sonner-toaster], section[aria-label*="Notifications"]').first().waitFor({ state: 'attached' });
  await seeLive(page);

  // The next screen's too: what is there stays, and says that it goes on.
  const healNext = [proxy.rule('/assets/', ({ path }) => (path.startsWith('/assets/activities-') ? 'drop' : 'pass')), proxy.rule('/healthz', () => 'drop')];
  await page.getByRole('link', { name: 'Activities' }).first().click();
  await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
  await seeLive(page);
  for (const undo of healNext) undo();
  await page.getByRole('heading', { name: 'Activities' }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
  proxy.close();
});
