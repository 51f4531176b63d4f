import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../testing/databases.ts';
import { insertCamera, insertCustomer } from '../testing/people.ts';
import { createLeaseStore } from './lease-store.ts';
import { createNodeStore, listNodes, type NodeStore } from './node-store.ts';

describeDatabases('leases', (engine) => {
  let database: TestDatabase;
  let owner: string;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    owner = await insertCustomer(database.db, 'anna@example.com');
  });
  afterEach(() => database.close());

  const join = async (
    nodeId: string,
    options: { roles?: readonly ('api' | 'media' | 'jobs')[]; capacity?: number } = {},
  ): Promise<NodeStore> => {
    const { roles = ['media'], capacity = 60 } = options;
    const store = createNodeStore({
      db: database.db,
      nodeId,
      name: nodeId,
      roles,
      capacity,
      address: `http://${nodeId}:8080`,
      version: '1.0.0',
    });
    await store.register();
    return store;
  };
  const addCameras = (count: number): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, () => insertCamera(database.db, owner))).then((ids) => ids.toSorted());
  /** What the database does when a node has not been seen for longer than its leases last. */
  const die = (nodeId: string) => database.db.updateTable('nodes').set({ alive_until: 0 }).where('id', '=', nodeId).execute();

  test('a camera without a node is placed, and its node learns of it by its heartbeat', async () => {
    const a = await join('a');
    const leases = createLeaseStore(database.db);
    const [camera = ''] = await addCameras(1);
    expect(await leases.orphans(10)).toEqual([{ id: camera, weight: 1 }]);
    const before = await a.beat();
    await leases.assign(new Map([[camera, 'a']]));
    expect(await a.beat()).toBeGreaterThan(before);
    expect(await leases.heldBy('a')).toEqual([{ cameraId: camera, token: 1, nextNodeId: null }]);
    expect(await leases.orphans(10)).toEqual([]);
    expect(await leases.holderOf(camera)).toEqual({ nodeId: 'a', address: 'http://a:8080' });
    await die('a');
    expect(await leases.holderOf(camera)).toBeNull();
  });

  test('a second planner does not take what the first one gave', async () => {
    await join('a');
    await join('b');
    const leases = createLeaseStore(database.db);
    const [camera = ''] = await addCameras(1);
    await Promise.all([leases.assign(new Map([[camera, 'a']])), leases.assign(new Map([[camera, 'b']]))]);
    const held = [...(await leases.heldBy('a')), ...(await leases.heldBy('b'))];
    expect(held).toEqual([{ cameraId: camera, token: 1, nextNodeId: null }]);
  });

  test('the cameras of a dead node are taken with a higher token, and it learns so when it wakes up', async () => {
    const a = await join('a');
    await join('b');
    const leases = createLeaseStore(database.db);
    const cameras = await addCameras(3);
    await leases.assign(new Map(cameras.map((camera) => [camera, 'a'])));
    const before = await a.beat();
    await die('a');
    expect((await leases.orphans(10)).map(({ id }) => id).toSorted()).toEqual(cameras);
    await leases.assign(new Map(cameras.map((camera) => [camera, 'b'])));
    expect((await leases.heldBy('b')).map(({ token }) => token)).toEqual([2, 2, 2]);
    expect(await a.beat()).toBeGreaterThan(before);
    expect(await leases.heldBy('a')).toEqual([]);
  });

  test('a move waits for its holder, and what was taken meanwhile is not released', async () => {
    await join('a');
    const b = await join('b');
    const leases = createLeaseStore(database.db);
    const [camera = ''] = await addCameras(1);
    await leases.assign(new Map([[camera, 'a']]));
    await leases.requestMoves([{ cameraId: camera, from: 'a', to: 'b' }]);
    expect(await leases.heldBy('a')).toEqual([{ cameraId: camera, token: 1, nextNodeId: 'b' }]);
    expect(await leases.placed()).toEqual([{ id: camera, nodeId: 'b', weight: 1, isPinned: true }]);
    const before = await b.beat();
    await leases.release(camera, 1);
    expect(await leases.heldBy('b')).toEqual([{ cameraId: camera, token: 2, nextNodeId: null }]);
    expect(await b.beat()).toBeGreaterThan(before);
    await leases.release(camera, 1);
    expect(await leases.holderOf(camera)).toMatchObject({ nodeId: 'b' });
  });

  test('a camera moves to the node that its agent is connected to, and stays there', async () => {
    await join('a');
    await join('b');
    const leases = createLeaseStore(database.db);
    const [camera = '', second = ''] = await addCameras(2);
    await leases.claim(camera, 'b');
    expect(await leases.heldBy('b')).toEqual([]);
    await leases.assign(
      new Map([
        [camera, 'a'],
        [second, 'a'],
      ]),
    );
    await leases.claim(camera, 'a');
    await leases.claim(camera, 'b');
    expect(new Set((await leases.heldBy('a')).map(({ nextNodeId }) => nextNodeId))).toEqual(new Set(['b', null]));
    await leases.release(camera, 1);
    await die('a');
    await leases.claim(second, 'b');
    expect((await leases.heldBy('b')).map(({ token }) => token)).toEqual([2, 2]);
    expect((await leases.placed()).every(({ isPinned }) => isPinned)).toBe(true);
  });

  test('a restart raises the token of its holder', async () => {
    await join('a');
    const leases = createLeaseStore(database.db);
    const [camera = ''] = await addCameras(1);
    await leases.assign(new Map([[camera, 'a']]));
    await leases.restart(camera);
    expect(await leases.heldBy('a')).toEqual([{ cameraId: camera, token: 2, nextNodeId: null }]);
    await leases.renewTokens('a');
    expect(await leases.heldBy('a')).toEqual([{ cameraId: camera, token: 3, nextNodeId: null }]);
  });

  test('cameras of a deleted account, and of a removed camera, have no node', async () => {
    await join('a');
    const leases = createLeaseStore(database.db);
    const [camera = ''] = await addCameras(1);
    await leases.assign(
      new Map([
        [camera, 'a'],
        ['unknown', 'a'],
      ]),
    );
    await database.db.updateTable('customers').set({ deleted_at: 1 }).where('id', '=', owner).execute();
    await leases.restart(camera);
    expect(await leases.orphans(10)).toEqual([]);
    await database.db.deleteFrom('cameras').where('id', '=', camera).execute();
    expect(await leases.heldBy('a')).toEqual([]);
  });

  test('the first living node that ingests plans, and those that drain take nothing', async () => {
    const api = await join('0-api', { roles: ['api', 'jobs'] });
    const a = await join('a');
    const b = await join('b', { capacity: 120 });
    expect([await api.isPlanner(), await a.isPlanner(), await b.isPlanner()]).toEqual([false, true, false]);
    expect(await b.takers()).toEqual([
      { id: 'a', capacity: 60 },
      { id: 'b', capacity: 120 },
    ]);
    await a.drain();
    expect([await a.isPlanner(), await b.isPlanner()]).toEqual([false, true]);
    expect(await b.takers()).toEqual([{ id: 'b', capacity: 120 }]);
    await b.leave();
    expect(await b.takers()).toEqual([]);
  });

  test('operators see every node with its cameras', async () => {
    expect(await listNodes(database.db)).toEqual([]);
    await join('a', { roles: ['api', 'media'] });
    const b = await join('b');
    await b.drain();
    const leases = createLeaseStore(database.db);
    const cameras = await addCameras(2);
    await leases.assign(new Map(cameras.map((camera) => [camera, 'a'])));
    expect(await listNodes(database.db)).toEqual([
      {
        id: 'a',
        name: 'a',
        roles: ['api', 'media'],
        version: '1.0.0',
        lastSeenAt: expect.any(Number),
        isAlive: true,
        cameras: 2,
        draining: false,
      },
      { id: 'b', name: 'b', roles: ['media'], version: '1.0.0', lastSeenAt: expect.any(Number), isAlive: true, cameras: 0, draining: true },
    ]);
  });

  test('the weight that a holder measured stays when the camera moves', async () => {
    await join('a');
    await join('b');
    const leases = createLeaseStore(database.db);
    const [camera = ''] = await addCameras(1);
    await leases.assign(new Map([[camera, 'a']]));
    await leases.saveWeights(new Map([[camera, 2.5]]));
    await die('a');
    expect(await leases.orphans(10)).toEqual([{ id: camera, weight: 2.5 }]);
    await leases.assign(new Map([[camera, 'b']]));
    expect(await leases.placed()).toMatchObject([{ id: camera, nodeId: 'b', weight: 2.5 }]);
  });
});
