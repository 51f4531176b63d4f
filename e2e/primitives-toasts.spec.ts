import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from './support/chromium.ts';
import type { TestBrowser, TestPage } from './support/chromium.ts';
import { startDevelopmentApp } from './support/gallery.ts';
import type { DevelopmentApp } from './support/gallery.ts';

let app: DevelopmentApp;
let browser: TestBrowser;
beforeAll(async () => {
  [app, browser] = await Promise.all([startDevelopmentApp(), launchBrowser()]);
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

const cards = (page: Page): ReturnType<Page['locator']> => page.locator('[data-sonner-toast][data-removed=false] .wp-toast');

/** The gallery with its five toasts shown, and its time in the test's hand. */
async function showFive(width: number): Promise<TestPage> {
  const view = await browser.newPage({ viewport: { width, height: 900 }, hasTouch: width < 768 });
  await view.page.clock.install();
  await view.page.goto(`${app.url}/dev/gallery?locale=en`, { timeout: 90_000 });
  await view.page.getByRole('button', { name: 'Show them' }).click();
  await view.page.clock.runFor(1000);
  await expect.poll(() => cards(view.page).count()).toBe(5);
  return view;
}

test('five, bottom right, one above the other; the pointer holds the one that it is on', async () => {
  const { page, context } = await showFive(1440);
  const boxes = await Promise.all((await cards(page).all()).map((card) => card.boundingBox()));
  const sorted = boxes.map((box) => box ?? { x: 0, y: 0, width: 0, height: 0 }).toSorted((a, b) => a.y - b.y);
  for (const [index, { x, y, width, height }] of sorted.entries()) {
    expect(width).toBe(360);
    expect(x + width).toBe(1440 - 24);
    expect(y + height).toBeLessThanOrEqual(sorted[index + 1]?.y ?? 900 - 24);
  }
  // The newest is the lowest; it stays where it is when the others go.
  const newest = cards(page).filter({ hasText: 'Network request error' });
  await newest.hover();
  await page.clock.runFor(60_000);
  expect(await cards(page).count()).toBe(1);
  expect(await newest.count()).toBe(1);
  await page.mouse.move(10, 10);
  await page.clock.runFor(10_000);
  expect(await cards(page).count()).toBe(0);
  await context.close();
});

test('a click on one closes nothing', async () => {
  const { page, context } = await showFive(1440);
  await cards(page).getByText('Plan is outdated').click();
  await page.clock.runFor(500);
  expect(await cards(page).count()).toBe(5);
  await context.close();
});

test('on a phone one is swept away, inside of the screen', async () => {
  const { page, context } = await showFive(390);
  const newest = cards(page).filter({ hasText: 'Network request error' });
  const box = await newest.boundingBox();
  if (!box) throw new Error('It has no place.');
  expect(box.x).toBeGreaterThanOrEqual(16);
  expect(box.x + box.width).toBeLessThanOrEqual(390 - 16);
  const [x, y] = [box.x + 60, box.y + 20];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let step = 1; step <= 10; step += 1) await page.mouse.move(x + step * 20, y);
  await page.mouse.up();
  await page.clock.runFor(1000);
  expect(await newest.count()).toBe(0);
  expect(await cards(page).count()).toBe(4);
  await context.close();
});
