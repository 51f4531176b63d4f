import { expect } from 'vitest';
import { readShown, seeNow, seeReady } from '../player/shown-picture.ts';
import { waitForFootage } from '../player/shop-camera.ts';
import { until } from '../product.ts';
import type { PlayerOnPage } from '../shop-page.ts';
import type { Shop } from '../shop.ts';
import type { Readable } from './readable.ts';

/** How far before now the story goes back, ms. */
const backMs = 6_000;
/** The camera needs a moment to send a frame, and the player begins at the one before. */
const maxApartMs = 2_500;

export interface StoryPage extends Readable {
  goto(url: string): Promise<unknown>;
}

/** An embedded camera on another origin: live, a recorded moment that moves on, and live again. */
export async function seeLiveAndArchive(page: StoryPage, shop: Shop): Promise<void> {
  const { product, site, cameraId } = shop;
  const token = await shop.token();
  site.page(
    '/',
    `<!doctype html><html lang="en"><title>Shop</title><script type="module" src="${product.url}/embed/watchpost.js"></script><watchpost-camera muted server="${product.url}" camera-id="${cameraId}" token="${token}"></watchpost-camera></html>`,
  );
  await page.goto(site.origin);
  await seeReady(page);
  await waitForFootage(shop, backMs);
  const moment = await page.evaluate(() => {
    const controller = document.querySelector<PlayerOnPage>('watchpost-camera')?.player?.controller;
    if (!controller) throw new Error('There is no player.');
    const time = controller.now() - 6_000; // backMs: what runs in the page sees nothing of this file
    controller.seek(time);
    return time;
  });
  const seen = await until('the recorded picture', async () => {
    const shown = await readShown(page);
    return shown && Math.abs((shown.burnt - (moment % 2 ** 32)) | 0) < maxApartMs && shown;
  });
  await until('the recording to run', async () => {
    const shown = await readShown(page);
    return shown && ((shown.burnt - seen.burnt) | 0) > 500;
  });
  expect(await page.evaluate(() => document.querySelector<PlayerOnPage>('watchpost-camera')?.player?.controller.state.value.kind)).toBe(
    'archive',
  );
  await page.evaluate(() => document.querySelector<PlayerOnPage>('watchpost-camera')?.player?.controller.goLive());
  await seeNow(page);
  await until('live', () =>
    page.evaluate(() => document.querySelector<PlayerOnPage>('watchpost-camera')?.player?.controller.state.value.kind === 'live'),
  );
}
