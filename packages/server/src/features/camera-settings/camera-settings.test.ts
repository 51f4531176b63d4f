import { getCameraSettings, updateCameraSettings } from '@watchpost/contract/endpoints/camera-settings';
import { fillPath } from '@watchpost/contract/kernel';
import { cameraSettingsSchema, type CameraSettings } from '@watchpost/contract/schemas/camera-settings';
import { expect, test } from 'vitest';
import { locateDatabase, openDatabase } from '../../db/database.ts';
import { createTestDatabase, describeDatabases } from '../../testing/databases.ts';
import { insertCamera, insertCustomer } from '../../testing/people.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { createCameraSettingsService } from './camera-settings-service.ts';

describeDatabases('the recording settings of a camera', (engine) => {
  test('changes are stored one by one, two concurrent ones both, and listeners are notified', async () => {
    const { db, close } = await createTestDatabase(engine);
    try {
      const cameraId = await insertCamera(db, await insertCustomer(db, 'owner@example.com'));
      const changes: CameraSettings[] = [];
      const service = createCameraSettingsService({ db, onChange: (_, settings) => changes.push(settings) });
      expect(await service.get(cameraId)).toEqual({ isSoundRecorded: true, archiveRecording: 'always' });
      await Promise.all([service.update(cameraId, { archiveRecording: 'motion' }), service.update(cameraId, { isSoundRecorded: false })]);
      expect(await service.get(cameraId)).toEqual({ isSoundRecorded: false, archiveRecording: 'motion' });
      expect(changes.at(-1)).toEqual({ isSoundRecorded: false, archiveRecording: 'motion' });
      await db.deleteFrom('cameras').execute();
      expect(await db.selectFrom('camera_settings').selectAll().execute()).toEqual([]);
    } finally {
      await close();
    }
  });
});

test('over HTTP: unknown fields are refused, stored ones survive a restart', async () => {
  const server = await startTestServer();
  const db = openDatabase(locateDatabase(server.config));
  const owner = await insertCustomer(db, 'owner@example.com');
  const cameraId = await insertCamera(db, owner);
  const headers = { authorization: `Bearer ${await server.openSession(owner)}` };
  await db.destroy();
  const path = fillPath(getCameraSettings.path, { id: cameraId });
  const change = (body: unknown) => server.call({ method: updateCameraSettings.method, path }, { headers, body });
  for (const wrong of [{}, { archiveRecording: 'sometimes' }, { lens: 'front' }]) expect((await change(wrong)).status).toBe(422);
  expect(cameraSettingsSchema.parse(await (await change({ archiveRecording: 'disabled' })).json())).toEqual({
    isSoundRecorded: true,
    archiveRecording: 'disabled',
  });
  const again = await server.restart();
  try {
    const answer = await again.call({ method: getCameraSettings.method, path }, { headers });
    expect(await answer.json()).toEqual({ isSoundRecorded: true, archiveRecording: 'disabled' });
  } finally {
    await again.close();
  }
});
