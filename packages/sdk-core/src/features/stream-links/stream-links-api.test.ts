import { createStreamLink, updateStreamLink } from '@watchpost/contract/endpoints/stream-links';
import { expect, test } from 'vitest';
import { createTestClient, signIn } from '../../testing/index.ts';

test('links are created with addresses, changed and revoked', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  const link = await client.streamLinks.create({ name: 'Recorder', cameraId: 'yard' });
  expect(server.requestsTo(createStreamLink)[0]?.body).toEqual({ name: 'Recorder', cameraId: 'yard' });
  expect(link).toMatchObject({ formats: ['rtsp', 'hls', 'snapshot'], withAudio: false, state: 'active' });
  expect(link.urls.hls).toMatch(/^https:\/\/watchpost\.test\/public\/api\/v3\/streams\/\w{42}\/index\.m3u8$/);
  expect((await client.streamLinks.update(link.id, { withAudio: true })).withAudio).toBe(true);
  expect(server.requestsTo(updateStreamLink)[0]?.body).toEqual({ withAudio: true });
  await client.streamLinks.revoke(link.id);
  expect(await client.streamLinks.list()).toMatchObject([{ state: 'revoked', withAudio: true, urls: { rtsp: null, hls: null } }]);
  await expect(client.streamLinks.update(link.id, { name: 'x' })).rejects.toMatchObject({ code: 'not-found' });
});

test('where the server has ONVIF, a link can be a device', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  expect(await client.streamLinks.outputs()).toEqual({ rtsp: true, onvif: false });
  server.streamOutputs = { rtsp: true, onvif: true };
  const link = await client.streamLinks.create({ name: 'Recorder', cameraId: 'yard', withOnvif: true, withEvents: true, withPtz: true });
  expect([link.withEvents, link.withPtz]).toEqual([true, true]);
  expect(link.urls.onvif).toBe(`http://watchpost.test:8000/onvif/${link.id}/device_service`);
});

test('a call can be canceled', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  await expect(client.streamLinks.list({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
});
