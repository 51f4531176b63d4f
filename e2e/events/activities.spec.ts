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
  view = await browser.newPage({ storageState: storedSession(person, product.url) });
});
afterAll(async () => {
  person?.client.dispose();
  await browser?.close();
  await product?.dispose();
});

test('the dashboard receives events by itself, over one connection and without polling', async () => {
  const { page } = view;
  const asked: string[] = [];
  const sockets: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  page.on('websocket', (socket) => sockets.push(new URL(socket.url()).pathname));
  await page.goto(product.url);
  await page.locator('.tile').nth(2).waitFor();
  await until('the connection', () => sockets.includes('/public/api/v3/mqtt'));
  await page
    .locator('.tile .ev[data-event]')
    .first()
    .waitFor({ timeout: atMost(60_000) });
  expect(await page.locator('.tile .ev[data-event]').first().innerText()).toMatch(/^Motion\s(now|\d\d:\d\d)$/);
  expect(sockets.filter((path) => path.endsWith('/mqtt'))).toHaveLength(1);
  // The events are requested with the screen, and again when the connection opens.
  expect(asked.filter((path) => path.endsWith('/events/latest')).length).toBeLessThanOrEqual(3);
});

test('on a desktop the picture has the designed width, and the first event is visible without scrolling', async () => {
  const { page } = view;
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.locator('.tile:has(.ev[data-event]) a').first().click();
  const row = await page.locator('button.event-row').first().boundingBox();
  expect(row?.y).toBeLessThanOrEqual(430);
  expect((await page.locator('.wp-player').boundingBox())?.width).toBeGreaterThanOrEqual(984);
  await page.goBack();
  // The camera's page, whose heading is its name, too, stays until the list is there.
  await page.locator('.tile').first().waitFor();
});

test('a motion event is listed beside the picture and on the timeline as unseen; a click plays the recording and marks it as seen', async () => {
  const { page } = view;
  await page.getByText('Street', { exact: true }).first().click();
  const row = page.locator('[data-event]').first();
  await row.waitFor({ timeout: atMost(60_000) });
  expect(await row.innerText()).toMatch(/Motion\s*(now|[\s\S]*\d\d:\d\d:\d\d)/);
  await page.getByRole('button', { name: /^Motion\s*\d+$/ }).waitFor();
  await until('its picture', () => row.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth > 0));
  await page.locator('.wp-lane-event').first().waitFor();
  expect(await page.locator('.wp-lane .wp-event-unseen').count()).toBeGreaterThan(0);
  // The event must be old enough that its lead-in and some seconds after it are recorded.
  await until(
    'some seconds of footage after it',
    async () => Date.now() - Number((await page.locator('[data-event]').last().getAttribute('data-at')) ?? Date.now()) > 12_000,
    30_000,
  );

  const oldest = page.locator('[data-event]').last();
  const id = await oldest.getAttribute('data-event');
  await oldest.click();
  await page
    .getByText(/Recorded \d\d:\d\d:\d\d/)
    .first()
    .waitFor();
  await page.locator(`[data-event="${id}"]`).getByText('Not seen yet').waitFor({ state: 'detached' });
});

test('activities: by kind, camera and day; J moves down the list, Enter plays in place, Esc closes, everything is marked as seen', async () => {
  const { page } = view;
  await page.goto(`${product.url}/activities?show=all`);
  await until('events of two cameras', async () => new Set(await page.locator('.event-camera').allInnerTexts()).size >= 2, 60_000);
  await page.getByLabel('Camera', { exact: true }).selectOption({ label: 'Street' });
  await until('only its events', async () => {
    const names = new Set(await page.locator('.event-camera').allInnerTexts());
    return names.size === 1 && names.has('Street');
  });
  await page.getByRole('button', { name: /^Motion\s*\d+$/ }).click();
  await page.getByRole('button', { name: 'All days Day', exact: true }).click();
  // The calendar marks the days on which something happened; no other day can be chosen.
  await page.locator('.calendar-day:not(.off) .calendar-mark').first().waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-current'))).toBe('date');
  await page.locator('.calendar-day:not(.off)').last().click();
  const chosen = page.getByRole('button', { name: /\d{4} Day$/ });
  await chosen.waitFor();
  await page.locator('[data-event]').first().waitFor();
  await chosen.click();
  await page.getByRole('dialog').getByRole('button', { name: 'All days', exact: true }).click();
  await page.getByRole('button', { name: 'All days Day', exact: true }).waitFor();
  await page.getByLabel('Camera', { exact: true }).selectOption({ label: 'All cameras' });
  await page.locator('[data-event]').nth(1).waitFor();

  await page.locator('h1').click();
  await page.keyboard.press('KeyJ');
  await page.keyboard.press('KeyJ');
  await page.keyboard.press('KeyK');
  const first = await page.locator('[data-event]').first().getAttribute('data-event');
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-event'))).toBe(first);
  await page.keyboard.press('Enter');
  await page
    .locator(`[data-playing="${first}"]`)
    .getByText(/Recorded \d\d:\d\d:\d\d/)
    .first()
    .waitFor();
  expect(new URL(page.url()).pathname).toBe('/activities');
  await page.keyboard.press('Escape');
  await page.locator('[data-playing]').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.getAttribute('data-event'))).toBe(first);

  await page.keyboard.press('?');
  await page.getByText('Play the event here').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Mark all as seen' }).click();
  // What began meanwhile may stay; all that was on the page is seen.
  await until('all of the page to be seen', async () =>
    (await person.client.events.list({ limit: 200 })).events.slice(3).every(({ isSeen }) => isSeen),
  );
});

test('the policy refused nothing and the page reported no error', async () => {
  expect(await view.violations()).toEqual([]);
  expect(view.errors).toEqual([]);
});
