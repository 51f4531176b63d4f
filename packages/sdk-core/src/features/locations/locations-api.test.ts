import { getLocations, saveLocations } from '@watchpost/contract/endpoints/locations';
import { expect, test } from 'vitest';
import { createTestClient, signIn } from '../../testing/index.ts';
import { addLocation, moveCamera, removeLocation, renameLocation } from './locations-model.ts';

async function signedIn() {
  const made = createTestClient();
  await signIn(made.client, made.server);
  return made;
}

/** Returns a failing call's error while time advances. */
const failureOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => null,
    (error: unknown) => error,
  );

test('a change applies to the latest revision and returns the saved configuration', async () => {
  const { client, server } = await signedIn();
  expect(await client.locations.get()).toEqual({ locations: [], rooms: [], cameras: [] });
  const id = client.locations.newId();
  expect(await client.locations.save(addLocation({ id, title: 'Office' }))).toMatchObject({
    locations: [{ id, title: 'Office', order: 1 }],
  });
  expect(server.requestsTo(saveLocations).map(({ headers }) => headers.get('If-Match'))).toEqual(['"0"']);
  expect(await client.locations.get()).toEqual(server.locations);
});

test('a change without effect is not sent', async () => {
  const { client, server } = await signedIn();
  await client.locations.save(addLocation({ id: 'shop', title: 'Shop' }));
  await client.locations.save(addLocation({ id: 'shop', title: 'Shop' }));
  expect(server.requestsTo(saveLocations)).toHaveLength(1);
});

test('R22: 20 clients that add and rename concurrently lose nothing; each that conflicts reads again and reapplies its change', async () => {
  const { client, server, clock } = await signedIn();
  await client.locations.save(addLocation({ id: 'shop', title: 'Shop' }));
  const edits = Array.from({ length: 19 }, (_, index) => client.locations.save(addLocation({ id: `new-${index}`, title: `New ${index}` })));
  const all = Promise.all([...edits, client.locations.save(renameLocation('shop', 'Corner shop'))]);
  for (let turn = 0; turn < 60; turn += 1) await clock.advance(400);
  await all;
  const { locations } = server.locations;
  expect(locations.map(({ title }) => title).toSorted()).toEqual(
    ['Corner shop', ...Array.from({ length: 19 }, (_, index) => `New ${index}`)].toSorted(),
  );
  expect(new Set(locations.map(({ order }) => order)).size).toBe(20);
  expect(server.requestsTo(saveLocations).length).toBeGreaterThan(21);
});

test('a location that another client removed is not created again: the change fails with not-found', async () => {
  const { client, server, clock } = await signedIn();
  await client.locations.save(addLocation({ id: 'shop', title: 'Shop' }));
  server.answerNext(saveLocations, () => {
    server.locations = removeLocation('shop')(server.locations);
    server.locationsRevision += 1;
    return Response.json({ error: { code: 'conflict', message: 'changed' } }, { status: 409 });
  });
  const saving = failureOf(client.locations.save(renameLocation('shop', 'Corner shop')));
  await clock.advance(100);
  expect(await saving).toMatchObject({ code: 'not-found' });
  expect(server.locations.locations).toEqual([]);
});

test('a camera removed between read and save causes one retry; one that stays unknown is an error', async () => {
  const { client, server, clock } = await signedIn();
  server.answerNext(saveLocations, 'not-found');
  const saved = client.locations.save(addLocation({ id: 'shop', title: 'Shop' }));
  await clock.advance(100);
  expect((await saved).locations).toHaveLength(1);
  server.answerNext(saveLocations, 'not-found', 'not-found');
  const refused = failureOf(client.locations.save(moveCamera('gone', { locationId: 'shop', roomId: null })));
  await clock.advance(100);
  expect(await refused).toMatchObject({ code: 'not-found' });
});

test('stops if canceled while waiting for a retry; an answer without a revision prevents saving', async () => {
  const { client, server, clock } = await signedIn();
  const life = new AbortController();
  server.answerNext(saveLocations, 'conflict');
  const given = failureOf(client.locations.save(addLocation({ id: 'shop', title: 'Shop' }), { signal: life.signal }));
  await clock.settle();
  life.abort();
  expect(await given).toMatchObject({ code: 'aborted' });
  expect(clock.pending).toBe(0);
  server.answerNext(getLocations, () => Response.json(server.locations));
  await expect(client.locations.save(addLocation({ id: 'shop', title: 'Shop' }))).rejects.toMatchObject({ code: 'internal-error' });
  expect(server.requestsTo(saveLocations)).toHaveLength(1);
});
