import { createSavedClip, listSavedClips, updateSavedClip } from '@watchpost/contract/endpoints/bookmarks';
import { expect, test } from 'vitest';
import { buildSavedClip, createTestClient, signIn } from '../../testing/index.ts';

const clip = { cameraId: 'yard', from: 1000, to: 2000 };

test('clips are saved, listed by when they were saved, changed and taken off the list', async () => {
  const { client, server, clock } = createTestClient();
  await signIn(client, server);
  const older = await client.savedClips.create(clip);
  await clock.advance(1000);
  const newer = await client.savedClips.create({ ...clip, to: 3000 });
  expect(server.requestsTo(createSavedClip).map(({ body }) => body)).toEqual([clip, { ...clip, to: 3000 }]);
  expect((await client.savedClips.list()).map(({ id }) => id)).toEqual([newer.id, older.id]);
  expect((await client.savedClips.update(older.id, { note: 'The van' })).note).toBe('The van');
  expect(server.requestsTo(updateSavedClip)[0]?.body).toEqual({ note: 'The van' });
  await client.savedClips.remove(newer.id);
  expect(await client.savedClips.list()).toMatchObject([{ id: older.id, note: 'The van' }]);
  await expect(client.savedClips.remove(newer.id)).rejects.toMatchObject({ code: 'not-found' });
});

test('the state follows every change, and is null before the list is known', async () => {
  const { client, server, clock } = createTestClient();
  await signIn(client, server);
  const seen: unknown[] = [];
  const stop = client.savedClips.state.subscribe((clips) => seen.push(clips?.map(({ to, note }) => [to, note]) ?? null));
  await client.savedClips.create(clip);
  await client.savedClips.list();
  await clock.advance(1000);
  const { id } = await client.savedClips.create({ ...clip, to: 3000 });
  await clock.advance(1000);
  await client.savedClips.create(clip);
  await client.savedClips.update(id, { note: 'The van' });
  await client.savedClips.remove(id);
  stop();
  expect(seen).toEqual([
    null,
    [[2000, '']],
    [
      [3000, ''],
      [2000, ''],
    ],
    [
      [2000, ''],
      [3000, ''],
    ],
    [
      [2000, ''],
      [3000, 'The van'],
    ],
    [[2000, '']],
  ]);
});

test('a list belongs to one user: also one that arrives late', async () => {
  const { client, server } = createTestClient();
  server.savedClips = [buildSavedClip({ note: 'Of Anna' })];
  await signIn(client, server, 'anna@example.com');
  await client.savedClips.list();
  let arrive = (): void => undefined;
  const answer = new Promise<Response>((resolve) => {
    arrive = () => resolve(Response.json({ clips: server.savedClips }));
  });
  server.answerNext(listSavedClips, () => answer);
  const late = client.savedClips.list().catch(() => null);
  await client.session.signOut();
  expect(client.savedClips.state.value).toBeNull();
  await signIn(client, server, 'boris@example.com');
  arrive();
  await late;
  expect(client.savedClips.state.value).toBeNull();
});

test('a call can be canceled', async () => {
  const { client, server } = createTestClient();
  await signIn(client, server);
  const signal = AbortSignal.abort();
  await expect(client.savedClips.list({ signal })).rejects.toMatchObject({ code: 'aborted' });
  await expect(client.savedClips.create(clip, { signal })).rejects.toMatchObject({ code: 'aborted' });
  expect(server.savedClips).toEqual([]);
});
