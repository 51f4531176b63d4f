import { expect, test } from 'vitest';
import { createTestDatabase, describeDatabases } from '../testing/databases.ts';
import { insertCamera, insertCustomer } from '../testing/people.ts';
import { listLostCameras } from './node-store.ts';

describeDatabases('cameras of nodes that are gone', (engine) => {
  test('are those whose node’s time has passed; waiting ones and those of living nodes are not among them', async () => {
    const { db, close } = await createTestDatabase(engine);
    try {
      const owner = await insertCustomer(db, 'anna@example.com');
      const [lost, held, waiting] = [await insertCamera(db, owner), await insertCamera(db, owner), await insertCamera(db, owner)];
      const node = { name: 'n', roles: 'media', address: null, capacity: 60, version: '1', is_draining: 0 as const, started_at: 1 };
      await db
        .insertInto('nodes')
        .values([
          { ...node, id: 'gone', seen_at: 1000, alive_until: 6000, lease_changes: 0 },
          { ...node, id: 'alive', seen_at: 2000, alive_until: 9_000_000_000_000, lease_changes: 0 },
        ])
        .execute();
      const lease = (camera_id: string, node_id: string | null) => ({ camera_id, node_id, fencing_token: 1, weight: 1 });
      await db
        .insertInto('camera_leases')
        .values([lease(lost, 'gone'), lease(held, 'alive'), lease(waiting, null)])
        .execute();
      expect([...(await listLostCameras(db))]).toEqual([[lost, 1000]]);
    } finally {
      await close();
    }
  });
});
