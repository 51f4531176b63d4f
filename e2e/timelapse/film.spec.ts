import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recordFilm } from '@watchpost/server/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { launchBrowser, type TestBrowser, type TestPage } from '../support/chromium.ts';
import { startProduct, until, type Product } from '../support/product.ts';
import { signInWithoutPage, storedSession, type Person } from '../support/signed-in.ts';

const hour = 3_600_000;
let product: Product;
let browser: TestBrowser;
let camera: SceneCamera;
let person: Person;
let view: TestPage;
let id: string;

beforeAll(async () => {
  [product, browser, camera] = await Promise.all([startProduct(), launchBrowser(), startSceneCamera('street', { isSmall: true })]);
  person = await signInWithoutPage(product, 'owner@example.test');
  ({ id } = await person.client.addCamera.addRtsp({ url: camera.url, title: 'Yard' }));
  view = await browser.newPage({ storageState: storedSession(person, product.url), viewport: { width: 1280, height: 900 } });
});
afterAll(async () => {
  person?.client.dispose();
  await browser?.close();
  await product?.dispose();
  await camera?.stop();
});

test('a timelapse is switched on among the smart events, from dawn to dusk, and stays so', async () => {
  const { page } = view;
  await page.goto(`${product.url}/cameras/${id}/settings/smart-events`);
  await page.getByRole('link', { name: /^Timelapse/ }).click();
  await page.waitForURL(`**/cameras/${id}/settings/smart-events/timelapse`);
  await page.getByRole('switch', { name: 'Make a film every day' }).click();
  await page.getByRole('radio', { name: 'Dawn to dusk' }).click();
  await page.getByLabel('Latitude').fill('59.94');
  await page.getByLabel('Longitude').fill('30,31');
  await page.getByLabel('Longitude').blur();
  await until('the saved settings', async () => (await person.client.timelapse.settings(id)).hours.kind === 'daylight');
  expect(await person.client.timelapse.settings(id)).toMatchObject({
    isEnabled: true,
    hours: { latitude: 59.94, longitude: 30.31 },
    lengthSeconds: 60,
  });
  await page.reload();
  expect(await page.getByLabel('Longitude').inputValue()).toBe('30.31');
});

test('a film that was made at night is announced although the server was killed, and plays in Activities', async () => {
  await product.stop('SIGKILL');
  const folder = mkdtempSync(join(tmpdir(), 'watchpost-film-'));
  const films = join(product.dataDir, 'timelapses', id);
  mkdirSync(films, { recursive: true });
  const poster = await recordFilm(folder, join(films, 'evt_film.mp4'));
  rmSync(folder, { recursive: true });
  expect(poster).not.toBeNull();
  if (poster) writeFileSync(join(films, 'evt_film.jpg'), poster);
  const db = new DatabaseSync(join(product.dataDir, 'watchpost.db'));
  const now = Date.now();
  db.prepare(
    `insert into timelapses (camera_id, day, event_id, from_ms, to_ms, length_seconds, channels, state, due_at, attempts, send_at)
     values (?, '2000-01-01', 'evt_film', ?, ?, 60, '["push"]', 'made', 0, 0, ?)`,
  ).run(id, now - 3 * hour, now - hour, now);
  db.close();
  await product.start();

  const { page } = view;
  await page.goto(`${product.url}/activities?q=timelapse`);
  const row = page.locator('[data-event=evt_film]');
  await row.waitFor();
  expect(await row.innerText()).toMatch(/Timelapse\s+Yard/);
  await row.click();
  const film = page.locator('video.event-film');
  await until('the film to play', () => film.evaluate((video: HTMLVideoElement) => video.currentTime > 0.2 && video.videoWidth === 640));
  expect(await film.evaluate((video: HTMLVideoElement) => video.duration)).toBeCloseTo(6, 0);
  // Seeking works, because the server answers ranges.
  await film.evaluate((video: HTMLVideoElement) => void (video.currentTime = 4));
  await until('the film to go on', () => film.evaluate((video: HTMLVideoElement) => video.currentTime > 4.1 || video.ended));
});
