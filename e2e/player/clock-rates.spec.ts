import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { addStream } from '../support/owner.ts';
import { maxLiveAgeMs } from '../support/picture.ts';
import { until } from '../support/product.ts';
import { openShopPage } from '../support/shop-page.ts';
import { openShop, type Shop } from '../support/shop.ts';

let shop: Shop;
let camera: SceneCamera;

beforeAll(async () => {
  [shop, camera] = await Promise.all([openShop(), startSceneCamera('street')]);
});
afterAll(async () => {
  await camera?.stop();
  await shop?.close();
});

/** Duration of the scene's frames, ms. */
const frameMs = 100;
/** Frames to watch: enough to learn the rate, and 50 more. */
const frames = 200;

test.each([0.5, 1.05, 1.5])(
  'a camera whose clock runs %f times as fast plays live: even steps, at the edge, without a stall',
  async (rate) => {
    const id = await addStream(shop.owner, `${camera.url}?rate=${rate}`);
    onTestFinished(() => shop.owner.cameras.remove(id));
    const { page, errors, qualityEvents } = await openShopPage(shop, { cameraId: id });
    await until('a picture', async () => (await qualityEvents('first-frame')).length > 0, 30_000);
    const { stepsMs, behindMs } = await page.evaluate(
      (count) =>
        new Promise<{ stepsMs: number[]; behindMs: number }>((resolve, reject) => {
          const video = document.querySelector('watchpost-camera')?.shadowRoot?.querySelector('video');
          if (!video) return reject(new Error('There is no video.'));
          const stepsMs: number[] = [];
          let before: number | null = null;
          const look = (_: number, { mediaTime }: VideoFrameCallbackMetadata): void => {
            if (before !== null) stepsMs.push((mediaTime - before) * 1000);
            before = mediaTime;
            if (stepsMs.length < count) video.requestVideoFrameCallback(look);
            else resolve({ stepsMs, behindMs: (video.buffered.end(video.buffered.length - 1) - mediaTime) * 1000 });
          };
          video.requestVideoFrameCallback(look);
        }),
      frames,
    );
    // The first seconds, in which the rate is learned, don't count. A busy machine does not show every frame, so a step may be of several.
    const uneven = stepsMs.slice(-50).filter((stepMs) => Math.abs(stepMs / frameMs - Math.max(1, Math.round(stepMs / frameMs))) > 0.1);
    expect(uneven).toEqual([]);
    expect(behindMs).toBeLessThan(maxLiveAgeMs);
    expect(await qualityEvents('stall')).toEqual([]);
    // The camera's page says so.
    expect((await shop.owner.cameras.about(id)).clockRate).toBeCloseTo(rate, 1);
    expect(errors).toEqual([]);
  },
);
