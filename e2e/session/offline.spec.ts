import { createRegistrationToken } from '@watchpost/contract/endpoints/add-camera';
import { refreshSession } from '@watchpost/contract/endpoints/session';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRigCamera, type RigCamera } from '../rig/camera.ts';
import { launchBrowser, type TestBrowser, type TestPage } from '../support/chromium.ts';
import { firstCamera, seeBackground, seeLive } from '../support/journeys.ts';
import { addRigCamera, createOwner } from '../support/owner.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { startProxy, type Proxy } from '../support/proxy.ts';
import { clientOf, signedIn } from '../support/signed-in.ts';

const email = 'owner@example.test';
const offlineSeconds = 60;

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
  await page.clock.install();
  await page.goto(proxy.url);
  await page.goto(`${proxy.url}/cameras/${await firstCamera(page)}`);
  await seeLive(page);
  await page.evaluate(() => {
    let toasts = 0;
    Object.assign(globalThis, { shownToasts: () => toasts });
    new MutationObserver((changes) => {
      for (const { addedNodes } of changes)
        for (const node of addedNodes) if (node instanceof Element && node.matches('[data-sonner-toast]')) toasts += 1;
    }).observe(document.body, { childList: true, subtree: true });
  });
  return { view, proxy };
}

/** A POST as a form makes it. @returns the error's code, or "done" */
async function post(page: Page): Promise<string> {
  return (await clientOf(page)).evaluate(
    (client, target) =>
      client.http.request(target, { body: {} }).then(
        () => 'done',
        (error: Error & { code: string }) => error.code,
      ),
    createRegistrationToken,
  );
}

/** What R6 promises about a page whose network was away and has just come back. */
async function expectRecovered({ view: { page, errors }, proxy }: Viewer, postsOnTheWire: number): Promise<void> {
  await seeLive(page);
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

test('R6: a minute without network, reported by the browser or not: live again automatically, at most one toast, no repeated POST, still signed in', async () => {
  const knows = await watch();
  const doesNot = await watch();
  // A request that arrived, and whose answer was lost with the network: it must not be made again.
  doesNot.proxy.rule(createRegistrationToken.path, () => 'lose');
  const lost = await post(doesNot.view.page);
  for (const { proxy } of [knows, doesNot]) proxy.cut();
  await knows.view.context.setOffline(true);
  const whileOffline = await Promise.all([post(knows.view.page), post(doesNot.view.page)]);
  expect([lost, ...whileOffline]).toEqual(['network', 'network', 'network']);
  // The waits between the tries grow with the time that the network is away. Each second of the page's clock has the time to try.
  for (let second = 0; second < offlineSeconds; second += 1)
    await Promise.all(
      [knows, doesNot].map(async ({ view: { page } }) => {
        await page.clock.runFor(1000);
        await page.evaluate(() => fetch('/healthz').catch(() => undefined));
      }),
    );
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

test('the dashboard shows only what is known: no connection, when each camera was last seen, and current states after reconnecting', async () => {
  const proxy = await startProxy(product.url);
  const { page, context, errors } = await browser.newPage({ storageState: await signedIn(product, email, proxy.url) });
  await page.goto(proxy.url);
  const online = page.getByRole('status').getByText('1 online', { exact: true }).filter({ visible: true });
  await online.waitFor();
  await until('the live connection', () => proxy.to('/public/api/v2/cameraphone/mqtt/auth').length > 0);
  proxy.cut();
  await page
    .getByText(/^1 last seen online at \d\d:\d\d$/)
    .filter({ visible: true })
    .waitFor();
  expect(await online.count()).toBe(0);
  await page.getByRole('status').getByText('No connection').filter({ visible: true }).waitFor();
  proxy.mend();
  await online.waitFor();
  expect(errors).toEqual([]);
  await context.close();
  proxy.close();
});

test('a chunk that is lost in transit is loaded later, and the picture stays', async () => {
  const proxy = await startProxy(product.url);
  const { page, context, errors } = await browser.newPage({
    storageState: await signedIn(product, email, proxy.url),
    serviceWorkers: 'block',
  });
  // A part is more than its own file: "background" needs a style sheet and "progress", too.
  const late = { controls: '/assets/controls-', progress: '/assets/progress-', style: '/assets/background-' };
  const lost = new Set<string>();
  const heal = [
    proxy.rule('/assets/', ({ path }) => {
      const [part] =
        Object.entries(late).find(([name, start]) => path.startsWith(start) && (name !== 'style' || path.endsWith('.css'))) ?? [];
      if (part === undefined) return 'pass';
      lost.add(part);
      return 'drop';
    }),
    proxy.rule('/healthz', () => 'drop'),
  ];
  await page.goto(proxy.url);
  await page.goto(`${proxy.url}/cameras/${await firstCamera(page)}`);
  await seeLive(page);
  await until(
    () => `all of them to be lost, beside ${[...lost].join(', ')}`,
    () => lost.size === Object.keys(late).length,
  );
  await seeLive(page);
  const again = (name: string): number => proxy.seen.filter(({ path }) => path.startsWith(`/assets/${name}-`)).length;
  const before = again('progress');
  for (const undo of heal) undo();
  await until('what a part needs to be asked for again', () => again('progress') > before);
  await page.getByRole('button', { name: 'Full screen' }).waitFor();
  await seeBackground(page);
  await seeLive(page);

  // The next screen's too: what is there stays, and says that it goes on.
  const healNext = [
    proxy.rule('/assets/', ({ path }) => (path.startsWith('/assets/activities-') ? 'drop' : 'pass')),
    proxy.rule('/healthz', () => 'drop'),
  ];
  await page.getByRole('link', { name: 'Activities' }).first().click();
  await page.getByRole('progressbar', { name: 'Loading' }).waitFor();
  await seeLive(page);
  for (const undo of healNext) undo();
  await page.getByRole('heading', { name: 'Activities' }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
  proxy.close();
});
