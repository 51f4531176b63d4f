/**
 * Measures ONVIF: the duration of a search among 50 cameras, how many of them it finds, and the time from its start to the
 * first picture of the chosen one. The time that a user needs to choose and to type is excluded.
 */
import { createRegistrationToken, discoverCameras, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import { getCamera } from '@watchpost/contract/endpoints/cameras';
import type { DiscoverCamerasAnswer, RegisterCameraAnswer, RegistrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import type { Camera } from '@watchpost/contract/schemas/cameras';
import { announceOnvif, startOnvifDevice } from '@watchpost/server/testing';
import { startRigCamera } from '../../e2e/rig/camera.ts';
import { until } from '../../e2e/support/product.ts';
import { signIn } from '../support/account.ts';
import { figure, report } from '../support/report.ts';
import { startServer } from '../support/server.ts';
import { sleep } from '../support/waiting.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 10);
const cameras = 50;
/** How long the server caches search results, ms. */
const kept = 5000;
const user = { username: 'admin', password: 'secret' };

const server = await startServer();
const account = await signIn(server);
const rig = await startRigCamera();
const device = await startOnvifDevice({
  clock: { now: Date.now },
  user,
  profiles: [
    { token: 'main', encoding: 'H264', width: 1280, height: 720, uri: rig.url('/cam') },
    { token: 'sub', encoding: 'H264', width: 640, height: 360, uri: rig.url('/sub') },
  ],
});
// All devices but one only answer the search; they get no further requests.
const others = Array.from({ length: cameras - 1 }, (_, index) => ({
  url: `http://127.0.0.${index + 2}/onvif/device_service`,
  name: `Camera ${index}`,
  model: 'Bench',
}));
const stopAnnouncing = await announceOnvif([...others, { url: device.url, name: 'Gate', model: 'Bench' }]);

const searches: number[] = [];
const missing: number[] = [];
const pictures: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const startedAt = performance.now();
  const found = await account.call<DiscoverCamerasAnswer>(discoverCameras, { body: {} });
  searches.push((performance.now() - startedAt) / 1000);
  missing.push(cameras - found.cameras.length);
  const { registrationToken } = await account.call<RegistrationTokenAnswer>(createRegistrationToken, { body: {} });
  const { camera } = await account.call<RegisterCameraAnswer>(registerCamera, {
    body: { registrationToken, source: { kind: 'onvif', address: device.url, ...user } },
  });
  await until(
    'the first picture',
    async () => (await account.call<Camera>(getCamera, { params: { id: camera.id } })).previewAt !== null,
    30_000,
  );
  pictures.push((performance.now() - startedAt) / 1000);
  await sleep(kept);
}

report('onvif', [
  figure(`search among ${cameras} cameras`, 's', searches, { of: 'p95', atMost: 6 }),
  figure('cameras that it did not find', '', missing, { of: 'p95', atMost: 0 }),
  figure('from the search to the first picture', 's', pictures, { of: 'p95', atMost: 30 }),
]);
stopAnnouncing();
await Promise.all([device.close(), rig.stop()]);
await server.dispose();
process.exit();
