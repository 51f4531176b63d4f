import { createTestClient, signIn } from '@watchpost/sdk-core/testing';
import { expect, test } from 'vitest';
import type { TextStorage } from '../shared/browser/storage.ts';
import { reportTimeZone } from './report-time-zone.ts';

const updateProfile = { method: 'PATCH', path: '/public/api/v2/cameraphone/customers/profile' } as const;

function createKept(): TextStorage {
  const texts = new Map<string, string>();
  return { read: (key) => texts.get(key) ?? null, write: (key, value) => void texts.set(key, String(value)) };
}

test('the time zone is reported after sign-in once per browser, and again when the zone or the user changes', async () => {
  const { client, server, clock } = createTestClient();
  const kept = createKept();
  const reported = () => server.requestsTo(updateProfile).map(({ body }) => body['timeZone']);
  let stop = reportTimeZone(client, 'Asia/Tokyo', kept);
  expect(reported()).toEqual([]);
  await signIn(client, server);
  await clock.settle();
  expect(reported()).toEqual(['Asia/Tokyo']);
  const start = async (timeZone: string): Promise<void> => {
    stop();
    stop = reportTimeZone(client, timeZone, kept);
    await clock.settle();
  };
  await start('Asia/Tokyo');
  expect(reported()).toHaveLength(1);
  await start('Europe/Berlin');
  expect(reported()).toEqual(['Asia/Tokyo', 'Europe/Berlin']);
  await client.session.signOut();
  await signIn(client, server, 'boris@example.com');
  await clock.settle();
  expect(reported()).toEqual(['Asia/Tokyo', 'Europe/Berlin', 'Europe/Berlin']);
  stop();
  client.dispose();
});

test('a report that failed is sent again at the next start', async () => {
  const { client, server, clock } = createTestClient();
  const kept = createKept();
  await signIn(client, server);
  server.answerNext(updateProfile, 'internal-error');
  reportTimeZone(client, 'Asia/Tokyo', kept)();
  await clock.settle();
  expect(server.requestsTo(updateProfile)).toHaveLength(1);
  reportTimeZone(client, 'Asia/Tokyo', kept)();
  await clock.settle();
  expect(server.requestsTo(updateProfile)).toHaveLength(2);
  client.dispose();
});
