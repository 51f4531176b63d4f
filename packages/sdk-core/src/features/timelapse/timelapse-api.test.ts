import { updateTimelapseSettings } from '@watchpost/contract/endpoints/timelapse';
import { expect, test } from 'vitest';
import { buildEvent, createTestClient, signIn } from '../../testing/index.ts';

test('the settings of a camera are read, and changed one by one', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  expect(await client.timelapse.settings('yard')).toEqual({
    isAvailable: true,
    availableChannels: ['push', 'telegram', 'email'],
    isEnabled: false,
    hours: { kind: 'fixed', from: '06:00', to: '21:00' },
    lengthSeconds: 60,
    channels: ['push'],
  });
  expect(await client.timelapse.updateSettings('yard', { isEnabled: true, channels: ['email'] })).toMatchObject({
    isEnabled: true,
    lengthSeconds: 60,
    channels: ['email'],
  });
  expect(server.requestsTo(updateTimelapseSettings)).toMatchObject([{ body: { isEnabled: true, channels: ['email'] } }]);
  expect(await client.timelapse.settings('yard')).toMatchObject({ isEnabled: true, channels: ['email'] });
  expect(await client.timelapse.settings('gate')).toMatchObject({ isEnabled: false });
});

test('only a timelapse that was made has a film', () => {
  const { client } = createTestClient();
  const film = { id: 'evt_1', cameraId: 'yard', type: 'timelapse', label: null } as const;
  expect(client.timelapse.videoUrl(buildEvent(film))).toMatch(/\/public\/api\/v3\/cameras\/yard\/timelapses\/evt_1\/video\.mp4$/);
  expect(client.timelapse.videoUrl(buildEvent({ ...film, label: 'empty' }))).toBeNull();
  expect(client.timelapse.videoUrl(buildEvent({ ...film, type: 'motion' }))).toBeNull();
});
