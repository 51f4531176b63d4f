import type { Page } from 'playwright';
import { startFieldCamera, type FieldCamera } from '@watchpost/server/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { until } from '../support/product.ts';
import { control, hasDecodedSound, lacking, openShopPage, type Missing, type ShopPage } from '../support/shop-page.ts';
import { openShop, type Shop } from '../support/shop.ts';

let shop: Shop;
let camera: FieldCamera;
let cameraId: string;
let isSilent = true;

beforeAll(async () => {
  shop = await openShop();
  camera = await startFieldCamera({
    name: 'aac-stops',
    source: 'bluenviron/mediamtx #1553',
    does: 'sends sound at times',
    sends: { sound: 'aac', isMuted: (kind) => kind === 'audio' && isSilent },
    seen: {},
  });
  ({ id: cameraId } = await shop.owner.addCamera.addRtsp({ url: camera.url, title: 'Sound at times' }));
});
afterAll(async () => {
  await shop?.close();
  await camera?.close();
});

const framesOf = (page: Page): Promise<number> =>
  page.evaluate(
    () => document.querySelector('watchpost-camera')?.shadowRoot?.querySelector('video')?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
  );
/** Waits for the next second of pictures, of which the camera sends ten. */
async function seeItMove(page: Page): Promise<void> {
  const before = await framesOf(page);
  // A video element that was refilled counts from zero.
  await until('the picture to move', async () => {
    const now = await framesOf(page);
    return now >= before + 10 || (now < before && now >= 10);
  });
}
const open = (lacks: readonly Missing[], isMuted: boolean): Promise<ShopPage> =>
  openShopPage(shop, { prepare: lacking(...lacks), attributes: `muted="${isMuted}"`, cameraId, withAudio: true });
const hears = (page: Page): Promise<boolean> => control(page, ({ hasAudio }) => hasAudio.value);

test.each<{ transport: string; isMuted: boolean; lacks: Missing[] }>([
  { transport: 'websocket', isMuted: true, lacks: [] },
  { transport: 'websocket', isMuted: false, lacks: [] },
  { transport: 'hls', isMuted: true, lacks: ['webSocket'] },
  { transport: 'hls', isMuted: false, lacks: ['webSocket'] },
])(
  'by $transport, muted $isMuted: the picture moves before the sound has come, and when it stops',
  async ({ transport, isMuted, lacks }) => {
    isSilent = true;
    const { page, errors } = await open(lacks, isMuted);
    await seeItMove(page);
    expect(await control(page, (controller) => controller.stats())).toMatchObject({ transport });
    isSilent = false;
    await until('the sound', () => hears(page), 60_000);
    await seeItMove(page);
    isSilent = true;
    await until('the sound to be gone', async () => !(await hears(page)), 60_000);
    await seeItMove(page);
    await seeItMove(page);
    expect(errors).toEqual([]);
  },
);

test('by webrtc: Opus that begins later is heard without another connection, and the picture goes on when it stops', async () => {
  let isQuiet = true;
  const opus = await startFieldCamera({
    name: 'opus-stops',
    source: 'bluenviron/mediamtx #1553',
    does: 'sends Opus at times',
    sends: { sound: 'opus', isMuted: (kind) => kind === 'audio' && isQuiet },
    seen: {},
  });
  onTestFinished(() => opus.close());
  const { id } = await shop.owner.addCamera.addRtsp({ url: opus.url, title: 'Opus at times' });
  const prepare = lacking('mediaSource', 'videoDecoder');
  const { page, errors } = await openShopPage(shop, { prepare, attributes: 'muted="false"', cameraId: id, withAudio: true });
  await seeItMove(page);
  expect(await control(page, (controller) => controller.stats())).toMatchObject({ transport: 'webrtc' });
  expect(await hears(page)).toBe(false);
  isQuiet = false;
  await until('the sound', () => hears(page), 60_000);
  await until('sound to be decoded', () => hasDecodedSound(page), 60_000);
  isQuiet = true;
  await until('the sound to be gone', async () => !(await hears(page)), 60_000);
  await seeItMove(page);
  expect(errors).toEqual([]);
});

test('the recording plays across each end and beginning of the sound, and leaves nothing out', async () => {
  const newest = Date.now() - 10_000;
  const from = await until(
    'footage',
    async () => (await shop.owner.archive.footage(cameraId, { from: Date.now() - 600_000, to: Date.now() })).oldest,
    60_000,
  );
  const { page, errors } = await openShopPage(shop, { attributes: `time="${from + 500}" muted="false"`, cameraId, withAudio: true });
  await seeItMove(page);
  await control(page, (controller) => controller.setSpeed(2));
  const positions: number[] = [];
  await until(
    'the picture to reach the newest footage',
    async () => {
      const position = await control(page, (controller) => controller.position.value);
      if (position !== null) positions.push(position);
      return (positions.at(-1) ?? 0) > newest;
    },
    120_000,
  );
  // A skipped segment is 4 s and longer; at this speed a second passes between two looks at most.
  const steps = positions.slice(1).map((position, index) => position - (positions[index] ?? position));
  expect(Math.min(...steps)).toBeGreaterThan(-2000);
  expect(Math.max(...steps)).toBeLessThan(4000);
  expect(errors).toEqual([]);
});
