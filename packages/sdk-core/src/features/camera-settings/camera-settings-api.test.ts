import { getDeviceSettings, updateCameraSettings } from '@watchpost/contract/endpoints/camera-settings';
import { expect, test, vi } from 'vitest';
import { createTestClient, signIn } from '../../testing/index.ts';

test('what is recorded is changed one by one', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  expect(await client.cameraSettings.get('c1')).toEqual({ isSoundRecorded: true, archiveRecording: 'always' });
  expect(await client.cameraSettings.update('c1', { archiveRecording: 'motion' })).toEqual({ isSoundRecorded: true, archiveRecording: 'motion' });
  expect(await client.cameraSettings.get('c1')).toEqual({ isSoundRecorded: true, archiveRecording: 'motion' });
  expect(server.requestsTo(updateCameraSettings)).toMatchObject([{ method: 'PATCH', body: { archiveRecording: 'motion' } }]);
});

test('what the camera is set to is asked of it, changed one by one, and given up after 2 minutes', async () => {
  const { client, server, clock } = createTestClient();
  await signIn(client, server);
  server.deviceSettings.set('c1', { settings: { nightVision: 'off', timeZone: 'Europe/Moscow' }, choices: { nightVision: ['on', 'off', 'auto'] }, network: [], canRestart: true, canChangeNetwork: false });
  expect(await client.cameraSettings.updateDevice('c1', { nightVision: 'auto' })).toMatchObject({ settings: { nightVision: 'auto', timeZone: 'Europe/Moscow' }, canRestart: true });
  expect((await client.cameraSettings.device('c1')).settings.nightVision).toBe('auto');
  await client.cameraSettings.restart('c1');

  server.latency = 3 * 60_000;
  const waiting = client.cameraSettings.device('c1');
  await vi.waitFor(() => expect(server.requestsTo(getDeviceSettings)).toHaveLength(2));
  await clock.advance(2 * 60_000);
  await expect(waiting).rejects.toMatchObject({ code: 'network' });
});
