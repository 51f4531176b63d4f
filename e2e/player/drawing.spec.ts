import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addStream } from '../support/owner.ts';
import { stageOf } from '../support/player/player-page.ts';
import { seeNow } from '../support/player/shown-picture.ts';
import { until } from '../support/product.ts';
import { control, hasDecodedSound, openShopPage, type ShopPage, type ShopPageOptions } from '../support/shop-page.ts';
import { openShop, type Shop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

/** A device on which WebCodecs takes MediaSource's place (ADR 114). What the page begins with has no storage, nor anything else. */
const switchOn = "try { localStorage.setItem('watchpost.webcodecs', 'on'); } catch {}";
/** Lets the test fail the page's decoder, as a system does that can't decode a stream after all. */
const failable =
  "if (globalThis.VideoDecoder) globalThis.VideoDecoder = class extends VideoDecoder { constructor(given) { super(given); globalThis.failDecoder = () => given.error(new DOMException('Failed.', 'EncodingError')); } };";

const transportOf = (page: Page): Promise<string | null> => control(page, (controller) => controller.stats().transport);

/** Opens a player, and waits until WebCodecs draws its picture. */
async function openDrawn(options: ShopPageOptions = {}): Promise<ShopPage> {
  const opened = await openShopPage(shop, {
    attributes: 'quality="high"',
    ...options,
    prepare: async (page) => {
      await page.addInitScript(switchOn);
      await page.addInitScript(failable);
    },
  });
  const { page } = opened;
  await seeNow(page);
  await until('WebCodecs to draw the picture', async () => (await transportOf(page)) === 'webcodecs', 60_000);
  await seeNow(page);
  return opened;
}
async function seeMediaSource(page: Page): Promise<void> {
  await until('MediaSource to show the picture', async () => (await transportOf(page)) === 'websocket');
  await until('the canvas above it to go', () =>
    page.evaluate(() => document.querySelector('watchpost-camera')?.shadowRoot?.querySelector('canvas')?.hidden),
  );
  await seeNow(page);
}

test('MediaSource shows the first picture, WebCodecs the ones after it; a second player on the page ends that', async () => {
  const { page, qualityEvents, errors } = await openDrawn();
  expect((await qualityEvents('first-frame')).map(({ transport }) => transport)).toEqual(['websocket']);
  expect(await control(page, (controller) => controller.stats())).toMatchObject({ transport: 'webcodecs', width: 1280, height: 720 });
  expect(await control(page, (controller) => controller.state.value.kind)).toBe('live');
  await page.evaluate(() => {
    const camera = document.querySelector('watchpost-camera');
    camera?.after(camera.cloneNode());
  });
  await seeMediaSource(page);
  expect(await qualityEvents('error')).toEqual([]);
  expect(errors).toEqual([]);
});

test('the sound button is there, and its press leads back to MediaSource, which is heard', async () => {
  const cameraId = await addStream(shop.owner, shop.camera.url('/camaac'));
  onTestFinished(() => shop.owner.cameras.remove(cameraId));
  const { page, qualityEvents, errors } = await openDrawn({ cameraId, withAudio: true });
  expect(await control(page, (controller) => controller.hasAudio.value)).toBe(true);
  await stageOf(page).hover();
  await page.getByRole('button', { name: 'Unmute' }).click();
  await seeMediaSource(page);
  await until('sound to be decoded', () => hasDecodedSound(page));
  expect(await qualityEvents('error')).toEqual([]);
  expect(errors).toEqual([]);
});

test('a decoder that fails: MediaSource has the picture again, and the device remembers it', async () => {
  const { page, qualityEvents, errors } = await openDrawn();
  await page.evaluate(() => (globalThis as unknown as { failDecoder(): void }).failDecoder());
  await seeMediaSource(page);
  expect((await qualityEvents('error')).map(({ code }) => code)).toEqual(['media-error']);
  expect((await qualityEvents('first-frame')).length).toBe(1);
  expect(await page.evaluate(() => localStorage.getItem('watchpost.webcodecs-faults')?.split(' ')[0])).toBe('1');
  expect(errors).toEqual([]);
});

test('picture in picture has the video element, with a picture', async () => {
  const { page, errors } = await openDrawn();
  await stageOf(page).focus();
  await page.keyboard.press('p');
  const shown = await until('the small window', () =>
    page.evaluate(() => {
      const video = document.querySelector('watchpost-camera')?.shadowRoot?.pictureInPictureElement;
      return video instanceof HTMLVideoElement && { isCanvas: video.srcObject !== null, width: video.videoWidth };
    }),
  );
  expect(shown).toEqual({ isCanvas: false, width: 1280 });
  expect(await transportOf(page)).toBe('websocket');
  await page.keyboard.press('p');
  expect(errors).toEqual([]);
});
