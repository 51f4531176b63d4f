import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { refreshSession, signOut } from '@watchpost/contract/endpoints/session';
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser, type TestPage } from '../support/chromium.ts';
import { seeDashboard } from '../support/journeys.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { startProxy, type Proxy, type Verdict } from '../support/proxy.ts';
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

const hasSession = (page: Page): Promise<boolean> => page.evaluate(() => localStorage.getItem('watchpost:session') !== null);

async function openDashboard(email: string, prepare?: (page: Page) => Promise<unknown>): Promise<TestPage> {
  const view = await browser.newPage({ storageState: await signedIn(product, email, proxy.url) });
  await prepare?.(view.page);
  await view.page.goto(proxy.url);
  await seeDashboard(view.page);
  return view;
}

test('R3: refused again after the refresh: one retry, one end of the session, reported once', async () => {
  const { page, context, errors } = await openDashboard('refused@example.test');
  proxy.forget();
  // The dashboard asks again by itself; from here on no token is good enough.
  const heal = proxy.rule(listCameras.path, () => 'spoil');
  await page.waitForURL('**/signin');
  await page.getByText('Authorization session are expired.').first().waitFor();
  expect(await page.getByText('Authorization session are expired.').count()).toBe(1);
  expect(await hasSession(page)).toBe(false);
  const tokens = proxy.to(listCameras.path).map(({ token }) => token);
  expect(tokens).toHaveLength(2);
  expect(new Set(tokens).size).toBe(2);
  expect(proxy.to(refreshSession.path)).toHaveLength(1);
  expect(errors).toEqual([]);
  heal();
  await context.close();
});

test('both the refresh token and the device are refused: one end of the session, the page is remembered', async () => {
  const { page, context } = await openDashboard('forgotten@example.test');
  await page.goto(`${proxy.url}/cameras/add`);
  // The sign-in is revoked on the server, as from another device; this browser's own call goes around the page.
  const { origins } = await context.storageState();
  const stored = origins.flatMap(({ localStorage }) => localStorage).find(({ name }) => name === 'watchpost:session');
  const { accessToken } = JSON.parse(stored?.value ?? '{}') as { accessToken?: string };
  const answer = await fetch(product.url + signOut.path, { method: signOut.method, headers: { authorization: `Bearer ${accessToken}` } });
  expect(answer.status).toBe(204);
  proxy.forget();
  const outcome = await (
    await clientOf(page)
  ).evaluate((client) =>
    client.cameras.list().then(
      () => 'listed',
      (error: Error) => error.message,
    ),
  );
  expect(outcome).toBe('Authorization session are expired.');
  await page.waitForURL('**/signin?returnUrl=*');
  expect(new URL(page.url()).searchParams.get('returnUrl')).toBe('/cameras/add');
  // By the refresh token, then by the device, and no more.
  expect(proxy.to(refreshSession.path)).toHaveLength(2);
  await context.close();
});

const passing: { what: string; verdict: Verdict }[] = [
  { what: '429', verdict: { status: 429, headers: { 'retry-after': '1' } } },
  { what: '408', verdict: { status: 408 } },
  { what: '500', verdict: { status: 500 } },
  { what: '502 of a gateway', verdict: { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Gateway</h1>' } },
  { what: '503', verdict: { status: 503 } },
  { what: 'a cut connection', verdict: 'drop' },
  { what: 'a lost answer', verdict: 'lose' },
];
test.each(passing)('$what at the refresh does not end the session; the next attempt succeeds', async ({ what, verdict }) => {
  const { page, context } = await openDashboard(`${what.replaceAll(' ', '-')}@example.test`);
  const client = await clientOf(page);
  const old = new Set(proxy.seen.map(({ token }) => token));
  const heal = [
    proxy.rule(listCameras.path, ({ token }) => (old.has(token) ? 'spoil' : 'pass')),
    proxy.rule(refreshSession.path, () => verdict),
  ];
  const code = await client.evaluate((app) =>
    app.cameras.list().then(
      () => 'listed',
      (error: Error & { code?: string }) => error.code,
    ),
  );
  expect(code).not.toBe('listed');
  expect(code).not.toBe('session-expired');
  expect(await hasSession(page)).toBe(true);
  heal[1]?.();
  expect(await client.evaluate((app) => app.cameras.list())).toEqual([]);
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await page.getByText('Authorization session are expired.').count()).toBe(0);
  heal[0]?.();
  await context.close();
});

const day = 24 * 3_600_000;
/** Lifetime of an access token of this server, and how early the client may refresh it, minutes. */
const lifetime = 15;
const early = 0.5;

/** Half a minute that passes at once would be too long for a refresh that waits for its lock or its answer. */
async function answersToArrive(page: Page): Promise<void> {
  await until('every answer', async () => {
    const { held = [], pending = [] } = await page.evaluate(() => navigator.locks.query());
    return held.length + pending.length + proxy.inFlight === 0;
  });
  // One more: those before it have been read then.
  await page.evaluate(() => fetch('/healthz').then((answer) => answer.text()));
}

/** Lets so many minutes pass in the page, half a minute at a time. @returns at which minutes it refreshed the session */
async function refreshesIn(page: Page, minutes: number): Promise<number[]> {
  const refreshes: number[] = [];
  for (let minute = 0.5; minute <= minutes; minute += 0.5) {
    const before = proxy.to(refreshSession.path).length;
    const polled = proxy.to(listCameras.path).length;
    await answersToArrive(page);
    // In one jump: a timeout that begins in it does not end in it.
    await page.clock.fastForward(30_000);
    // The network does not follow the page's time: what the dashboard asks for has to arrive.
    await until('the dashboard to ask', () => proxy.to(listCameras.path).length > polled);
    for (let count = before; count < proxy.to(refreshSession.path).length; count++) refreshes.push(minute);
  }
  return refreshes;
}

/** Two refreshes are never closer to each other than a token lives. */
function expectOneALifetime(refreshes: readonly number[]): void {
  for (const [index, minute] of refreshes.slice(1).entries())
    expect(minute - (refreshes[index] ?? 0)).toBeGreaterThanOrEqual(lifetime - early - 0.5);
}

test.each([-day, day])("R4: the device's clock is off by %i ms from the start: at most one refresh a lifetime", async (skew) => {
  const { page, context } = await openDashboard(`skew${skew}@example.test`, (tab) => tab.clock.install({ time: Date.now() + skew }));
  const atStart = proxy.to(refreshSession.path).length;
  const refreshes = await refreshesIn(page, 32);
  expect(atStart).toBeLessThanOrEqual(1);
  expectOneALifetime([...Array.from({ length: atStart }, () => 0), ...refreshes]);
  expect(atStart + refreshes.length).toBeLessThanOrEqual(3);
  // It is a test only if the page's time really passes.
  expect(refreshes.length).toBeGreaterThanOrEqual(2);
  await context.close();
});

test.each([-day, day])(
  'R4: the clock is set by %i ms while signed in, and the page is reloaded five times: at most one refresh',
  async (jump) => {
    const { page, context } = await openDashboard(`jump${jump}@example.test`, (tab) => tab.clock.install({ time: Date.now() }));
    await page.clock.setSystemTime(Date.now() + jump);
    await refreshesIn(page, 1);
    for (let load = 0; load < 5; load++) {
      await page.reload();
      await seeDashboard(page);
      await refreshesIn(page, 1);
    }
    expect(proxy.to(refreshSession.path).length).toBeLessThanOrEqual(1);
    await context.close();
  },
);
