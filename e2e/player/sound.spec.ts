import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startRigCamera, type RigCamera } from '../rig/camera.ts';
import { launchBrowser, type TestBrowser } from '../support/chromium.ts';
import { connectCamera, seeLive, signIn } from '../support/journeys.ts';
import { startProduct, until, type Product } from '../support/product.ts';

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
test.each([
  ['AAC', '/camaac'],
  ['G.711', '/cama'],
])('a camera with %s is heard when the sound is switched on, and stays live', async (sound, path) => {
  const { page, errors, context } = await browser.newPage();
  onTestFinished(() => context.close());
  await signIn(page, product, `${sound.toLowerCase()}@example.test`);
  await connectCamera(page, product, { url: camera.url(path), name: 'With sound' });
  await seeLive(page);
  const readAudio = (): Promise<{ muted: boolean; bytes: number }> =>
    page.evaluate(() => {
      const video = document.querySelector('video');
      // Chromium counts what its audio decoder has taken; no other part of the page knows.
      const decoded = video && 'webkitAudioDecodedByteCount' in video ? Number(video.webkitAudioDecodedByteCount) : 0;
      return { muted: video?.muted ?? true, bytes: decoded };
    });
  const before = await readAudio();
  expect(before.muted).toBe(true);
  // The controls come back when the pointer is over the picture.
  await page.locator('.wp-player').hover();
  await page.getByRole('button', { name: 'Unmute' }).click();
  await until('sound to be decoded', async () => {
    const now = await readAudio();
    return !now.muted && now.bytes > before.bytes;
  });
  await seeLive(page);
  await page.getByRole('button', { name: 'Mute', exact: true }).waitFor();
  expect(errors).toEqual([]);
});

test('an audio codec that browsers do not play is named in the camera’s details', async () => {
  const { page, context } = await browser.newPage();
  onTestFinished(() => context.close());
  await signIn(page, product, 'g722@example.test');
  await connectCamera(page, product, { url: camera.url('/camg722'), name: 'With G.722' });
  await seeLive(page);
  expect(await page.getByRole('button', { name: /mute/i }).count()).toBe(0);
  await page.goto(`${page.url().split('?')[0]}/settings/about`);
  await page.getByText(/its sound is in G\.722/).waitFor();
});

test('a camera without sound has no sound button', async () => {
  const { page, context } = await browser.newPage();
  onTestFinished(() => context.close());
  await signIn(page, product, 'silent@example.test');
  await connectCamera(page, product, { url: camera.url('/cam'), name: 'Silent' });
  await seeLive(page);
  // The controls are there once the button of the full screen is.
  await page.getByRole('button', { name: /full screen/i }).waitFor();
  expect(await page.getByRole('button', { name: /mute/i }).count()).toBe(0);
});
