import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser, type TestBrowser, type TestPage } from '../support/chromium.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { signInWithoutPage, storedSession, type Person } from '../support/signed-in.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

let product: Product;
let browser: TestBrowser;
let person: Person;
let view: TestPage;

beforeAll(async () => {
  [product, browser] = await Promise.all([startProduct({ WATCHPOST_DEMO: '1' }), launchBrowser()]);
  person = await signInWithoutPage(product, 'owner@example.test');
  view = await browser.newPage({ storageState: storedSession(person, product.url), viewport: { width: 1280, height: 900 } });
});
afterAll(async () => {
  person?.client.dispose();
  await browser?.close();
  await product?.dispose();
});

test('what is unseen comes first; by keys an event is saved with a note, seen, and all is marked and undone', async () => {
  const { page } = view;
  await page.goto(`${product.url}/activities`);
  await page
    .locator('[data-event]')
    .first()
    .waitFor({ timeout: atMost(60_000) });
  expect(await page.getByRole('button', { name: /^To review/ }).getAttribute('aria-pressed')).toBe('true');

  await page.locator('h1').click();
  await page.keyboard.press('KeyJ');
  await page.keyboard.press('KeyB');
  await page.getByRole('textbox', { name: 'Note' }).fill('A white van');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('You find it in Activities, under Saved.').waitFor();

  await page.getByRole('button', { name: 'Mark all as seen' }).click();
  await until('all to be seen', async () => (await person.client.events.list({ isSeen: true })).events.length > 0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await until('all to be unseen again', async () => (await person.client.events.list({ isSeen: true })).events.length === 0);

  await page.getByRole('button', { name: 'Saved' }).click();
  const saved = page.getByRole('link', { name: /A white van/ });
  await saved.waitFor();
  expect(await saved.textContent()).toContain('The recording will be deleted on');
  await saved.click();
  await page.waitForURL(/\/cameras\/[^/]+\?t=\d+/);
});

test.each([
  ['en', 'While you were away: 1 thing'],
  ['ru', 'Пока вас не было: 1 событие'],
])('on a phone (%s) the first card is in view without scrolling: its picture, and what it shows', async (locale, title) => {
  const context = await browser.newPage({
    storageState: storedSession(person, product.url),
    viewport: { width: 390, height: 844 },
    hasTouch: true,
  });
  const { page } = context;
  const [camera] = await person.client.cameras.list();
  const now = Date.now();
  const common = {
    cameraId: camera?.id,
    endAt: now - 580_000,
    pictureUrl: null,
    isSeen: false,
    isFalseAlarm: false,
    score: 0.9,
    label: null,
  };
  const area = { x: 0.4, y: 0.3, width: 0.1, height: 0.4 };
  const events = ['lineCrossing', 'human', 'vehicle'].map((type) => ({ ...common, id: type, type, area, startAt: now - 600_000 }));
  const counts = { total: 3, unseen: 3, types: { human: 1, vehicle: 1, lineCrossing: 1 }, falseAlarms: 0 };
  await page.route(/\/cameraphone\/events\?/, (route) => route.fulfill({ json: { events, next: null } }));
  await page.route('**/events/counts*', (route) => route.fulfill({ json: counts }));
  await page.addInitScript(
    ([language, left]) => {
      localStorage.setItem('watchpost:locale', language);
      localStorage.setItem('watchpost:left-at', left);
    },
    [locale, String(now - 3_600_000)] as const,
  );
  await page.goto(`${product.url}/activities`);
  await page.getByRole('heading', { name: title }).waitFor();
  const bar = await page.locator('.bottom-bar').boundingBox();
  // Under its picture.
  const name = await page.locator('.event-card-head').boundingBox();
  expect(bar?.y).toBeGreaterThan(700);
  expect((name?.y ?? Number.NaN) + (name?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
  await context.context.close();
});

test('the policy refused nothing and the page reported no error', async () => {
  expect(await view.violations()).toEqual([]);
  expect(view.errors).toEqual([]);
});
