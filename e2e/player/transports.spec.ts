import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startSceneCamera, type SceneCamera } from '../rig/scene-camera.ts';
import { standingClock } from '../support/picture.ts';
import { readShown, seeNow } from '../support/player/shown-picture.ts';
import { until } from '../support/product.ts';
import { control, lacking, openShopPage, type ShopPage } from '../support/shop-page.ts';
import { openShop, type Shop } from '../support/shop.ts';
import { signedIn } from '../support/signed-in.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

const open = (prepare: (page: Page) => Promise<unknown>, attributes = '', cameraId = shop.cameraId): Promise<ShopPage> =>
  openShopPage(shop, { prepare, attributes, cameraId });

test.each([
  ['WebSocket and MediaSource', [], 'websocket'],
  ['low-latency HLS where WebSocket is forbidden', ['webSocket'], 'hls'],
  ['WebCodecs where there is no MediaSource', ['mediaSource'], 'webcodecs'],
  ['WebRTC where there is neither', ['mediaSource', 'videoDecoder'], 'webrtc'],
] as const)('%s: the picture is live', async (_, lacks, transport) => {
  // The full stream, also on a machine on which the player would choose the small one.
  const { page, qualityEvents, errors } = await open(lacking(...lacks), 'quality="high"');
  await seeNow(page);
  expect((await qualityEvents('first-frame')).at(-1)?.transport).toBe(transport);
  expect(await control(page, (controller) => controller.stats())).toMatchObject({ transport, width: 1280 });
  expect(errors).toEqual([]);
});

describe('a camera whose pixels are not square', () => {
  let camera: SceneCamera;
  let id: string;
  beforeAll(async () => {
    // 1280×720 at 16:11 is 1862×720.
    camera = await startSceneCamera('street', { metadata: 'sample_aspect_ratio=16/11' });
    ({ id } = await shop.owner.addCamera.addRtsp({ url: camera.url, title: 'Wide' }));
  });
  afterAll(async () => {
    await shop.owner.cameras.remove(id);
    await camera.stop();
  });

  test.each([
    ['websocket', []],
    ['hls', ['webSocket']],
    ['webcodecs', ['mediaSource']],
    ['webrtc', ['mediaSource', 'videoDecoder']],
    ['archive', []],
  ] as const)('is shown with its aspect ratio by %s', async (name, lacks) => {
    const time =
      name === 'archive' &&
      (await until(
        'footage',
        async () => (await shop.owner.archive.footage(id, { from: Date.now() - 120_000, to: Date.now() })).oldest,
        90_000,
      ));
    const { page, errors } = await open(lacking(...lacks), time === false ? '' : `time="${time + 500}"`, id);
    const shown = await until(
      `a picture by ${name}`,
      async () => {
        const { transport, width, height } = await control(page, (controller) => controller.stats());
        return transport === name && height > 0 && { width, height };
      },
      60_000,
    );
    expect(shown.width / shown.height).toBeCloseTo((1280 * 16) / 11 / 720, 1);
    expect(errors).toEqual([]);
  });

  test('its settings show the whole picture', async () => {
    const { browser, product } = shop;
    const { page, context } = await browser.newPage({ storageState: await signedIn(product, 'owner@example.test') });
    onTestFinished(() => context.close());
    await page.goto(`${product.url}/cameras/${id}/settings`);
    const video = page.locator('.settings-stage video');
    await until('a picture', () => video.evaluate((element: HTMLVideoElement) => element.videoWidth > 0));
    const [box, stage] = [await video.boundingBox(), await page.locator('.settings-stage').boundingBox()];
    if (!box || !stage) throw new Error('There is no picture.');
    expect(await video.evaluate((element) => getComputedStyle(element).objectFit)).toBe('contain');
    expect(box.x >= stage.x && box.y >= stage.y).toBe(true);
    expect(box.x + box.width <= stage.x + stage.width + 1 && box.y + box.height <= stage.y + stage.height + 1).toBe(true);
  });
});

test('the last transport is used: WebRTC, where neither WebSocket nor playlists work', async () => {
  const { page, qualityEvents } = await open(async (opened) => {
    await lacking('webSocket')(opened);
    await opened.route('**/live/index.m3u8*', (route) => route.abort());
  });
  await seeNow(page);
  expect((await qualityEvents('first-frame')).at(-1)?.transport).toBe('webrtc');
});

test('a camera that sends 25 frames in one second and 5 in the next keeps playing: no frame is dropped until the next key frame', async () => {
  const { id } = await shop.owner.addCamera.addRtsp({ title: 'Uneven', url: shop.camera.url('/vfr') });
  onTestFinished(() => shop.owner.cameras.remove(id));
  let received = 0;
  const { page, qualityEvents } = await open(
    async (opened) => {
      opened.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
          if (typeof payload !== 'string') received += countSamples(payload);
        }),
      );
    },
    '',
    id,
  );
  await until('a picture', async () => (await qualityEvents('first-frame')).length > 0, 30_000);
  const decoded = (): Promise<number> =>
    page.evaluate(
      () => document.querySelector('watchpost-camera')?.shadowRoot?.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
    );
  const [receivedBefore, decodedBefore] = [received, await decoded()];
  // Five groups of pictures. A browser that throws pictures away does so in each group: half of them never reach its decoder.
  await until('five groups of pictures', () => received - receivedBefore >= 250, 90_000);
  await until(
    () => `the pictures to be decoded: ${received - receivedBefore} have come`,
    async () => (await decoded()) - decodedBefore > (received - receivedBefore) * 0.8,
  );
});

