import { expect, test } from 'vitest';
import { createLeaseStore } from '../../cluster/lease-store.ts';
import { createNodeStore } from '../../cluster/node-store.ts';
import { createTestDatabase, describeDatabases } from '../../testing/databases.ts';
import { insertCamera, insertCustomer } from '../../testing/people.ts';
import { createFootageLedger } from './footage-ledger.ts';

describeDatabases('the fence of the index', (engine) => {
  const setUp = async () => {
    const { db, close } = await createTestDatabase(engine);
    const camera = await insertCamera(db, await insertCustomer(db, 'anna@example.com'));
    for (const nodeId of ['a', 'b'])
      await createNodeStore({ db, nodeId, name: nodeId, roles: ['media'], capacity: 60, address: null, version: '1' }).register();
    const leases = createLeaseStore(db);
    await leases.assign(new Map([[camera, 'a']]));
    const row = (nodeId: string, token: number | null, startMs: number, durationMs = 4000) => ({
      camera_id: camera,
      start_ms: startMs,
      duration_ms: durationMs,
      size: 1,
      init_hash: 'h',
      node_id: nodeId,
      ...(token !== null && { lease_token: token }),
    });
    const starts = async () =>
      (await db.selectFrom('segments').select(['start_ms', 'node_id']).orderBy('start_ms').execute()).map(
        ({ start_ms, node_id }) => `${start_ms} ${node_id}`,
      );
    const takeOver = async () => {
      await db.updateTable('nodes').set({ alive_until: 0 }).where('id', '=', 'a').execute();
      await leases.assign(new Map([[camera, 'b']]));
    };
    return { db, close, row, starts, takeOver, ledger: createFootageLedger(db, true) };
  };

  test('a node that was paused and wakes up writes nothing of a camera that was taken over', async () => {
    const { close, row, starts, takeOver, ledger } = await setUp();
    try {
      expect(await ledger.add([row('a', 1, 0), row('a', 1, 4000)])).toEqual([]);
      await takeOver();
      const late = row('a', 1, 8000);
      expect(await ledger.add([late])).toEqual([late]);
      expect(await ledger.add([row('b', 2, 12_000)])).toEqual([]);
      expect(await starts()).toEqual(['0 a', '4000 a', '12000 b']);
    } finally {
      await close();
    }
  });

  test('files found at a start fill a gap, and never a time that another node recorded', async () => {
    const { close, row, starts, takeOver, ledger } = await setUp();
    try {
      await ledger.add([row('a', 1, 0)]);
      await takeOver();
      await ledger.add([row('b', 2, 10_000)]);
      const overlapping = [row('a', null, 8000), row('a', null, 12_000), row('a', null, 10_000)];
      expect(await ledger.add([row('a', null, 4000), ...overlapping], { replace: true })).toEqual(overlapping);
      expect(await starts()).toEqual(['0 a', '4000 a', '10000 b']);
    } finally {
      await close();
    }
  });

  test('refused segments refuse no others of the batch', async () => {
    const { close, row, starts, takeOver, ledger } = await setUp();
    try {
      await takeOver();
      const stale = row('b', 1, 0);
      expect(await ledger.add([stale, row('b', 2, 4000)])).toEqual([stale]);
      expect(await starts()).toEqual(['4000 b']);
    } finally {
      await close();
    }
  });

  test('where one machine runs alone, nothing is refused and no lease is read', async () => {
    const { db, close, row, starts } = await setUp();
    try {
      const queries: string[] = [];
      const ledger = createFootageLedger(
        db.withPlugin({
          transformQuery: ({ node }) => {
            queries.push(JSON.stringify(node));
            return node;
          },
          transformResult: async ({ result }) => result,
        }),
      );
      expect(await ledger.add([row('a', 7, 0)])).toEqual([]);
      expect(await starts()).toEqual(['0 a']);
      expect(queries.filter((query) => query.includes('camera_leases'))).toEqual([]);
    } finally {
      await close();
    }
  });
});
