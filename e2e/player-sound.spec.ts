import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRigCamera, type RigCamera } from './rig/camera.ts';
import { launchBrowser, type TestBrowser } from './support/chromium.ts';
import { fillCamera, seeLive, signIn } from './support/journeys.ts';
import { startProduct, until, type Product } from './support/product.ts';

let product: Product;
let browser: TestBrowser;
let camera: RigCamera;

beforeAll(async () => {
  [product, browser, camera] = await Promise.all([startProduct(), launchBrowser(), startRigCamera()]);
});
afterAll(async () => {
  await browser?.close();
  await product?.dispose();
  await camera?.stop();
});

// Browsers don't play G.711: the server makes AAC of it.
test.each([['AAC', '/camaac'], ['G.711', '/cama']])('a camera with %s is heard when the sound is switched on, and stays live', async (sound, path) => {
  const { page, errors, context } = await browser.newPage();
  await signIn(page, product, `${sound.toLowerCase()}@example.test`);
  await fillCamera(page, product, { url: camera.url(path), name: 'With sound' });
  await page.waitForURL(/\/cameras\/(?!add)[\w-]+/);
  await seeLive(page);
  const heard = (): Promise<{ muted: boolean; bytes: number }> =>
    page.evaluate(() => {
      const video = document.querySelector('video');
      // Chromium counts what its audio decoder has taken; no other part of the page can tell.
      const decoded = video && 'webkitAudioDecodedByteCount' in video ? Number(video.webkitAudioDecodedByteCount) : 0;
      return { muted: video?.muted ?? true, bytes: decoded };
    });
  const before = await heard();
  expect(before.muted).toBe(true);
  // A hand that comes over the picture brings the buttons back.
  await page.locator('.wp-player').hover();
  await page.getByRole('button', { name: 'Unmute' }).click();
  await until('sound to be decoded', async () => {
    const now = await heard();
    return !now.muted && now.bytes > before.bytes;
  });
  await seeLive(page);
  await page.getByRole('button', { name: 'Mute', exact: true }).waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test('a camera without sound has no button that does nothing', async () => {
  const { page, context } = await browser.newPage();
  await signIn(page, product, 'silent@example.test');
  await fillCamera(page, product, { url: camera.url('/cam'), name: 'Silent' });
  await page.waitForURL(/\/cameras\/(?!add)[\w-]+/);
  await seeLive(page);
  // The controls are there once the button of the full screen is.
  await page.getByRole('button', { name: /full screen/i }).waitFor();
  expect(await page.getByRole('button', { name: /mute/i }).count()).toBe(0);
  await context.close();
});
