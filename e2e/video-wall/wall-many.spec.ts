import axe from 'axe-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startSceneCamera } from '../rig/scene-camera.ts';
import { until } from '../support/product.ts';
import type { Shop } from '../support/shop.ts';
import { signInWithoutPage, storedSession } from '../support/signed-in.ts';
import { openWallStage, seeAllLive, tile, type WallStage } from '../support/video-wall/wall-stage.ts';
import { readDistances, readTiles } from '../support/wall.ts';
import { atMost } from '../../tooling/tests/slow-machine.ts';

let shop: Shop;
let openWall: WallStage['openWall'];

beforeAll(async () => {
  ({ shop, openWall } = await openWallStage());
});
afterAll(() => shop?.close());

test('more than four cameras play half a second later, so that none drops frames; one that fills the wall has a single camera’s latency', async () => {
  const fifth = await shop.owner.addCamera.addRtsp({ title: 'Five', url: shop.camera.url('/sub') });
  onTestFinished(() => shop.owner.cameras.remove(fifth.id));
  await until('the fifth', async () => (await shop.owner.cameras.list()).find(({ id }) => id === fifth.id)?.state === 'online', 60_000);
  const { page, context, errors } = await openWall();
  onTestFinished(() => context.close());
  await seeAllLive(page, 5);
  const apart = await until(
    'all of them to keep their distance',
    async () => {
      const all = await readDistances(page);
      return all.size === 5 && [...all.values()].every((distance) => distance >= 400) && Math.min(...all.values());
    },
    60_000,
  );
  await tile(page, 'Two').dblclick();
  await until('one to be nearer', async () => ((await readDistances(page)).get('Two') ?? apart) < apart, 60_000);
  await page.keyboard.press('Escape');
  await seeAllLive(page, 5);
  await until(
    'it to be with the others again',
    async () => [...(await readDistances(page)).values()].every((distance) => distance >= 400),
    60_000,
  );
  expect(errors).toEqual([]);
});

test('a camera that goes offline keeps its last picture, greyed out, and says since when', async () => {
  const camera = await startSceneCamera('porch');
  onTestFinished(() => camera.stop());
  const porch = await shop.owner.addCamera.addRtsp({ title: 'Porch', url: camera.url });
  onTestFinished(() => shop.owner.cameras.remove(porch.id));
  await until('the porch', async () => (await shop.owner.cameras.list()).find(({ id }) => id === porch.id)?.previewUrl !== null, 60_000);
  const { page, errors, context } = await openWall();
  onTestFinished(() => context.close());
  const gone = tile(page, 'Porch');
  const seePicture = () =>
    until('its picture', async () => (await readTiles(page)).tiles.find(({ title }) => title === 'Porch')?.hasPicture);
  await seePicture();
  await camera.stop();
  await gone.getByText(/^Offline since \d/).waitFor({ timeout: atMost(60_000) });
  await seePicture();
  expect(await gone.locator('.wp-picture').evaluate((picture) => getComputedStyle(picture).filter)).toContain('grayscale(1)');
  expect(errors).toEqual([]);
});

test('axe finds nothing serious; without cameras the wall says so and offers to add one', async () => {
  const { page, context } = await openWall({
    bypassCSP: true,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    reducedMotion: 'reduce',
  });
  onTestFinished(() => context.close());
  await seeAllLive(page);
  await page.addScriptTag({ content: axe.source });
  const check = () =>
    page.evaluate(async () => {
      const { axe: checker } = globalThis as unknown as { axe: typeof import('axe-core') };
      const { violations } = await checker.run(document, { resultTypes: ['violations'] });
      return violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
    });
  expect(await check()).toEqual([]);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByText('Change pages automatically').waitFor();
  expect(await check()).toEqual([]);
  await context.close();

  const newcomer = await signInWithoutPage(shop.product, 'new@example.test');
  const view = await shop.browser.newPage({ storageState: storedSession(newcomer, shop.product.url), serviceWorkers: 'block' });
  newcomer.client.dispose();
  onTestFinished(() => view.context.close());
  await view.page.goto(`${shop.product.url}/video-wall`);
  await view.page.getByRole('heading', { name: 'No cameras yet' }).waitFor();
  await view.page.getByRole('button', { name: 'Add a camera' }).click();
  await view.page.waitForURL('**/cameras/add');
});
