import type { BrowserContextOptions, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redirects, routeOf, screens, type Layout, type ScreenName } from '../../packages/reference-app/src/shared/navigation/routes.ts';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { firstCamera, signIn } from '../support/journeys.ts';
import { startProduct, until, type Product } from '../support/product.ts';

/** Every route of specification 1, section 2, and the camera routes of document 2, as far as their features exist: an address, and what the page's title says there. */
const visits: readonly (readonly [address: string, title: string])[] = [
  ['/', 'All locations'],
  ['/activities', 'Activities'],
  ['/video-wall', 'Video wall'],
  ['/s/a_1', 'Invalid link'],
  ['/s/abcd/efgh/1234/5678', 'Invalid link'],
  ['/guest/unknown', 'This link is not valid or active anymore'],
  ['/cameras/add', 'Add camera'],
  ['/device', 'Sign in a device'],
  ['/cameras/{id}', 'Street'],
  ['/cameras/{id}/ptz', 'Camera control'],
  ['/cameras/{id}/settings', 'Camera settings'],
  ['/cameras/{id}/settings/alerts', 'Alerts'],
  ['/cameras/{id}/settings/about', 'About camera'],
  ['/cameras/{id}/settings/about/check-for-updates', 'About camera'],
  ['/settings/account', 'Account'],
  ['/settings/notifications', 'Notifications'],
  ['/settings/locations-and-rooms/list', 'Locations and rooms'],
  ['/settings/locations-and-rooms/shop', 'Locations and rooms'],
  ['/settings/locations-and-rooms/shop/hall', 'Locations and rooms'],
];
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 } };

let product: Product;
let browser: TestBrowser;
let cameraId: string;
let storageState: Awaited<ReturnType<import('playwright').BrowserContext['storageState']>>;
const at = (address: string): string => address.replace('{id}', cameraId);
const screenAt = (address: string): ScreenName => {
  const route = routeOf(at(address));
  if (route === null || Object.hasOwn(redirects, route)) throw new Error(`${address} is no screen.`);
  return route as ScreenName;
};

/** What stands around the screen that is open: the sidebar, or the bar that phones have in its place. */
async function layoutOf(page: Page): Promise<Layout> {
  const [sidebar, header] = await Promise.all([
    page.getByRole('navigation', { name: 'Main' }).isVisible(),
    page.locator('.frame-head').isVisible(),
  ]);
  return sidebar ? 'sidebar' : header ? 'header' : 'empty';
}

