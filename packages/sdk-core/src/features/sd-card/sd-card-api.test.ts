import { formatSdCard, listSdCardVideos, updateSdCard } from '@watchpost/contract/endpoints/sd-card';
import { expect, test } from 'vitest';
import { createTestClient, signIn } from '../../testing/index.ts';

const entry = { days: ['mon', 'tue'], from: '09:00', to: '18:00' } as const;

test('a card is read, configured, formatted and erased', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  expect(await client.sdCard.get('camera-1')).toEqual({ support: 'none' });
  server.sdCards.set('camera-1', {
    support: 'card',
    card: { state: 'not-mounted' },
    recording: 'off',
    schedule: [],
    timeZone: 'Europe/Moscow',
    work: null,
  });
  expect(await client.sdCard.format('camera-1')).toMatchObject({ card: { state: 'installed', memory: { used: 0 } } });
  expect(await client.sdCard.update('camera-1', { recording: 'schedule', schedule: [{ ...entry, days: [...entry.days] }] })).toMatchObject({
    recording: 'schedule',
    schedule: [entry],
  });
  expect(server.requestsTo(updateSdCard)).toMatchObject([{ method: 'PATCH', body: { recording: 'schedule' } }]);
  expect(await client.sdCard.erase('camera-1')).toMatchObject({ recording: 'schedule' });
});

test('its recordings are listed in pages, each with a URL', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  server.sdCardVideos = [
    { id: '2000', startAt: 2000, endAt: null, size: 5 },
    { id: '1000', startAt: 1000, endAt: 2000, size: 10 },
  ];
  const first = await client.sdCard.videos('camera-1', { limit: 1 });
  expect(first).toMatchObject({ videos: [{ id: '2000', endAt: null }], next: 2000 });
  expect(await client.sdCard.videos('camera-1', { limit: 1, before: first.next ?? undefined })).toMatchObject({
    videos: [{ id: '1000' }],
    next: null,
  });
  expect(server.requestsTo(listSdCardVideos).map(({ path }) => path.split('?')[1])).toEqual(['limit=1', 'before=2000&limit=1']);
  expect(client.sdCard.videoUrl('camera 1', '1000')).toBe('https://watchpost.test/public/api/v3/cameras/camera%201/sd-card/videos/1000');
});

test('an error keeps its code', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  server.answerNext(formatSdCard, 'sd-card-not-installed');
  await expect(client.sdCard.format('camera-1')).rejects.toMatchObject({ code: 'sd-card-not-installed', status: 409 });
});
