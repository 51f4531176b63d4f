import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { encodeTalk } from '@watchpost/contract/protocols/live';
import { cameraListSchema } from '@watchpost/contract/schemas/cameras';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitForLiveCamera } from '../../testing/live-camera.ts';
import { openLiveViewer } from '../../testing/live-viewer.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

let server: TestServer;
let owner: TestSession;
let cameraId: string;

beforeAll(async () => {
  server = await startTestServer({ demo: true });
  owner = await server.signIn('owner@example.com');
  ({ cameraId } = await waitForLiveCamera(server, owner.access_token));
});
afterAll(() => server.close());

test('from a page to a camera-agent and back: the camera’s own substream, the main stream again on the same channel, and speech arrives at the camera', async () => {
  const viewer = await openLiveViewer(server.url, null);
  viewer.send({ type: 'authorize', token: owner.access_token });
  viewer.send({ type: 'subscribe', channel: 1, cameraId, quality: 'low' });
  expect(await viewer.next('tracks')).toMatchObject({ channel: 1, width: 640, quality: 'low', isTranscoded: false });
  viewer.send({ type: 'subscribe', channel: 1, cameraId, quality: 'high' });
  expect(await viewer.next('tracks')).toMatchObject({ channel: 1, width: 1280, quality: 'high', isTranscoded: false });

  const cameras = cameraListSchema.parse(await (await server.call(listCameras, { headers: owner.headers })).json());
  expect(cameras.find(({ id }) => id === cameraId)).toMatchObject({ canTalk: true });
  viewer.send({ type: 'talk', channel: 1, mimeType: 'audio/webm;codecs=opus' });
  expect(await viewer.next('talk')).toMatchObject({ state: 'started' });
  const other = await openLiveViewer(server.url, null);
  other.send({ type: 'authorize', token: owner.access_token });
  other.send({ type: 'subscribe', channel: 7, cameraId });
  other.send({ type: 'talk', channel: 7, mimeType: 'audio/webm;codecs=opus' });
  expect(await other.next('error')).toMatchObject({ channel: 7, error: { code: 'camera-busy' } });
  for (const word of ['who ', 'is ', 'there?']) viewer.sendBinary(encodeTalk(1, Buffer.from(word)));
  viewer.send({ type: 'talk-end', channel: 1 });
  expect(await viewer.next('talk')).toMatchObject({ state: 'ended' });
  const heard = async (): Promise<string[]> =>
    Promise.all(
      ['street', 'porch', 'warehouse'].map((scene) => readFile(join(server.dataDir, 'agents', `${scene}-speech`), 'utf8').catch(() => '')),
    );
  await expect.poll(heard, { timeout: atMost(5000) }).toContain('who is there?');
  viewer.close();
  other.close();
});