beforeAll(async () => {
  product = await startProduct({ WATCHPOST_DEMO: '1' });
  browser = await launchBrowser();
  const { page, context } = await browser.newPage();
  await signIn(page, product, 'anna.k@example.test');
  cameraId = await firstCamera(page);
  storageState = await context.storageState();
  await context.close();
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

test('every screen has its layout and its title on a large screen, without errors or dead ends', async () => {
  const { page, context, errors, violations } = await browser.newPage({ storageState });
  for (const [address, title] of visits) {
    await page.goto(product.url + at(address));
    await until(`${address} to be "${title}"`, async () => (await page.title()) === `${title} · Watchpost`).catch(async (error) => {
      throw new Error(`${String(error)} It is "${await page.title()}".`);
    });
    const { layout } = screens[screenAt(address)];
    expect(await layoutOf(page), address).toBe(layout === 'desktop-header' ? 'header' : layout);
    expect(new URL(page.url()).pathname, address).toBe(at(address));
    expect(await page.locator('h1:visible').count(), `one heading at ${address}`).toBe(1);
    // Never a dead end: whatever a screen is, something on it leads on.
    expect(await page.locator('main a[href]:visible, main button:visible, .flow a[href]:visible').count(), address).toBeGreaterThan(0);
    expect(await violations(), address).toEqual([]);
  }
  expect(errors).toEqual([]);
  await context.close();
});

test('phones have headers and a bar instead of the sidebar, nothing wider than the screen, and a list of settings', async () => {
  const { page, context, errors } = await browser.newPage({ ...phone, storageState });
  for (const [address] of visits) {
    await page.goto(product.url + at(address));
    await page.locator('h1:visible').first().waitFor();
    const { layout } = screens[screenAt(address)];
    expect(await layoutOf(page), address).toBe(layout === 'desktop-header' ? 'empty' : layout);
    if (layout === 'sidebar') expect(await page.locator('header.head:visible').count(), address).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${address} is too wide`).toBeLessThanOrEqual(0);
  }
  await page.goto(`${product.url}/settings/locations-and-rooms`);
  await page.getByRole('link', { name: 'All settings' }).click();
  await page.waitForURL('**/settings/menu');
  await page.getByRole('link', { name: /Account/ }).click();
  await page.waitForURL('**/settings/account');
  expect(errors).toEqual([]);
  await context.close();
});

test('the list of settings is beside every page of a large screen, so its own address leads to the first page', async () => {
  const { page, context } = await browser.newPage({ storageState });
  await page.goto(`${product.url}/settings/menu`);
  await page.waitForURL('**/settings/account');
  const list = page.getByRole('navigation', { name: 'Settings' });
  await list.getByRole('link', { name: 'Locations and rooms' }).click();
  await page.waitForURL('**/settings/locations-and-rooms/list');
  await list.locator('[aria-current=page]').getByText('Locations and rooms').waitFor();
  await context.close();
});

describe('redirects', () => {
  test.each([
    ['/settings', '/settings/account'],
    ['/settings/locations-and-rooms', '/settings/locations-and-rooms/list'],
  ])('%s → %s, with its query', async (from, target) => {
    const { page, context } = await browser.newPage({ storageState });
    await page.goto(`${product.url}${from}?a=1`);
    await page.waitForURL(`**${target}?a=1`);
    await context.close();
  });

  test('the query that e-mail messages link with leads to the camera’s alerts', async () => {
    const { page, context } = await browser.newPage({ storageState });
    await page.goto(`${product.url}/cameras/${cameraId}?alerts`);
    await page.waitForURL(`${product.url}/cameras/${cameraId}/settings/alerts`);
    await page.getByRole('heading', { name: 'Alerts', exact: true }).waitFor();
    await context.close();
  });

  test('sign-in with a session goes to the dashboard, or where returnUrl says, never off the site', async () => {
    const { page, context } = await browser.newPage({ storageState });
    for (const [query, target] of [
      ['', '/'],
      [`?returnUrl=${encodeURIComponent('/settings/account')}`, '/settings/account'],
      [`?returnUrl=${encodeURIComponent('//evil.example')}`, '/'],
    ] as const) {
      await page.goto(`${product.url}/signin${query}`);
      await page.locator('h1:visible').first().waitFor();
      expect(page.url()).toBe(product.url + target);
    }
    await context.close();
  });
});

describe('without a session', () => {
  test('a private screen asks to sign in and keeps its address; the root does not', async () => {
    const { page, context } = await browser.newPage();
    for (const [address] of visits.filter(([address]) => screens[screenAt(address)].access === 'private')) {
      await page.goto(`${product.url}${at(address)}?x=1`);
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      const { pathname, searchParams } = new URL(page.url());
      expect([pathname, searchParams.get('returnUrl')], address).toEqual(['/signin', `${at(address)}?x=1`]);
    }
    await page.goto(product.url);
    await page.waitForURL(`${product.url}/signin`);
    await context.close();
  });

  test('a shared link is public, leaks no referrer to other sites, and asks to sign in unless it has guests', async () => {
    const { page, context } = await browser.newPage();
    const answer = await page.goto(`${product.url}/s/short`);
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
    await page.getByRole('heading', { name: 'Invalid link' }).waitFor();
    await page.getByText('This link is not valid or active anymore').waitFor();
    expect(await layoutOf(page)).toBe('empty');
    await page.goto(`${product.url}/s/abcd/efgh/1234/5678`);
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).searchParams.get('returnUrl')).toBe('/s/abcd/efgh/1234/5678');
    await context.close();
  });
});

test.each(['/nothing', '/settings/nothing', '/cameras/a.b/settings', '/guest/a~b', '/cameras/yard/settings/nothing'])(
  '%s: page not found, with or without a session',
  async (address) => {
    for (const options of [{}, { storageState }]) {
      const { page, context, errors } = await browser.newPage(options);
      await page.goto(product.url + address);
      await page.getByRole('heading', { name: 'Page not found' }).waitFor();
      expect(await page.title()).toBe('Page not found · Watchpost');
      await page.getByRole('link', { name: 'To the cameras' }).click();
      await page.waitForURL(options.storageState ? `${product.url}/` : '**/signin');
      expect(errors).toEqual([]);
      await context.close();
    }
  },
);

test('where no plans are sold, there are no pages about them', async () => {
  const { page, context, errors } = await browser.newPage({ storageState });
  for (const address of [
    '/settings/payments-and-billing',
    '/settings/payments-and-billing/top-up-balance',
    '/checkout',
    '/checkout/edit',
    '/cameras/{id}/settings/subscription',
  ]) {
    await page.goto(product.url + at(address));
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect([address, await page.title(), await page.locator('h1:visible').count()]).toEqual([address, 'Page not found · Watchpost', 1]);
  }
  expect(errors).toEqual([]);
  await context.close();
});

test('a screen whose code does not load says so, the rest stays, and a reload helps', async () => {
  // The worker would have it.
  const { page, context } = await browser.newPage({ storageState, serviceWorkers: 'block' });
  await page.goto(product.url);
  await page.locator('h1:visible').first().waitFor();
  await page.route(/\/assets\/settings-account[^/]*\.js/, (route) => route.abort());
  await page.getByRole('button', { name: /^Profile/ }).click();
  await page.getByRole('menuitem', { name: 'Account settings' }).click();
  await page.getByRole('heading', { name: 'Part of the page couldn’t be loaded' }).waitFor();
  expect(await layoutOf(page)).toBe('sidebar');
  await page.unroute(/\/assets\/settings-account[^/]*\.js/);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.waitForURL('**/settings/account');
  await page.getByRole('heading', { name: 'Devices signed in' }).waitFor();
  await context.close();
});
