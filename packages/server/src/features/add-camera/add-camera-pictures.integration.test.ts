import { spawnSync } from 'node:child_process';
import { discoverCameras, getFoundPicture } from '@watchpost/contract/endpoints/add-camera';
import { discoverCamerasAnswer } from '@watchpost/contract/schemas/add-camera';
import { systemClock } from '@watchpost/contract/timing/clock';
import { announceOnvif, startOnvifDevice, type OnvifDevice } from '@watchpost/onvif/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const user = { username: 'admin', password: 'secret-0077' };
const profiles = [{ token: 'main', encoding: 'H264', width: 1920, height: 1080, uri: 'rtsp://10.1.2.3/main' }];
let server: TestServer;
let open: OnvifDevice;
let closed: OnvifDevice;
let stopAnnouncing: () => void;
let headers: { authorization: string };

beforeAll(async () => {
  server = await startTestServer();
  // A real picture, by an FFmpeg without any of our code.
  const made = spawnSync(
    'ffmpeg',
    ['-loglevel', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=1920x1080', '-frames:v', '1', '-f', 'mjpeg', 'pipe:1'],
    { maxBuffer: 8 * 1024 * 1024 },
  );
  const picture = made.stdout;
  if (picture.length === 0) throw new Error(`FFmpeg is needed to make a picture: ${made.stderr.toString()}`);
  [open, closed] = await Promise.all([
    startOnvifDevice({ clock: systemClock, profiles, picture }),
    startOnvifDevice({ clock: systemClock, profiles, picture, user }),
  ]);
  stopAnnouncing = await announceOnvif([
    { url: open.url, name: 'Gate', model: 'NG-2' },
    { url: closed.url, name: 'Yard', model: 'NG-2' },
  ]);
  ({ headers } = await server.signIn('owner@example.com'));
});
afterAll(async () => {
  stopAnnouncing?.();
  await Promise.all([server?.close(), open?.close(), closed?.close()]);
});

/** Reads width and height of a JPEG. */
function sizeOf(picture: Buffer): number[] {
  const startOfFrame = picture.indexOf(Buffer.from('ffc0', 'hex'));
  return [picture.readUInt16BE(startOfFrame + 7), picture.readUInt16BE(startOfFrame + 5)];
}

test('found cameras show small pictures to the searching user: one without a password, the other with it', async () => {
  const look = (camera: object, as: { authorization: string } = headers): Promise<Response> =>
    server.call(getFoundPicture, { headers: as, body: camera });
  expect((await look({ address: open.url })).status).toBe(404);
  const found = discoverCamerasAnswer.parse(await (await server.call(discoverCameras, { headers, body: {} })).json());
  const urls = found.cameras.map(({ address }) => address);
  expect(urls).toEqual(expect.arrayContaining([open.url, closed.url]));

  const free = await look({ address: open.url });
  expect([free.status, free.headers.get('content-type'), free.headers.get('cache-control')]).toEqual([
    200,
    'image/jpeg',
    'private, no-store',
  ]);
  expect(sizeOf(Buffer.from(await free.arrayBuffer()))).toEqual([480, 270]);

  const refused = await look({ address: closed.url });
  expect([refused.status, await refused.json()]).toEqual([422, { error: expect.objectContaining({ code: 'camera-wrong-password' }) }]);
  const shown = await look({ address: closed.url, ...user });
  expect([shown.status, sizeOf(Buffer.from(await shown.arrayBuffer()))]).toEqual([200, [480, 270]]);

  const { headers: other } = await server.signIn('other@example.com');
  expect((await look({ address: open.url }, other)).status).toBe(404);
  expect((await look({ address: open.url.replace('127.0.0.1', 'localhost') })).status).toBe(404);
  expect(server.logLines.join()).not.toContain(user.password);
});
