import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRigCamera, type RigCamera } from '../rig/camera.ts';
import { launchBrowser, type TestBrowser, type TestPage } from '../support/chromium.ts';
import { connectCamera, seeLive, signIn, signOut } from '../support/journeys.ts';
import { ageOf, maxLiveAgeMs, readPicture } from '../support/picture.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

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

// One story in order: each test continues where the previous one ended.
test('sign in, add the camera by its address, see a live picture that moves', async () => {
  const { page } = view;
  await signIn(page, product, 'owner@example.test');
  await connectCamera(page, product, { url: camera.url('/cam'), name: 'Yard' });
  await seeLive(page);
  await page.getByText('LIVE').first().waitFor();
});

test('look back into the archive, reload on the same moment, and return to live', async () => {
  const { page } = view;
  const [address] = page.url().split('?');
  await until('footage', () => oldestFootage(product.dataDir) < Date.now() - 35_000, 90_000);
  const moment = Date.now() - 30_000;
  await page.goto(`${address}?t=${moment}`);
  const shownAt = await seeRecorded(page);
  // Playback begins with the moment, or with the key frame before it; how much of it has passed since depends on the machine.
  expect(shownAt).toBeGreaterThan(moment - 4_000);
  await page
    .getByText(/Recorded/)
    .first()
    .waitFor();

  const addressTime = (): number => Number(new URL(page.url()).searchParams.get('t'));
  await until('the address to follow playback', () => addressTime() > moment, 30_000);
  const beforeReload = addressTime();
  await page.reload();
  expect(await seeRecorded(page)).toBeGreaterThan(beforeReload - 4_000);

  await page.getByRole('button', { name: /live/i }).first().click();
  await seeLive(page);
  expect(new URL(page.url()).searchParams.has('t')).toBe(false);
});

test('the camera stops: the page says that it is unavailable; it returns: so does the live picture', async () => {
  const { page } = view;
  await camera.stop();
  await page
    .getByText('Camera is unavailable')
    .first()
    .waitFor({ timeout: atMost(60_000) });
  await camera.restart();
  await seeLive(page);
});

test('the page loses its network and the server restarts: the live picture returns', async () => {
  const { page, context } = view;
  await context.setOffline(true);
  await product.stop('SIGKILL');
  await product.start();
  await context.setOffline(false);
  await seeLive(page);
  // What else was lost meanwhile is loaded again, too.
  await page.locator('.offline-bar').waitFor({ state: 'detached' });
});

test('the page is frozen, as on a phone that sleeps, and its connection dies meanwhile: resumed, it shows a live picture', async () => {
  const { page, context } = view;
  // A visible page is not frozen by `setWebLifecycleState`; with its scripts stopped it has no timers and no events either.
  const devtools = await context.newCDPSession(page);
  const frozen = new Promise((resolve) => devtools.once('Debugger.paused', resolve));
  await devtools.send('Debugger.enable');
  await devtools.send('Debugger.pause');
  await frozen;
  await product.stop('SIGKILL');
  await product.start();
  await devtools.send('Debugger.resume');
  await devtools.detach();
  await seeLive(page);
  await page.getByText('LIVE').first().waitFor();
});

test('the policy refused nothing and the page reported no error', async () => {
  expect(await view.violations()).toEqual([]);
  expect(view.errors).toEqual([]);
});

test('sign out', async () => {
  const { page } = view;
  await page.goto(product.url);
  await signOut(page);
  await page.waitForURL('**/signin');
});

/** Waits for a recorded picture. @returns when it was taken, by the clock burnt into it, Unix ms */
function seeRecorded(page: Page): Promise<number> {
  return until(
    'a recorded picture',
    async () => {
      const picture = await readPicture(page);
      const age = picture && ageOf(picture);
      return picture && age !== null && age > maxLiveAgeMs && picture.now - age;
    },
    30_000,
  );
}

/** Start of the first finished segment, Unix ms. */
function oldestFootage(dataDir: string): number {
  const starts = readdirSync(join(dataDir, 'footage'), { recursive: true, encoding: 'utf8' }).flatMap(
    (name) => /(\d+)\.m4s$/.exec(name)?.[1] ?? [],
  );
  return Math.min(Number.POSITIVE_INFINITY, ...starts.map(Number));
}