test('R25: video is lost: the player reports a stall, and continues after the recovery', async () => {
  let isLost = false;
  let lost = 0;
  const { page, qualityEvents } = await open((opened) =>
    opened.routeWebSocket('**/live', (socket) => {
      const server = socket.connectToServer();
      socket.onMessage((message) => server.send(message));
      server.onMessage((message) => {
        if (!isLost || typeof message === 'string') socket.send(message);
        else lost += 1;
      });
    }),
  );
  await seeNow(page);
  const stallsBefore = (await qualityEvents('stall')).length;
  isLost = true;
  await until('the stall', async () => (await qualityEvents('stall')).length > stallsBefore, 60_000);
  expect(lost).toBeGreaterThan(0);
  isLost = false;
  await seeNow(page);
  expect(await qualityEvents('error')).toEqual([]);
});

test('a hidden page: the decoder is released, the last picture stays, and the live one returns', async () => {
  const { page } = await open(lacking(), 'quality="high"');
  await seeNow(page);
  await control(page, (controller) => controller.setActive(false));
  const released = await until('the decoder to be released', () =>
    page.evaluate(() => {
      const root = document.querySelector('watchpost-camera')?.shadowRoot;
      const [video, canvas] = [root?.querySelector('video'), root?.querySelector('canvas')];
      return video?.readyState === 0 && { source: video.getAttribute('src'), poster: canvas?.hidden === false && canvas.width };
    }),
  );
  expect(released).toEqual({ source: null, poster: 1280 });
  await control(page, (controller) => controller.setActive(true));
  expect(await readShown(page)).not.toBeNull();
  await seeNow(page);
});

test('another quality uses the same channel: no error, no second first frame, and the video continues', async () => {
  const { id } = await shop.owner.addCamera.addRtsp({
    url: shop.camera.url('/cam'),
    lowUrl: shop.camera.url('/sub'),
    title: 'Two streams',
  });
  await until('the camera to be online', async () => (await shop.owner.cameras.get(id)).state === 'online');
  const { page, qualityEvents } = await open(lacking(), 'quality="high"', id);
  await seeNow(page);
  await control(page, (controller) => controller.setQuality('low'));
  await until(
    'the low stream',
    () => control(page, (controller) => controller.shownQuality.value === 'low' && controller.stats().width <= 640),
    60_000,
  );
  await seeNow(page);
  await control(page, (controller) => controller.setQuality('high'));
  await until(
    'the full stream',
    () => control(page, (controller) => controller.shownQuality.value === 'high' && controller.stats().width === 1280),
    60_000,
  );
  await seeNow(page);
  expect(await qualityEvents('error')).toEqual([]);
  expect((await qualityEvents('first-frame')).length).toBe(1);
});

test('a recording: single frames forward and back, and sixteen times the speed', async () => {
  const { oldest, newest } = await until(
    'footage',
    async () => {
      const found = await shop.owner.archive.footage(shop.cameraId, { from: Date.now() - 120_000, to: Date.now() });
      return (
        found.oldest !== null &&
        found.newest !== null &&
        found.newest - found.oldest > 15_000 && { oldest: found.oldest, newest: found.newest }
      );
    },
    90_000,
  );
  const { page, qualityEvents } = await open(lacking(), `time="${oldest + 6_000}"`);
  const burnt = (): Promise<number> => until('a picture that can be read', async () => (await readShown(page))?.burnt);
  await until('the recording', () => control(page, (controller) => controller.state.value.kind === 'archive'));
  const pictures: number[] = [];
  // The first step pauses the recording.
  await control(page, (controller) => controller.step(1));
  let at = await standingClock(page);
  for (const direction of ['on', 'on', 'back', 'back', 'back'] as const) {
    if (direction === 'on') await control(page, (controller) => controller.step(1));
    else await control(page, (controller) => controller.step(-1));
    const before = at;
    const next = await until('another frame', async () => {
      const shown = await standingClock(page);
      return shown !== before && shown;
    });
    pictures.push(at);
    at = next;
  }
  // Back are the very same pictures; a key frame would be two seconds away.
  const [first = 0, second = 0, third = 0, ...back] = pictures;
  expect(back).toEqual([second, first]);
  for (const step of [second - first, third - second, first - at]) {
    expect(step).toBeGreaterThan(0);
    expect(step).toBeLessThan(1_900);
  }
  expect(await control(page, (controller) => controller.state.value.kind)).toBe('paused');

  await control(page, (controller) => {
    controller.seek(controller.position.value - 4_000);
    controller.setSpeed(16);
  });
  const from = await burnt();
  const rate = await until('sixteen times as fast', () =>
    page.evaluate(() => {
      const video = document.querySelector('watchpost-camera')?.shadowRoot?.querySelector('video');
      return video?.paused === false && video.playbackRate;
    }),
  );
  expect(rate).toBe(16);
  await until('eight seconds to pass', async () => (await burnt()) - from > 8_000, 30_000);
  expect(newest).toBeGreaterThan(oldest);
  expect(await qualityEvents('error')).toEqual([]);
});

/** Counts the pictures of fMP4 fragments as their `trun` boxes say. */
function countSamples(fragments: Buffer): number {
  let count = 0;
  for (let at = fragments.indexOf('trun'); at >= 0; at = fragments.indexOf('trun', at + 4)) count += fragments.readUInt32BE(at + 8);
  return count;
}
