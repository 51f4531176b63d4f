import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { redirects, routeOf, screens, type Layout, type ScreenName } from '../packages/reference-app/src/shared/navigation/routes.ts';
import { launchBrowser, type TestBrowser } from './support/chromium.ts';
import { firstCamera, signIn } from './support/journeys.ts';
import { startProduct, until, type Product } from './support/product.ts';

/** Every route of specification 1, section 2, and the camera routes of document 2: an address, and what the page's title says there. */
const visits: readonly (readonly [address: string, title: string])[] = [
  ['/', 'All locations'],
  ['/activities', 'Activities'],
  ['/video-wall', 'Video wall'],
  ['/s/abcdefgh12345678', 'Invitation'],
  ['/s/abcd/efgh/1234/5678', 'Invitation'],
  ['/cameras/add', 'Add camera'],
  ['/cameras/{id}', 'Street'],
  ['/cameras/{id}/ptz', 'Camera control'],
  ['/cameras/{id}/settings', 'Camera settings'],
  ['/cameras/{id}/settings/about', 'About camera'],
  ['/cameras/{id}/settings/about/check-for-updates', 'About camera'],
  ['/cameras/{id}/settings/manage-access', 'Manage access'],
  ['/cameras/{id}/settings/smart-events', 'Smart events'],
  ['/cameras/{id}/settings/smart-events/line-crossing-detection', 'Smart events'],
  ['/cameras/{id}/settings/subscription', 'Rate plan'],
  ['/cameras/{id}/settings/subscription/change', 'Rate plan'],
  ['/checkout', 'Archive plans'],
  ['/checkout/edit', 'Archive plans'],
  ['/checkout/purchase', 'Confirm purchase'],
  ['/order/invoice-payment', 'Payment by invoice'],
  ['/order/42/payment', 'Payment by card'],
  ['/settings/account', 'Account'],
  ['/settings/notifications', 'Notifications'],
  ['/settings/account/telegram-notifications', 'Telegram bot'],
  ['/settings/locations-and-rooms/list', 'Locations and rooms'],
  ['/settings/locations-and-rooms/shop', 'Locations and rooms'],
  ['/settings/locations-and-rooms/shop/hall', 'Locations and rooms'],
  ['/settings/payments-and-billing', 'Payments and billing'],
  ['/settings/payments-and-billing/top-up-balance', 'Payments and billing'],
  ['/settings/permissions', 'Users and permissions'],
];
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 } };

let product: Product;
let browser: TestBrowser;
let cameraId: string;
let storageState: Awaited<ReturnType<import('playwright-core').BrowserContext['storageState']>>;
const at = (address: string): string => address.replace('{id}', cameraId);
const screenAt = (address: string): ScreenName => {
  const route = routeOf(at(address));
  if (route === null || Object.hasOwn(redirects, route)) throw new Error(`${address} is no screen.`);
  return route as ScreenName;
};

/** What stands around the screen that is open. */
async function layoutOf(page: Page): Promise<Layout> {
  const [sidebar, header] = await Promise.all([page.getByRole('navigation', { name: 'Main' }).isVisible(), page.locator('.frame-head').isVisible()]);
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

test('every screen has its layout and its title on a large screen, breaks nothing and leads on', async () => {
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

test('phones have headers and no sidebar, nothing wider than the screen, and the settings a list of their own', async () => {
  const { page, context, errors } = await browser.newPage({ ...phone, storageState });
  for (const [address] of visits) {
    await page.goto(product.url + at(address));
    await page.locator('h1:visible').first().waitFor();
    const { layout } = screens[screenAt(address)];
    expect(await layoutOf(page), address).toBe(layout === 'header' ? 'header' : 'empty');
    if (layout === 'sidebar') expect(await page.locator('header.head:visible').count(), address).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), `${address} is too wide`).toBeLessThanOrEqual(0);
  }
  await page.goto(`${product.url}/settings/permissions`);
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
  await list.getByRole('link', { name: 'Users and permissions' }).click();
  await page.waitForURL('**/settings/permissions');
  await list.locator('[aria-current=page]').getByText('Users and permissions').waitFor();
  await context.close();
});

describe('redirects', () => {
  test.each([
    ['/settings', '/settings/account'],
    ['/settings/telegram-notifications', '/settings/account/telegram-notifications'],
    ['/settings/locations-and-rooms', '/settings/locations-and-rooms/list'],
  ])('%s → %s, with its query', async (from, target) => {
    const { page, context } = await browser.newPage({ storageState });
    await page.goto(`${product.url}${from}?a=1`);
    await page.waitForURL(`**${target}?a=1`);
    await context.close();
  });

  test('sign-in with a session goes to the dashboard, or where returnUrl says, never off the site', async () => {
    const { page, context } = await browser.newPage({ storageState });
    for (const [query, target] of [['', '/'], [`?returnUrl=${encodeURIComponent('/settings/account')}`, '/settings/account'], [`?returnUrl=${encodeURIComponent('//evil.example')}`, '/']] as const) {
      await page.goto(`${product.url}/signin${query}`);
      await page.locator('h1:visible').first().waitFor();
      expect(page.url()).toBe(product.url + target);
    }
    await context.close();
  });
});

describe('without a session', () => {
  test('a private screen asks to sign in and keeps the way back; the root does not', async () => {
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

  test('a shared link is public, tells no other site where it was, and leads back to itself after sign-in', async () => {
    const { page, context } = await browser.newPage();
    const answer = await page.goto(`${product.url}/s/abcd/efgh/1234/5678`);
    expect(answer?.headers()['referrer-policy']).toBe('no-referrer');
    await page.getByRole('heading', { name: 'A camera was shared with you' }).waitFor();
    expect(await layoutOf(page)).toBe('header');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL(`**/signin?returnUrl=${encodeURIComponent('/s/abcd/efgh/1234/5678')}`);
    await context.close();
  });
});

test.each(['/nothing', '/settings/nothing', '/cameras/a.b/settings', '/s/short', '/s/with-a-dash-12345678', '/cameras/yard/settings/smart-events/ufo'])('%s: page not found, with or without a session', async (address) => {
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
});

test('a payment goes back where it came from, and nowhere else', async () => {
  const { page, context } = await browser.newPage({ storageState });
  for (const [redirect, target] of [['/checkout', '/checkout'], ['https://evil.example/', '/']] as const) {
    await page.goto(`${product.url}/order/42/payment?paymentType=balance&redirect=${encodeURIComponent(redirect)}`);
    expect(await page.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(target);
  }
  await context.close();
});

test('a screen whose code does not come says so, the rest stays, and a reload helps', async () => {
  // The worker would have it.
  const { page, context } = await browser.newPage({ storageState, serviceWorkers: 'block' });
  await page.goto(product.url);
  await page.locator('h1:visible').first().waitFor();
  await page.route(/\/assets\/settings-account[^/]*\.js/, (route) => route.abort());
  await page.getByRole('button', { name: /^Profile/ }).click();
  await page.getByRole('menuitem', { name: 'Account settings' }).click();
  await page.getByRole('heading', { name: 'A part of the page could not be loaded' }).waitFor();
  expect(await layoutOf(page)).toBe('sidebar');
  await page.unroute(/\/assets\/settings-account[^/]*\.js/);
  await page.getByRole('button', { name: 'Reload the page' }).click();
  await page.waitForURL('**/settings/account');
  await page.getByRole('heading', { name: 'Devices signed in' }).waitFor();
  await context.close();
});
