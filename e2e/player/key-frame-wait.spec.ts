import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { addStream } from '../support/owner.ts';
import { until } from '../support/product.ts';
import { control, openShopPage } from '../support/shop-page.ts';
import { openShop, type Shop } from '../support/shop.ts';

let shop: Shop;
let camera: SceneCamera;

beforeAll(async () => {
  [shop, camera] = await Promise.all([openShop(), startSceneCamera('street', { hasOneKeyFrame: true })]);
});
afterAll(async () => {
  await camera?.stop();
  await shop?.close();
});

test('a viewer who comes before the next key frame sees the last known picture and what it waits for, then live', async () => {
  const id = await addStream(shop.owner, `${camera.url}?frame=5`);
  const preview = async () => (await shop.owner.cameras.list()).find((found) => found.id === id)?.previewUrl ?? null;
  const first = await until('a key frame', preview, 90_000);
  // Two say how far apart they are.
  await until('the next key frame', async () => (await preview()) !== first, 90_000);
  camera.restart();
  const { page, errors } = await openShopPage(shop, { cameraId: id });
  const waiting = page.locator('b', { hasText: /^Waiting for the next key frame \(every \d+ s\)$/ });
  await waiting.waitFor();
  const shown = await page.evaluate(() => {
    const canvas = document.querySelector('watchpost-camera')?.shadowRoot?.querySelector('canvas');
    if (!canvas || canvas.hidden || canvas.width === 0) return null;
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    return new Set(data).size;
  });
  // A picture, not a black rectangle.
  expect(shown).toBeGreaterThan(50);
  await until('moving pictures', () => control(page, (controller) => controller.state.value.kind === 'live'), 90_000);
  await waiting.waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
});
