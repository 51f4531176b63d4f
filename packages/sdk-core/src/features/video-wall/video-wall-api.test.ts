import { deleteDeviceVideoWall, saveVideoWall } from '@watchpost/contract/endpoints/video-wall';
import { expect, test } from 'vitest';
import { createTestClient, signIn } from '../../testing/index.ts';

test('a layout is saved for the account or for this device, and the device’s is deleted', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  expect(await client.videoWall.get()).toEqual({ account: null, device: null });
  const arrangement = { layout: '4', cameraIds: ['a', null], cycleSeconds: 10 } as const;
  expect(await client.videoWall.save({ scope: 'account', arrangement: { ...arrangement, cameraIds: [] } })).toMatchObject({
    device: null,
    account: { cameraIds: [] },
  });
  expect(await client.videoWall.save({ scope: 'device', arrangement: { ...arrangement, cameraIds: ['a', null] } })).toMatchObject({
    device: arrangement,
  });
  expect(server.requestsTo(saveVideoWall).map(({ method, body }) => [method, body['scope']])).toEqual([
    ['PUT', 'account'],
    ['PUT', 'device'],
  ]);
  await client.videoWall.forgetDevice();
  expect(server.requestsTo(deleteDeviceVideoWall)).toMatchObject([{ path: '/public/api/v3/video-wall/device' }]);
  expect(await client.videoWall.get()).toMatchObject({ device: null, account: { layout: '4' } });
});

test('an error keeps its code', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  server.answerNext(saveVideoWall, 'invalid-request');
  await expect(
    client.videoWall.save({ scope: 'account', arrangement: { layout: '9', cameraIds: [], cycleSeconds: 0 } }),
  ).rejects.toMatchObject({ code: 'invalid-request' });
});
