import { deleteDeviceVideoWall, getVideoWall, saveVideoWall } from '@watchpost/contract/endpoints/video-wall';
import { signOutDevice } from '@watchpost/contract/endpoints/account';
import { videoWallSchema, type SaveVideoWallBody, type VideoWall } from '@watchpost/contract/schemas/video-wall';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../testing/people.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';

type Arrangement = SaveVideoWallBody['arrangement'];
type Caller = Pick<TestSession, 'headers'>;

describeDatabases('the video wall', (engine) => {
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

  let people = 0;
  const someone = () => server.signIn(`wall-${people++}@example.com`);
  const arrangement = (cameraIds: (string | null)[], over: Partial<Arrangement> = {}): Arrangement => ({
    layout: '9',
    cameraIds,
    cycleSeconds: 0,
    ...over,
  });
  const get = async ({ headers }: Caller): Promise<VideoWall> =>
    videoWallSchema.parse(await (await server.call(getVideoWall, { headers })).json());
  const save = async ({ headers }: Caller, body: SaveVideoWallBody): Promise<VideoWall> =>
    videoWallSchema.parse(await (await server.call(saveVideoWall, { headers, body })).json());

  test('is empty at first, and each user has their own', async () => {
    const anna = await someone();
    const answer = await server.call(getVideoWall, { headers: anna.headers });
    expect([await answer.json(), answer.headers.get('cache-control')]).toEqual([{ account: null, device: null }, 'private, no-store']);
  });

  test('an arrangement saved for the account is on every device; one saved for a device is on that device only', async () => {
    const anna = await someone();
    const phone = await server.signIn(anna.email);
    const [door, yard] = [await insertCamera(db, anna.customer_id), await insertCamera(db, anna.customer_id)];
    const shared = arrangement([door, null, yard], { layout: '4', cycleSeconds: 30 });
    expect(await save(anna, { scope: 'account', arrangement: shared })).toEqual({ account: shared, device: null });
    const own = arrangement([yard], { layout: '1' });
    expect(await save(phone, { scope: 'device', arrangement: own })).toEqual({ account: shared, device: own });
    expect(await get(anna)).toEqual({ account: shared, device: null });

    const again = arrangement([door]);
    await save(anna, { scope: 'account', arrangement: again });
    await save(phone, { scope: 'device', arrangement: again });
    expect(await get(phone)).toEqual({ account: again, device: again });

    expect((await server.call(deleteDeviceVideoWall, { headers: phone.headers })).status).toBe(204);
    expect((await server.call(deleteDeviceVideoWall, { headers: phone.headers })).status).toBe(204);
    expect(await get(phone)).toEqual({ account: again, device: null });
  });

  test('an invisible camera leaves an empty place: at saving, and when the access ends later', async () => {
    const [anna, boris] = [await someone(), await someone()];
    const [own, lent, foreign] = [
      await insertCamera(db, boris.customer_id),
      await insertCamera(db, anna.customer_id),
      await insertCamera(db, await insertCustomer(db, 'else@example.com')),
    ];
    await insertGrant(db, lent, boris.customer_id);
    expect((await save(boris, { scope: 'account', arrangement: arrangement([foreign, lent, own, 'unknown']) })).account?.cameraIds).toEqual(
      [null, lent, own, null],
    );
    await save(boris, { scope: 'device', arrangement: arrangement([lent, own]) });

    await insertGrant(db, foreign, boris.customer_id);
    expect((await get(boris)).account?.cameraIds).toEqual([null, lent, own, null]);
    await db.deleteFrom('camera_grants').where('camera_id', '=', lent).execute();
    expect(await get(boris)).toMatchObject({ account: { cameraIds: [null, null, own, null] }, device: { cameraIds: [null, own] } });
  });

  test('signing out a device deletes its arrangement; the account’s stays', async () => {
    const anna = await someone();
    const phone = await server.signIn(anna.email);
    await save(phone, { scope: 'account', arrangement: arrangement([]) });
    await save(phone, { scope: 'device', arrangement: arrangement([null]) });
    await server.call({ method: 'DELETE', path: signOutDevice.path.replace('{deviceId}', phone.deviceId) }, { headers: anna.headers });
    expect(await db.selectFrom('device_video_walls').selectAll().where('customer_id', '=', anna.customer_id).execute()).toEqual([]);
    expect(await get(anna)).toEqual({ account: arrangement([]), device: null });
  });

  test('an arrangement of a newer or older server that this one does not understand counts as none', async () => {
    const anna = await someone();
    await db.insertInto('video_walls').values({ customer_id: anna.customer_id, arrangement: '{"layout":"hexagon"}' }).execute();
    expect(await get(anna)).toEqual({ account: null, device: null });
  });

  test('an invalid arrangement is refused, and nothing changes', async () => {
    const anna = await someone();
    for (const wrong of [arrangement([], { cycleSeconds: 601 }), { ...arrangement([]), customerId: 'cus_other' }]) {
      expect((await server.call(saveVideoWall, { headers: anna.headers, body: { scope: 'account', arrangement: wrong } })).status).toBe(
        422,
      );
    }
    expect(await get(anna)).toEqual({ account: null, device: null });
  });
});
