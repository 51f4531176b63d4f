import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createTestDatabase, describeDatabases } from '../testing/databases.ts';
import { insertCamera, insertCustomer } from '../testing/people.ts';
import { createCameraStates } from './camera-states.ts';

describeDatabases('states of cameras that other nodes hold', (engine) => {
  test('a newer version may give a reason, or a state, that this one has no name for: what was known stays', async () => {
    const { db, close } = await createTestDatabase(engine);
    try {
      const cameraId = await insertCamera(db, await insertCustomer(db, 'anna@example.com'));
      await db.insertInto('camera_leases').values({ camera_id: cameraId, node_id: 'holder', fencing_token: 1, weight: 1 }).execute();
      const holder = createCameraStates({ db, nodeId: 'holder' });
      const reader = createCameraStates({ db, nodeId: 'reader' });
      holder.note(cameraId, { state: 'offline', since: 5, reason: 'camera-offline' });
      await holder.sync();
      await reader.sync();
      expect(reader.stateOf(cameraId)).toEqual({ state: 'offline', since: 5, reason: 'camera-offline' });

      await sql`update camera_leases set state_reason = 'camera-on-the-moon' where camera_id = ${cameraId}`.execute(db);
      await reader.sync();
      expect(reader.stateOf(cameraId)).toEqual({ state: 'offline', since: 5, reason: null });

      await sql`update camera_leases set state = 'dreaming' where camera_id = ${cameraId}`.execute(db);
      await reader.sync();
      expect(reader.stateOf(cameraId)).toEqual({ state: 'offline', since: 5, reason: null });
    } finally {
      await close();
    }
  });
});
