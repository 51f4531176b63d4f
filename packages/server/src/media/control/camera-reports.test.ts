import { prepareFirmwareCommand } from '@watchpost/contract/schemas/firmware';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer } from '../../testing/people.ts';
import { createCameraReports } from './camera-reports.ts';

const log = pino({ level: 'silent' });
const report = { commands: [prepareFirmwareCommand.name], firmwareVersion: '1.2.3', appVersion: '0.4.0', battery: null, signal: null };

describeDatabases('the last report of a camera', (engine) => {
  let database: TestDatabase;
  let cameraId: string;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    cameraId = await insertCamera(database.db, await insertCustomer(database.db, 'owner@example.com'));
  });
  afterEach(() => database.close());

  test('is known while the camera is offline, and after a restart of the server', async () => {
    const reports = createCameraReports({ db: database.db, log });
    expect(await reports.last(cameraId)).toBe(null);
    reports.note(cameraId, report);
    await expect
      .poll(() => createCameraReports({ db: database.db, log }).last(cameraId))
      .toEqual({ firmwareVersion: '1.2.3', appVersion: '0.4.0', takesFirmware: true });
    reports.note(cameraId, { ...report, firmwareVersion: '1.3.0', commands: [] });
    await expect.poll(() => reports.last(cameraId)).toEqual({ firmwareVersion: '1.3.0', appVersion: '0.4.0', takesFirmware: false });
    await database.db.deleteFrom('cameras').where('id', '=', cameraId).execute();
    expect(await reports.last(cameraId)).toBe(null);
  });
});
