import { getDeviceSettings, updateCameraSettings, updateDeviceNetwork } from '@watchpost/contract/endpoints/camera-settings';
import { expect, test, vi } from 'vitest';
import { createTestClient, signIn } from '../../testing/index.ts';

test('recording settings are changed one by one', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  expect(await client.cameraSettings.get('c1')).toEqual({ isSoundRecorded: true, archiveRecording: 'always' });
  expect(await client.cameraSettings.update('c1', { archiveRecording: 'motion' })).toEqual({
    isSoundRecorded: true,
    archiveRecording: 'motion',
  });
  expect(await client.cameraSettings.get('c1')).toEqual({ isSoundRecorded: true, archiveRecording: 'motion' });
  expect(server.requestsTo(updateCameraSettings)).toMatchObject([{ method: 'PATCH', body: { archiveRecording: 'motion' } }]);
});

test('the camera’s own settings are read from it, changed one by one, and time out after 2 minutes', async () => {
  const { client, server, clock } = createTestClient();
  await signIn(client, server);
  server.deviceSettings.set('c1', {
    settings: { nightVision: 'off', timeZone: 'Europe/Moscow' },
    choices: { nightVision: ['on', 'off', 'auto'] },
    network: [],
    canRestart: true,
    canChangeNetwork: false,
  });
  expect(await client.cameraSettings.updateDevice('c1', { nightVision: 'auto' })).toMatchObject({
    settings: { nightVision: 'auto', timeZone: 'Europe/Moscow' },
    canRestart: true,
  });
  expect((await client.cameraSettings.device('c1')).settings.nightVision).toBe('auto');
  await client.cameraSettings.restart('c1');
  const cable = {
    type: 'ethernet',
    name: 'eth0',
    mac: null,
    essid: null,
    signal: null,
    isActive: true,
    ipMode: 'static',
    ip: '10.0.0.2',
    mask: null,
    prefixLength: 24,
    gateway: null,
    primaryDns: null,
    secondaryDns: null,
  } as const;
  server.deviceSettings.set('c2', { settings: {}, choices: {}, network: [cable], canRestart: true, canChangeNetwork: true });
  expect((await client.cameraSettings.changeNetwork('c2', { name: 'eth0', ipMode: 'dhcp' })).network).toMatchObject([
    { name: 'eth0', ipMode: 'dhcp' },
  ]);
  expect(server.requestsTo(updateDeviceNetwork)).toMatchObject([
    { path: '/public/api/v2/cameraphone/cameras/c2/settings/network', body: { name: 'eth0', ipMode: 'dhcp' } },
  ]);

  server.latency = 3 * 60_000;
  const waiting = client.cameraSettings.device('c1');
  await vi.waitFor(() => expect(server.requestsTo(getDeviceSettings)).toHaveLength(2));
  await clock.advance(2 * 60_000);
  await expect(waiting).rejects.toMatchObject({ code: 'network' });
});
