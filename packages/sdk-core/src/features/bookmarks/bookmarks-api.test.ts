import { createBookmark, updateBookmark } from '@watchpost/contract/endpoints/bookmarks';
import { expect, test } from 'vitest';
import { createTestClient, signIn } from '../../testing/index.ts';

const day = 86_400_000;

test('moments are saved, listed by their time, changed and deleted', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  const older = await client.bookmarks.create({ cameraId: 'yard', at: 1000, note: 'The van' });
  const newer = await client.bookmarks.create({ cameraId: 'yard', at: 2000 });
  expect(server.requestsTo(createBookmark).map(({ body }) => body)).toEqual([
    { cameraId: 'yard', at: 1000, note: 'The van' },
    { cameraId: 'yard', at: 2000 },
  ]);
  expect(newer).toMatchObject({ note: '', footageUntil: 2000 + 7 * day });
  expect((await client.bookmarks.list()).map(({ id }) => id)).toEqual([newer.id, older.id]);
  expect((await client.bookmarks.update(older.id, { note: 'A white van' })).note).toBe('A white van');
  expect(server.requestsTo(updateBookmark)[0]?.body).toEqual({ note: 'A white van' });
  await client.bookmarks.remove(newer.id);
  expect(await client.bookmarks.list()).toMatchObject([{ id: older.id, note: 'A white van' }]);
  await expect(client.bookmarks.remove(newer.id)).rejects.toMatchObject({ code: 'not-found' });
});

test('a call can be canceled', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  await expect(client.bookmarks.list({ signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' });
});
