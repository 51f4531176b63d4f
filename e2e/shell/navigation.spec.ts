import type { BrowserContextOptions, Locator, Page, Request } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { firstCamera, signIn } from '../support/journeys.ts';
import { startProduct, until, type Product } from '../support/product.ts';

type StorageState = Awaited<ReturnType<import('playwright').BrowserContext['storageState']>>;

let product: Product;
let browser: TestBrowser;
let storageState: StorageState;
const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true };

beforeAll(async () => {
  product = await startProduct({ WATCHPOST_DEMO: '1' });
  browser = await launchBrowser();
  const { page, context } = await browser.newPage();
  await signIn(page, product, 'anna.k@example.test');
  await firstCamera(page);
  storageState = await context.storageState();
  await context.close();
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
});

async function openDashboard(options: BrowserContextOptions = {}, path = '/') {
  const view = await browser.newPage({ storageState, ...options });
  await view.page.goto(product.url + path);
  await view.page.locator('h1:visible').first().waitFor();
  return view;
}
const navigation = (page: Page): Locator => page.getByRole('navigation', { name: /Main|Главное меню/ });
const widthOf = async (locator: Locator): Promise<number> => (await locator.boundingBox())?.width ?? 0;
const sidebar = (page: Page): Locator => page.locator('aside');
const focusedText = (page: Page): Promise<string> =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '');

