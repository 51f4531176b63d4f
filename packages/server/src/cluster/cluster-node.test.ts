import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createTestDatabase, describeDatabases } from '../testing/databases.ts';
import { insertCamera, insertCustomer } from '../testing/people.ts';
import { createClusterNode } from './cluster-node.ts';
import { heartbeatMs, listNodes } from './node-store.ts';

const log = pino({ level: 'silent' });

describeDatabases('nodes of a cluster', (engine) => {
  const setUp = async (isGone?: (address: string) => Promise<boolean>) => {
    const { db, close } = await createTestDatabase(engine);
    const owner = await insertCustomer(db, 'anna@example.com');
    const clock = createManualClock();
    const join = async (nodeId: string, roles: readonly ('api' | 'media' | 'jobs')[] = ['media'], capacity = 60) => {
      const running = new Set<string>();
      const settings = { roles, name: nodeId, address: `http://${nodeId}`, capacity };
      const node = createClusterNode({ db, clock, log, nodeId, version: '1', settings, isGone: isGone ?? (async () => false) });
      await node.start({
        readCameras: async (ids) => ids.map((id) => ({ id, ownerId: owner, source: { kind: 'phone' }, archiveDays: 7 })),
        startCamera: ({ id }) => void running.add(id),
        stopCamera: async (id) => void running.delete(id),
        bitRateOf: () => 2_000_000,
      });
      return { node, running };
    };
    const addCameras = async (count: number): Promise<void> => {
      for (let index = 0; index < count; index++) await insertCamera(db, owner, { serial_number: `SERIAL-${index}`, source_kind: 'rtsp' });
    };
    /** Lets heartbeats pass until something is so. */
    const until = (check: () => unknown): Promise<void> =>
      expect
        .poll(() => {
          clock.advance(heartbeatMs);
          return check();
        })
        .toBe(true);
    return { db, clock, join, addCameras, until, close };
  };

  test('cameras spread over the nodes that ingest, each is held by one, and a node that leaves hands its cameras over', async () => {
    const { db, join, addCameras, until, close } = await setUp();
    try {
      const api = await join('api', ['api']);
      const [a, b] = [await join('a'), await join('b')];
      await addCameras(6);
      await until(() => a.running.size === 3 && b.running.size === 3);
      expect(api.running.size).toBe(0);
      expect(new Set([...a.running, ...b.running]).size).toBe(6);
      const [camera = ''] = a.running;
      expect([a.node.holds(camera), b.node.holds(camera)]).toEqual([true, false]);
      expect([a.node.fence.tokenOf(camera), b.node.fence.tokenOf(camera)]).toEqual([1, null]);

      expect([await b.node.isNodeAlive('a'), await b.node.isNodeAlive('unknown')]).toEqual([true, false]);
      await a.node.leave();
      expect(a.running.size).toBe(0);
      expect(await b.node.isNodeAlive('a')).toBe(false);
      await until(() => b.running.size === 6);
      expect((await listNodes(db)).map(({ id, isAlive, cameras }) => [id, isAlive, cameras])).toEqual([
        ['a', false, 0],
        ['api', true, 0],
        ['b', true, 6],
      ]);
      await Promise.all([b.node.leave(), api.node.leave()]);
    } finally {
      await close();
    }
  });

  test('a node that joins receives cameras one after another', async () => {
    const { clock, join, addCameras, until, close } = await setUp();
    try {
      const a = await join('a');
      await addCameras(8);
      await until(() => a.running.size === 8);
      const b = await join('b');
      clock.advance(heartbeatMs);
      expect(b.running.size).toBe(0);
      await until(() => a.running.size === 4 && b.running.size === 4);
      await Promise.all([a.node.leave(), b.node.leave()]);
    } finally {
      await close();
    }
  });

  test('every node says whether a camera is online, wherever it is held', async () => {
    const { join, addCameras, until, close } = await setUp();
    try {
      const [a, api] = [await join('a'), await join('api', ['api'])];
      await addCameras(1);
      await until(() => a.running.size === 1);
      const [camera = ''] = a.running;
      expect(api.node.stateElsewhere(camera)).toBeNull();
      a.node.noteState(camera, { state: 'connecting', since: 1, reason: null });
      a.node.noteState(camera, { state: 'offline', since: 2, reason: 'camera-unreachable' });
      await until(() => api.node.stateElsewhere(camera)?.state === 'offline');
      expect(api.node.stateElsewhere(camera)).toEqual({ state: 'offline', since: 2, reason: 'camera-unreachable' });
      a.node.noteState(camera, { state: 'online', since: 3, reason: null });
      await until(() => api.node.stateElsewhere(camera)?.state === 'online');
      expect(a.node.stateElsewhere(camera)).toBeNull();
      await Promise.all([a.node.leave(), api.node.leave()]);
    } finally {
      await close();
    }
  });

  test('the cameras of a node that missed a heartbeat move at once when nothing listens there, and not before', async () => {
    let isRefused = false;
    const asked: string[] = [];
    const { db, join, addCameras, until, close } = await setUp(async (address) => {
      asked.push(address);
      return isRefused;
    });
    try {
      const a = await join('a');
      await addCameras(2);
      // By its row a node that plans before all others, and whose process was killed.
      await db
        .insertInto('nodes')
        .values({
          id: '0',
          name: '0',
          roles: 'media',
          address: 'http://0',
          capacity: 60,
          version: '1',
          is_draining: 0,
          started_at: 0,
          seen_at: 0,
          alive_until: 9_000_000_000_000,
          lease_changes: 0,
        })
        .execute();
      await until(() => asked.includes('http://0'));
      expect(a.running.size).toBe(0);
      isRefused = true;
      await until(() => a.running.size === 2);
      expect((await listNodes(db)).map(({ id, isAlive }) => [id, isAlive])).toEqual([
        ['0', false],
        ['a', true],
      ]);
      await a.node.leave();
    } finally {
      await close();
    }
  });

  test('a camera that changed elsewhere restarts at its holder', async () => {
    const { join, addCameras, until, close } = await setUp();
    try {
      const [a, api] = [await join('a'), await join('api', ['api'])];
      await addCameras(1);
      await until(() => a.running.size === 1);
      const [camera = ''] = a.running;
      await api.node.restart(camera);
      await until(() => a.node.fence.tokenOf(camera) === 2);
      expect(a.running.size).toBe(1);
      await Promise.all([a.node.leave(), api.node.leave()]);
    } finally {
      await close();
    }
  });
});
