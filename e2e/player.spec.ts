import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRigCamera, type RigCamera } from './rig/camera.ts';
import { launchBrowser, type TestBrowser, type TestPage } from './support/chromium.ts';
import { fillCamera, seeLive, signIn, signOut } from './support/journeys.ts';
import { ageOf, readPicture } from './support/picture.ts';
import { startProduct, until, type Product } from './support/product.ts';

let product: Product;
let browser: TestBrowser;
let camera: RigCamera;
let view: TestPage;

beforeAll(async () => {
  [product, browser, camera] = await Promise.all([startProduct(), launchBrowser(), startRigCamera()]);
  view = await browser.newPage();
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
  await camera?.stop();
});

// One story, told in order: each test goes on where the one before it ended.
test('sign in, add the camera by its address, see a picture that moves and is now', async () => {
  const { page } = view;
  await signIn(page, product, 'owner@example.test');
  await fillCamera(page, product, { url: camera.url('/cam'), name: 'Yard' });
  await page.waitForURL(/\/cameras\/(?!add)[\w-]+/);
  await seeLive(page, 1000);
  await page.getByText('LIVE').first().waitFor();
});

test('look at a minute ago in the archive, reload on the same moment, and come back to now', async () => {
  const { page } = view;
  const [address] = page.url().split('?');
  await until('a minute of footage', () => oldestFootage(product.dataDir) < Date.now() - 65_000, 90_000);
  const moment = Date.now() - 60_000;
  await page.goto(`${address}?t=${moment}`);
  const shownAt = await seeRecorded(page);
  expect(Math.abs(shownAt - moment)).toBeLessThan(4_000);
  await page.getByText(/Recorded/).first().waitFor();

  const beforeReload = await seeRecorded(page);
  await page.reload();
  // The address follows playback every 5 s.
  expect(Math.abs((await seeRecorded(page)) - beforeReload)).toBeLessThan(8_000);

  await page.getByRole('button', { name: /live/i }).first().click();
  await seeLive(page, 1000);
  expect(new URL(page.url()).searchParams.has('t')).toBe(false);
});

test('the camera dies: unavailable within 15 s; it returns: the picture is back within 10 s', async () => {
  const { page } = view;
  await camera.stop();
  await page.getByText('Camera is unavailable').first().waitFor({ timeout: 15_000 });
  await camera.restart();
  await seeLive(page, 1500, 10_000 + 5_000);
});

test('the network of the page is cut and comes back: the picture too', async () => {
  const { page, context } = view;
  await context.setOffline(true);
  await product.stop('SIGKILL');
  await product.start();
  await context.setOffline(false);
  await seeLive(page, 1500, 30_000);
});

test('nothing was refused by the policy and nothing failed in the page', async () => {
  expect(await view.violations()).toEqual([]);
  expect(view.errors).toEqual([]);
});

test('sign out', async () => {
  const { page } = view;
  await page.goto(product.url);
  await signOut(page);
  await page.waitForURL('**/signin');
});

/** Waits for a picture that is clearly not of now. @returns when it was taken, by the clock burnt into it, Unix ms */
function seeRecorded(page: Page): Promise<number> {
  return until('a recorded picture', async () => {
    const picture = await readPicture(page);
    const age = picture && ageOf(picture);
    return picture && age !== null && age > 20_000 && picture.now - age;
  });
}

/** Start of the first finished segment, Unix ms. */
function oldestFootage(dataDir: string): number {
  const starts = readdirSync(join(dataDir, 'footage'), { recursive: true, encoding: 'utf8' }).flatMap((name) => /(\d+)\.m4s$/.exec(name)?.[1] ?? []);
  return Math.min(Number.POSITIVE_INFINITY, ...starts.map(Number));
}