describe('sidebar', () => {
  test('240 px, 48 px when collapsed, kept across a reload; the header is 80 px, on phones 64 px', async () => {
    const { page, context, errors, violations } = await openDashboard();
    expect(await widthOf(sidebar(page))).toBe(240);
    expect((await page.locator('header.head').boundingBox())?.height).toBe(80);
    await page.getByRole('button', { name: 'Collapse' }).click();
    expect(await widthOf(sidebar(page))).toBe(48);
    await page.reload();
    await page.getByRole('button', { name: 'Expand' }).waitFor();
    expect(await widthOf(sidebar(page))).toBe(48);
    await page.getByRole('button', { name: 'Expand' }).click();
    expect(await widthOf(sidebar(page))).toBe(240);
    await page.setViewportSize({ width: 769, height: 900 });
    expect(await sidebar(page).isVisible()).toBe(true);
    await page.setViewportSize({ width: 768, height: 900 });
    expect(await sidebar(page).isVisible()).toBe(false);
    expect((await page.locator('header.head').boundingBox())?.height).toBe(64);
    expect(errors).toEqual([]);
    expect(await violations()).toEqual([]);
    await context.close();
  });

  test('a click on the group while collapsed expands the sidebar and the group', async () => {
    const { page, context } = await openDashboard();
    await page.getByRole('button', { name: 'Collapse' }).click();
    expect(await page.getByRole('link', { name: 'Locations and rooms' }).isVisible()).toBe(false);
    await navigation(page).getByRole('button', { name: 'Settings' }).click();
    expect(await widthOf(sidebar(page))).toBe(240);
    await page.getByRole('link', { name: 'Locations and rooms' }).click();
    await page.waitForURL('**/settings/locations-and-rooms/list');
    await navigation(page).locator('[aria-current=page]').getByText('Locations and rooms').waitFor();
    // Folded away, the group stands for what is in it, and stays folded.
    await navigation(page).getByRole('button', { name: 'Settings' }).click();
    await page.reload();
    const group = navigation(page).getByRole('button', { name: 'Settings' });
    await group.waitFor();
    expect(await group.getAttribute('aria-expanded')).toBe('false');
    await context.close();
  });

  test('works by keyboard: past the navigation, or through it', async () => {
    const { page, context } = await openDashboard();
    await page.keyboard.press('Tab');
    expect(await focusedText(page)).toBe('Skip to content');
    for (const name of ['Watchpost', 'Cameras', 'Activities', 'Video wall', 'Settings']) {
      await page.keyboard.press('Tab');
      expect(await focusedText(page)).toBe(name);
    }
    await page.keyboard.press('Enter');
    expect(await navigation(page).getByRole('button', { name: 'Settings' }).getAttribute('aria-expanded')).toBe('false');
    await context.close();
  });

  test('nothing jumps while the cameras load, with the video wall in its place from the start', async () => {
    const { page, context } = await openDashboard();
    await page.getByText('3 online').first().waitFor();
    const answer = Promise.withResolvers<void>();
    await page.route('**/v3/cameras', async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as unknown as { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.reload();
    await navigation(page).getByRole('link', { name: 'Video wall' }).waitFor();
    answer.resolve();
    await page.locator('main a[href^="/cameras/"] img').first().waitFor();
    const moved = await page.evaluate(() => (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0));
    expect(moved).toBeLessThan(0.005);
    await context.close();
  });
});

test('the video wall has an entry only with a camera; no entry leads to a missing screen', async () => {
  const empty = await startProduct({ WATCHPOST_OPERATORS: 'operator@example.test' });
  try {
    const { page, context } = await browser.newPage();
    await signIn(page, empty, 'boris@example.test');
    await page.getByText('No cameras yet').waitFor();
    expect(await navigation(page).getByRole('link').allTextContents()).toEqual([
      'Cameras',
      'Activities',
      'Locations and rooms',
      'Users and permissions',
      'Developers',
    ]);
    expect(await page.getByText(/Coming with|Share|Telegram|Payments/).count()).toBe(0);
    await page.getByRole('button', { name: /^Profile/ }).click();
    expect(await page.getByRole('menuitem', { name: 'Video wall' }).count()).toBe(0);
    await context.close();
  } finally {
    await empty.dispose();
  }
});

describe('profile', () => {
  test('a menu on large screens: the user, links, help as a submenu, language, theme', async () => {
    const { page, context, errors } = await openDashboard();
    await page.getByRole('button', { name: /^Profile/ }).click();
    await page.getByText('anna.k@example.test').waitFor();
    const rows = await page.getByRole('menuitem').allTextContents();
    expect(rows).toEqual(['Video wall', 'Account settings', 'Help', 'Sign out']);
    await page.getByRole('menuitem', { name: 'Help' }).click();
    await page.getByRole('menuitem', { name: 'Questions and answers' }).click();
    await page.getByRole('dialog', { name: 'Questions and answers' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Report an issue' }).click();
    await page.getByRole('dialog', { name: 'Report an issue' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await focusedText(page)).toMatch(/^Profile/);
    await page.keyboard.press('Enter');
    await page.getByRole('menuitemradio', { name: 'Русский' }).click();
    await page.getByRole('heading', { name: 'Все объекты' }).waitFor();
    expect(await navigation(page).getByRole('link').first().textContent()).toBe('Камеры');
    await page.getByRole('button', { name: /^Профиль/ }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'All locations' }).waitFor();
    expect(errors).toEqual([]);
    await context.close();
  });

  test('a bar at the bottom of small screens, and under More a sheet that is pulled down to close', async () => {
    const { page, context, errors } = await openDashboard(phone);
    const bar = page.getByRole('navigation', { name: 'Main' });
    // It comes with the cameras.
    await bar.getByRole('link', { name: 'Wall' }).waitFor();
    expect(await bar.locator(':scope > *').allInnerTexts()).toEqual(['Cameras', 'Activities', 'Wall', 'More']);
    const place = await bar.boundingBox();
    expect([place?.height, (place?.y ?? 0) + (place?.height ?? 0)]).toEqual([56, 844]);
    await bar.getByRole('link', { name: 'Activities' }).click();
    await page.waitForURL('**/activities');
    await bar.locator('[aria-current=page]').filter({ hasText: 'Activities' }).waitFor();
    expect(await bar.locator('[aria-current=page]').count()).toBe(1);
    expect(await page.getByRole('button', { name: /^Profile/ }).count()).toBe(0);
    await bar.getByRole('button', { name: 'More' }).click();
    const sheet = page.getByRole('dialog', { name: 'Profile' });
    await sheet.waitFor();
    for (const row of ['Search', 'Locations and rooms', 'Notifications', 'Account settings', 'Help', 'Sign out'])
      expect(await sheet.getByRole('button', { name: row, exact: true }).isVisible(), row).toBe(true);
    for (const row of await sheet.getByRole('button').all())
      expect((await row.boundingBox())?.height ?? 44, (await row.textContent()) ?? '').toBeGreaterThanOrEqual(44);
    await until('the sheet to stand', async () => {
      const box = await sheet.boundingBox();
      return box !== null && Math.round(box.y + box.height) === 844;
    });
    // A finger takes the top of the sheet and flicks it down.
    const box = await sheet.boundingBox();
    const devtools = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 195, y }] });
    await touch('touchStart', (box?.y ?? 0) + 12);
    for (let step = 1; step <= 8; step += 1) await touch('touchMove', (box?.y ?? 0) + 12 + step * 30);
    await touch('touchEnd', 0);
    await until('the sheet to go', async () => (await sheet.count()) === 0);

    await bar.getByRole('button', { name: 'More' }).click();
    await sheet.getByRole('button', { name: 'Account settings', exact: true }).click();
    await page.waitForURL('**/settings/account');
    await until('the sheet to go', async () => (await sheet.count()) === 0);
    expect(errors).toEqual([]);
    await context.close();
  });

  test('the operator’s own pages: per language, English as a fallback, in a tab without an opener', async () => {
    const { page, context } = await browser.newPage({ storageState });
    const links = {
      en: { supportChat: 'https://chat.example/', channel: 'https://t.me/watchpost' },
      ru: { channel: 'https://t.me/watchpost_ru' },
    };
    await page.route(`${product.url}/`, async (route) => {
      const answer = await route.fetch();
      await route.fulfill({
        response: answer,
        body: (await answer.text()).replace(/(name="watchpost:links" content=)"[^"]*"/, `$1'${JSON.stringify(links)}'`),
      });
    });
    await context.route(/chat\.example|t\.me/, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<script>document.title = String(window.opener) + document.referrer</script>' }),
    );
    await page.goto(product.url);
    const open = async (row: string): Promise<Page> => {
      await page.getByRole('button', { name: /^(Profile|Профиль)/ }).click();
      const [tab] = await Promise.all([context.waitForEvent('page'), page.getByRole('menuitem', { name: row }).click()]);
      await tab.waitForLoadState();
      return tab;
    };
    const channel = await open('News channel');
    expect([channel.url(), await channel.title()]).toEqual(['https://t.me/watchpost', 'null']);
    await page.getByRole('button', { name: /^Profile/ }).click();
    await page.getByRole('menuitem', { name: 'Help' }).click();
    expect(await page.getByRole('menuitem', { name: 'Support chat' }).isVisible()).toBe(true);
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Profile/ }).click();
    await page.getByRole('menuitemradio', { name: 'Русский' }).click();
    await page.getByRole('heading', { name: 'Все объекты' }).waitFor();
    expect((await open('Канал с новостями')).url()).toBe('https://t.me/watchpost_ru');
    await context.close();
  });

  test('signing out asks first, is not styled as dangerous, and leaves no data of the user', async () => {
    const { page, context } = await browser.newPage();
    await signIn(page, product, 'vera@example.test');
    await page.getByRole('button', { name: /^Profile/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Sign out?' });
    await dialog.getByText('you will need a new code by e-mail').waitFor();
    expect(await dialog.getByRole('button', { name: 'Sign out' }).getAttribute('class')).not.toMatch(/danger/);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(await dialog.count()).toBe(0);
    expect(await focusedText(page)).toMatch(/^Profile/);

    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/signin');
    const kept = await page.evaluate(() => Object.keys(localStorage));
    expect(kept.filter((key) => /session|cameras|recent/.test(key))).toEqual([]);
    await page.goto(product.url);
    await page.waitForURL('**/signin');
    await context.close();
  });
});

