import { updateCameraNotifications, updateEventNotifications } from '@watchpost/contract/endpoints/notifications';
import { expect, test } from 'vitest';
import { buildCamera, createTestClient, signIn } from '../../testing/index.ts';

test('a visible camera’s notification settings are read and changed', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  const { notifications } = client;
  server.cameras = [buildCamera({ id: 'yard' })];
  expect(await notifications.camera('yard')).toEqual({ isStatusNotified: false, isStatusEmailed: false, snoozedUntil: null });
  expect(await notifications.updateCamera('yard', { isStatusNotified: true })).toEqual({
    isStatusNotified: true,
    isStatusEmailed: false,
    snoozedUntil: null,
  });
  expect(await notifications.camera('yard')).toEqual({ isStatusNotified: true, isStatusEmailed: false, snoozedUntil: null });
  expect(server.requestsTo(updateCameraNotifications).map(({ path, body }) => [path, body])).toEqual([
    ['/public/api/v2/cameraphone/cameras/yard/notification-settings', { isStatusNotified: true }],
  ]);
  await expect(notifications.updateCamera('door', { isStatusNotified: true })).rejects.toMatchObject({ code: 'not-found' });
});

test('so are those of one event type', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  const { notifications } = client;
  server.cameras = [buildCamera({ id: 'yard' })];
  expect(await notifications.event('yard', 'human')).toEqual({
    isEnabled: true,
    isEmailEnabled: false,
    cooldownSeconds: 300,
    schedule: null,
    onlyWhenAway: false,
  });
  const schedule = [{ days: ['sat' as const, 'sun' as const], from: '22:00', to: '07:00' }];
  await notifications.updateEvent('yard', 'human', { schedule });
  expect(await notifications.event('yard', 'human')).toMatchObject({ cooldownSeconds: 300, schedule });
  expect(await notifications.event('yard', 'vehicle')).toMatchObject({ schedule: null });
  expect(server.requestsTo(updateEventNotifications).map(({ path }) => path)).toEqual([
    '/public/api/v2/cameraphone/cameras/yard/event-types/human/notification-settings',
  ]);
  await expect(notifications.event('door', 'human')).rejects.toMatchObject({ code: 'not-found' });
});

test('a test of all channels says what broke; who is home is read and set', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  const { notifications } = client;
  server.channelTests = [{ channel: 'telegram', name: 'Family', isThisDevice: false, state: 'failed', reason: 'blocked' }];
  expect(await notifications.testAll()).toEqual(server.channelTests);
  const place = { presence: 'home', changedAt: null, changedBy: null } as const;
  server.presences = [
    { ...place, locationId: 'shop' },
    { ...place, locationId: null },
  ];
  await notifications.updatePresence({ presence: 'away', locationId: 'shop' });
  expect((await notifications.presence()).map(({ presence }) => presence)).toEqual(['away', 'home']);
  await notifications.updatePresence({ presence: 'away' });
  expect((await notifications.presence()).map(({ presence }) => presence)).toEqual(['away', 'away']);
  await expect(notifications.updatePresence({ presence: 'home', locationId: 'office' })).rejects.toMatchObject({ code: 'not-found' });
});
