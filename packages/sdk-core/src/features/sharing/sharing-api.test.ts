import { getAccessLog, listCameraUsers, listUsers } from '@watchpost/contract/endpoints/sharing';
import { expect, test } from 'vitest';
import { buildAccessEntry, buildCamera, buildCameraUser, createTestClient, signIn } from '../../testing/index.ts';
import { collect } from '../../testing/collect.ts';

async function signedIn() {
  const parts = createTestClient();
  await signIn(parts.client, parts.server);
  return parts;
}

test('the log comes in pages, or one by one from as many pages as are needed', async () => {
  const { client, server } = await signedIn();
  server.accessLog = Array.from({ length: 5 }, (_, index) => buildAccessEntry({ id: `entry-${5 - index}`, at: 5 - index }));
  const { entries, next } = await client.sharing.accessLog({ limit: 2 });
  expect([entries.map(({ at }) => at), next]).toEqual([[5, 4], '4.entry-4']);
  expect((await collect(client.sharing.accessLog({ limit: 2, from: 2 }))).map(({ at }) => at)).toEqual([5, 4, 3, 2]);
  // The filter is part of each request.
  expect(server.requestsTo(getAccessLog).map(({ path }) => path.replace(/.*\?/, ''))).toEqual([
    'limit=2',
    'limit=2&from=2',
    'limit=2&from=2&cursor=4.entry-4',
  ]);
});

test('users are iterated, over a camera and over all', async () => {
  const { client, server } = await signedIn();
  server.cameras = [buildCamera({ id: 'camera-1' })];
  server.cameraUsers.set('camera-1', [buildCameraUser({ customerId: 'anna' }), buildCameraUser({ customerId: 'boris' })]);
  const names = async (users: AsyncIterable<{ readonly customerId: string }>) => (await collect(users)).map(({ customerId }) => customerId);
  expect(await names(client.sharing.cameraUsers('camera-1', { limit: 500 }))).toEqual(['anna', 'boris']);
  expect(await names(client.sharing.users())).toContain('boris');
  expect([server.requestsTo(listCameraUsers)[0]?.path, server.requestsTo(listUsers)]).toEqual([
    expect.stringMatching(/\?limit=500$/),
    expect.objectContaining({ length: 1 }),
  ]);
});
