import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startSceneCamera } from '../rig/scene-camera.ts';
import { addStream } from '../support/owner.ts';
import { until } from '../support/product.ts';
import { control, describePlayback, hasDecodedSound, lacking, openShopPage, type Missing } from '../support/shop-page.ts';
import { openShop, type Shop } from '../support/shop.ts';

let shop: Shop;

beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop?.close());

/** Adds a camera for as long as the test runs. */
async function addCamera(url: string): Promise<string> {
  const id = await addStream(shop.owner, url);
  onTestFinished(() => shop.owner.cameras.remove(id));
  return id;
}

test.each([
  ['baseline', 'avc1.42'],
  ['high', 'avc1.64'],
] as const)('H.264 of the profile %s is shown by WebRTC as the camera sends it', async (profile, codec) => {
  const camera = await startSceneCamera('street', { profile });
  onTestFinished(() => camera.stop());
  const cameraId = await addCamera(camera.url);
  const { page: live } = await openShopPage(shop, { cameraId });
  expect(await until('its codec', () => control(live, (controller) => controller.stats().codec))).toContain(codec);
  const { page, errors } = await openShopPage(shop, { prepare: lacking('mediaSource', 'videoDecoder'), cameraId });
  const shown = await until(
    'a picture by WebRTC',
    async () => {
      const { transport, width, height } = await control(page, (controller) => controller.stats());
      return transport === 'webrtc' && width > 0 && [width, height];
    },
    60_000,
  );
  expect(shown).toEqual([640, 360]);
  expect(errors).toEqual([]);
});

test.each([
  ['H.265', '/hevc'],
  ['motion JPEG', '/mjpeg'],
] as const)('a camera of %s is shown by WebRTC, as H.264', async (_, path) => {
  const cameraId = await addCamera(shop.camera.url(path));
  const { page, errors } = await openShopPage(shop, { prepare: lacking('mediaSource', 'videoDecoder'), cameraId });
  await until(
    'a moving picture by WebRTC',
    async () => {
      const { stats, state } = await control(page, (controller) => ({ stats: controller.stats(), state: controller.state.value }));
      return stats.transport === 'webrtc' && stats.width === 640 && state.kind === 'live';
    },
    60_000,
  );
  expect(errors).toEqual([]);
});

test.each([
  ['websocket', []],
  ['webrtc', ['mediaSource', 'videoDecoder']],
] as const)('a picture that declares to be turned lies as the camera sends it, by %s', async (transport, lacks) => {
  const camera = await startSceneCamera('street', { metadata: 'display_orientation=insert:rotate=90' });
  onTestFinished(() => camera.stop());
  const { page, errors } = await openShopPage(shop, { prepare: lacking(...lacks), cameraId: await addCamera(camera.url) });
  const shown = await until(
    `a picture by ${transport}`,
    async () => {
      const stats = await control(page, (controller) => controller.stats());
      return stats.transport === transport && stats.width > 0 && stats;
    },
    60_000,
  );
  expect(shown.width / shown.height).toBeCloseTo(16 / 9, 1);
  expect(errors).toEqual([]);
});

const sounds: readonly { sound: string; path: string; transport: string; lacks: readonly Missing[]; isHeard: boolean }[] = [
  { sound: 'Opus', path: '/camopus', transport: 'websocket', lacks: [], isHeard: true },
  { sound: 'Opus', path: '/camopus', transport: 'hls', lacks: ['webSocket'], isHeard: true },
  { sound: 'Opus', path: '/camopus', transport: 'webrtc', lacks: ['mediaSource', 'videoDecoder'], isHeard: true },
  { sound: 'G.726', path: '/camg726', transport: 'websocket', lacks: [], isHeard: true },
  { sound: 'G.711', path: '/cama', transport: 'websocket', lacks: [], isHeard: true },
  // WebRTC does not support AAC, to which G.711 and G.726 have been transcoded: there is no sound, and no button for it.
  { sound: 'AAC', path: '/camaac', transport: 'webrtc', lacks: ['mediaSource', 'videoDecoder'], isHeard: false },
  { sound: 'G.711', path: '/cama', transport: 'webrtc', lacks: ['mediaSource', 'videoDecoder'], isHeard: false },
  { sound: 'G.726', path: '/camg726', transport: 'webrtc', lacks: ['mediaSource', 'videoDecoder'], isHeard: false },
];
test.each(sounds)('sound: $sound by $transport, heard: $isHeard', async ({ path, transport, lacks, isHeard }) => {
  const cameraId = await addCamera(shop.camera.url(path));
  const { page, errors } = await openShopPage(shop, { prepare: lacking(...lacks), cameraId, withAudio: true });
  await until(
    `a picture by ${transport}`,
    async () => {
      const stats = await control(page, (controller) => controller.stats());
      return stats.transport === transport && stats.width > 0;
    },
    60_000,
  );
  await until('word of its sound', async () => (await control(page, (controller) => controller.hasAudio.value)) === isHeard);
  if (isHeard) {
    await control(page, (controller) => controller.setMuted(false));
    let seen = '';
    const isHeardNow = async (): Promise<boolean> => {
      seen = await describePlayback(page);
      return hasDecodedSound(page);
    };
    await until(() => `sound to be decoded; the video element: ${seen}`, isHeardNow, 60_000);
  }
  expect(errors).toEqual([]);
});

test.each([
  ['websocket', []],
  // On a busy machine the substream begins so late that WebRTC would take over.
  ['hls', ['webSocket', 'peerConnection']],
  ['webrtc', ['mediaSource', 'videoDecoder']],
] as const)('key frames 40 s apart: a viewer who comes between them sees a moving picture by %s', async (transport, lacks) => {
  const cameraId = await addCamera(shop.camera.url('/gop40'));
  const { page, errors } = await openShopPage(shop, { prepare: lacking(...lacks), cameraId });
  let seen = '';
  await until(
    () => `a picture by ${transport}; seen: ${seen}`,
    async () => {
      const { stats, state } = await control(page, (controller) => ({ stats: controller.stats(), state: controller.state.value }));
      seen = JSON.stringify({ ...stats, state });
      return stats.transport === transport && stats.width > 0;
    },
    60_000,
  );
  await until('moving pictures', () => control(page, (controller) => controller.state.value.kind === 'live'), 60_000);
  expect(errors).toEqual([]);
});
