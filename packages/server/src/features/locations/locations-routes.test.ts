import { getLocations, saveLocations } from '@watchpost/contract/endpoints/locations';
import { countEvents, listEvents, markEventsSeen } from '@watchpost/contract/endpoints/events';
import { eventPageSchema } from '@watchpost/contract/schemas/events';
import { locationsConfigSchema, type LocationsConfig } from '@watchpost/contract/schemas/locations';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertEvent, insertGrant } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

describeDatabases('locations and rooms', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let db: Db;

  beforeAll(async () => {
    place = await createDatabasePlace(engine);
    server = await startTestServer({ dataDir: place.dataDir, databaseUrl: place.databaseUrl });
    db = openDatabase(locateDatabase(server.config));
  });
  afterAll(async () => {
    await db.destroy();
    await server.close();
    await place.remove();
  });

  interface Person {
    readonly id: string;
    readonly headers: Record<string, string>;
  }
  let people = 0;
  const someone = async (): Promise<Person> => {
    const id = await insertCustomer(db, `locations-${people++}@example.com`);
    return { id, headers: { authorization: `Bearer ${await server.openSession(id)}` } };
  };
  const empty: LocationsConfig = { locations: [], rooms: [], cameras: [] };
  const shop = (cameras: LocationsConfig['cameras'] = []): LocationsConfig => ({
    locations: [{ id: 'shop', order: 1, title: 'Shop' }],
    rooms: [{ id: 'hall', order: 1, title: 'Hall', locationId: 'shop' }],
    cameras,
  });
  const inHall = (id: string, order = 1) => ({ id, order, locationId: 'shop', roomId: 'hall' });
  const get = async ({ headers }: Person) => {
    const answer = await server.call(getLocations, { headers });
    return {
      config: locationsConfigSchema.parse(await answer.json()),
      tag: answer.headers.get('etag') ?? '',
      caching: answer.headers.get('cache-control'),
    };
  };
  const save = ({ headers }: Person, body: unknown, tag?: string) =>
    server.call(saveLocations, { headers: { ...headers, ...(tag !== undefined && { 'if-match': tag }) }, body });

  test('are empty at first; a saved configuration is returned, and to its user only', async () => {
    const [anna, boris] = [await someone(), await someone()];
    expect(await get(anna)).toEqual({ config: empty, tag: '"0"', caching: 'private, no-store' });
    const camera = await insertCamera(db, anna.id);
    const saved = await save(anna, shop([inHall(camera)]), '"0"');
    expect([saved.status, await saved.json(), saved.headers.get('etag')]).toEqual([200, shop([inHall(camera)]), '"1"']);
    expect(await get(anna)).toMatchObject({ config: shop([inHall(camera)]), tag: '"1"' });
    expect((await get(boris)).config).toEqual(empty);
  });

  test('events of a location are queried by its id, which is each user’s own', async () => {
    const [anna, boris] = [await someone(), await someone()];
    const [door, gate] = [await insertCamera(db, anna.id), await insertCamera(db, anna.id)];
    await insertGrant(db, door, boris.id);
    const [inside] = [await insertEvent(db, door), await insertEvent(db, gate)];
    await save(anna, shop([inHall(door)]));
    const events = async ({ headers }: Person, query: string): Promise<string[]> => {
      const answer = await server.call({ method: 'GET', path: `${listEvents.path}?${query}` }, { headers });
      expect(answer.status).toBe(200);
      return eventPageSchema.parse(await answer.json()).events.map(({ id }) => id);
    };
    expect(await events(anna, 'locationId=shop')).toEqual([inside]);
    expect(await events(anna, 'locationId=hall')).toEqual([]);
    expect(await events(boris, 'locationId=shop')).toEqual([]);
    expect(await events(anna, '')).toHaveLength(2);
    expect((await server.call(markEventsSeen, { headers: anna.headers, body: { locationId: 'shop', to: Date.now() + 1e9 } })).status).toBe(
      200,
    );
    expect(
      await (await server.call({ method: 'GET', path: `${countEvents.path}?locationId=shop` }, { headers: anna.headers })).json(),
    ).toMatchObject({ total: 1, unseen: 0 });
    expect(await (await server.call(countEvents, { headers: anna.headers })).json()).toMatchObject({ total: 2, unseen: 1 });
    expect((await server.call({ method: 'GET', path: `${listEvents.path}?locationId=a/b` }, { headers: anna.headers })).status).toBe(422);
  });

  test('a stale revision is a conflict and changes nothing, also for the first save; without one the newest is replaced', async () => {
    const anna = await someone();
    expect((await save(anna, shop(), '"1"')).status).toBe(409);
    expect((await save(anna, shop(), '"0"')).status).toBe(200);
    for (const stale of ['"0"', '"2"', 'nonsense']) expect((await save(anna, empty, stale)).status).toBe(409);
    expect(await get(anna)).toMatchObject({ config: shop(), tag: '"1"' });
    expect((await save(anna, empty)).headers.get('etag')).toBe('"2"');
    // The form in which a compressing proxy returns it.
    expect((await save(anna, shop(), 'W/"2"')).headers.get('etag')).toBe('"3"');
    expect((await save(await someone(), shop())).headers.get('etag')).toBe('"1"');
  });

  test('R22: 20 concurrent editors lose nothing, when each reads again after a conflict', async () => {
    const anna = await someone();
    const add = async (title: string): Promise<number> => {
      for (let conflicts = 0; ; conflicts += 1) {
        const { config, tag } = await get(anna);
        const order = Math.max(0, ...config.locations.map((location) => location.order)) + 1;
        const answer = await save(anna, { ...config, locations: [...config.locations, { id: title, order, title }] }, tag);
        if (answer.status === 200) return conflicts;
        expect(answer.status).toBe(409);
      }
    };
    const titles = Array.from({ length: 20 }, (_, index) => `location-${index}`);
    const conflicts = await Promise.all(titles.map(add));
    expect(conflicts.reduce((sum, count) => sum + count)).toBeGreaterThan(0);
    const { config, tag } = await get(anna);
    expect(config.locations.map(({ title }) => title).toSorted()).toEqual(titles.toSorted());
    expect(config.locations.map(({ order }) => order).toSorted((one, other) => one - other)).toEqual(titles.map((_, index) => index + 1));
    expect(tag).toBe('"20"');
  });

  test('an invisible camera is answered like an unknown one, and nothing is saved', async () => {
    const [anna, boris] = [await someone(), await someone()];
    const foreign = await insertCamera(db, boris.id);
    const answers = await Promise.all([foreign, 'cam_unknown'].map((id) => save(anna, shop([inHall(id)]), '"0"')));
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(new Set(await Promise.all(answers.map((answer) => answer.text()))).size).toBe(1);
    expect(await get(anna)).toMatchObject({ config: empty, tag: '"0"' });
  });

  test.each<[string, (camera: string) => LocationsConfig]>([
    ['a room of a location that is not there', () => ({ ...shop(), locations: [] })],
    ['a camera in a location that is not there', (id) => shop([{ id, order: 1, locationId: 'office', roomId: null }])],
    ['a camera in a room that is not there', (id) => shop([{ id, order: 1, locationId: 'shop', roomId: 'yard' }])],
    ['a camera in a room without its location', (id) => shop([{ id, order: 1, locationId: null, roomId: 'hall' }])],
    [
      'a camera in a room of another location',
      (id) => ({
        ...shop([{ id, order: 1, locationId: 'office', roomId: 'hall' }]),
        locations: [...shop().locations, { id: 'office', order: 2, title: 'Office' }],
      }),
    ],
  ])('%s is 404, and nothing is saved', async (_, body) => {
    const anna = await someone();
    expect((await save(anna, body(await insertCamera(db, anna.id)))).status).toBe(404);
    expect(await get(anna)).toMatchObject({ config: empty, tag: '"0"' });
  });

  test('a camera that is no longer visible is omitted; everything else stays', async () => {
    const [anna, boris] = [await someone(), await someone()];
    const [own, lent] = [await insertCamera(db, boris.id), await insertCamera(db, anna.id)];
    await insertGrant(db, lent, boris.id);
    expect((await save(boris, shop([inHall(own, 1), inHall(lent, 2)]))).status).toBe(200);
    await db.deleteFrom('camera_grants').where('camera_id', '=', lent).execute();
    expect((await get(boris)).config).toEqual(shop([inHall(own, 1)]));
    await db.deleteFrom('cameras').where('id', '=', own).execute();
    expect((await get(boris)).config).toEqual(shop());
  });

  test('an invalid configuration is refused; hostile titles are kept as text', async () => {
    const anna = await someone();
    for (const wrong of [
      { ...empty, owner: anna.id },
      { ...empty, locations: [{ id: 'shop', order: 1, title: '' }] },
      { locations: [] },
      [],
    ])
      expect((await save(anna, wrong)).status).toBe(422);
    const hostile = { ...empty, locations: [{ id: 'shop', order: 1, title: '<img src=x onerror=alert(1)>' }] };
    expect((await save(anna, hostile)).status).toBe(200);
    expect((await get(anna)).config).toEqual(hostile);
  });

  test('are deleted with the account', async () => {
    const anna = await someone();
    await save(anna, shop());
    await db.deleteFrom('customers').where('id', '=', anna.id).execute();
    expect(await db.selectFrom('location_configs').select('customer_id').where('customer_id', '=', anna.id).execute()).toEqual([]);
  });
});