describe('command palette', () => {
  const field = (page: Page): Locator => page.getByRole('combobox');
  const chosen = (page: Page): Promise<string | null> => page.locator('[role=option][aria-selected=true]').textContent();

  test('Ctrl K, a few letters, Enter: opens a camera in any keyboard layout; the last choice is listed first', async () => {
    const { page, context, errors, violations } = await openDashboard();
    await page.getByText('3 online').first().waitFor();
    await page.keyboard.press('Control+KeyK');
    await field(page).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('combobox');
    // "ware" with the keys of a Russian layout.
    await page.keyboard.type('цфку');
    expect(await chosen(page)).toMatch(/^Warehouse/);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/cameras/*');
    await page.getByRole('heading', { name: 'Warehouse' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);

    await page.keyboard.press('Control+KeyK');
    await field(page).waitFor();
    expect(await page.getByRole('group', { name: 'Recent' }).getByRole('option').allTextContents()).toEqual(['WarehouseCameras']);
    expect(await violations()).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });

  test('arrows wrap around, screen readers announce the active option, Escape returns the focus', async () => {
    const { page, context } = await openDashboard();
    const search = page.getByRole('button', { name: 'Search' });
    await search.click();
    await field(page).waitFor();
    const active = async (): Promise<string | null> => {
      const id = await field(page).getAttribute('aria-activedescendant');
      return page.evaluate((option) => document.getElementById(option ?? '')?.getAttribute('aria-selected') ?? null, id);
    };
    const first = await chosen(page);
    await page.keyboard.press('ArrowDown');
    expect(await chosen(page)).not.toBe(first);
    expect(await active()).toBe('true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await chosen(page)).toBe('Sign out');
    expect(
      await page.locator('[role=option][aria-selected=true]').evaluate((option) => {
        const box = option.getBoundingClientRect();
        const list = option.closest('[role=listbox]')?.getBoundingClientRect();
        return list !== undefined && box.top >= list.top && box.bottom <= list.bottom + 1;
      }),
    ).toBe(true);
    await page.keyboard.press('Escape');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await focusedText(page)).toMatch(/^Search/);
    await context.close();
  });

  test('finds in both languages, and runs the result: a screen, the theme, a dialog', async () => {
    const { page, context } = await openDashboard();
    const find = async (text: string): Promise<void> => {
      await page.keyboard.press('Control+KeyK');
      await field(page).fill(text);
      await page.keyboard.press('Enter');
    };
    await find('комнаты');
    await page.waitForURL('**/settings/locations-and-rooms/list');
    await find('ntvyfz');
    await until('the dark theme', async () => (await page.locator('html').getAttribute('data-theme')) === 'dark');
    await find('выйти');
    await page.getByRole('alertdialog', { name: 'Sign out?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+KeyK');
    await field(page).fill('zzzzzz');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Enter');
    expect(await page.getByRole('dialog').count()).toBe(1);
    await context.close();
  });

  test('opens without a request, also the first time', async () => {
    const { page, context } = await browser.newPage({ storageState, serviceWorkers: 'block' });
    const requested = new Set<Request>();
    const arrived = new Set<Request>();
    page.on('request', (request) => requested.add(request));
    page.on('requestfinished', (request) => arrived.add(request));
    await page.goto(product.url);
    await page.locator('h1:visible').first().waitFor();
    // Its code loads by itself, two seconds after the shell, and then all its texts at once, in both languages.
    const code = /\.(js|css)$/;
    await until('its code and texts to be here', () => {
      const missing = [...requested].some((request) => code.test(request.url()) && !arrived.has(request));
      const texts = [...arrived].filter((request) => /\/palette\.(en|ru)[^/]*\.js$/.test(request.url()));
      return !missing && texts.length === 2;
    });
    // From now on no code comes any more. How soon the palette is there: bench command-palette.
    await page.route(code, () => {});
    for (let round = 0; round < 3; round += 1) {
      await page.keyboard.press('Control+k');
      await until('the field to have the focus', () =>
        page.evaluate(
          () => document.activeElement !== null && document.activeElement === document.querySelector('dialog[open] [role=combobox]'),
        ),
      );
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    }
    await context.close();
  });
});

test('? shows the keys of the current screen, but is text in a field', async () => {
  const { page, context } = await openDashboard();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  expect(await page.getByRole('dialog').getByText('Play or pause').count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.locator('main li a[href^="/cameras/"]').first().click();
  await page.waitForURL('**/cameras/*');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Play or pause').waitFor();
  await page.keyboard.press('Escape');
  await page.goto(`${product.url}/video-wall`);
  await page.getByRole('button', { name: 'Settings' }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Fill the wall, and back').waitFor();
  await page.goto(`${product.url}/cameras/add?step=address`);
  const field = page.getByLabel('Camera address');
  await field.fill('rtsp');
  await field.press('End');
  await page.keyboard.type('?');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await field.inputValue()).toBe('rtsp?');
  await context.close();
});
