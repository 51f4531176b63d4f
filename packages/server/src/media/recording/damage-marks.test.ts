import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../kernel/log.ts';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer } from '../../testing/people.ts';
import { createDamageMarks, type DamageMarks } from './damage-marks.ts';

describeDatabases('marks of damaged footage', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let marks: DamageMarks;
  let cameraId: string;
  const stored = async (): Promise<number[][]> =>
    (await database.db.selectFrom('damaged_footage').select(['start_ms', 'end_ms']).orderBy('start_ms').execute()).map(
      ({ start_ms: from, end_ms: to }) => [from, to],
    );

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    clock = createManualClock();
    marks = createDamageMarks({ db: database.db, clock, log: createLog({ level: 'silent', format: 'json' }) });
    cameraId = await insertCamera(database.db, await insertCustomer(database.db, 'owner@example.com'));
  });
  afterEach(async () => {
    await marks.close();
    await database.close();
  });

  test('are one while they are close together, also when a part of it is written already', async () => {
    marks.note(cameraId, { from: 1000, to: 1040 });
    marks.note(cameraId, { from: 5000, to: 5040 });
    await marks.flush();
    expect(await stored()).toEqual([[1000, 5040]]);
    marks.note(cameraId, { from: 15_000, to: 15_040 });
    marks.note(cameraId, { from: 40_000, to: 40_040 });
    await marks.flush();
    expect(await stored()).toEqual([
      [1000, 15_040],
      [40_000, 40_040],
    ]);
  });

  test('are written every 5 s, and at the end', async () => {
    marks.note(cameraId, { from: 1000, to: 1040 });
    clock.advance(5000);
    await expect.poll(stored).toEqual([[1000, 1040]]);
    marks.note(cameraId, { from: 60_000, to: 60_040 });
    await marks.close();
    expect(await stored()).toHaveLength(2);
  });

  test('of a camera that was removed do not keep back those of others', async () => {
    marks.note('cam_gone', { from: 1000, to: 1040 });
    marks.note(cameraId, { from: 2000, to: 2040 });
    await marks.flush();
    expect(await stored()).toEqual([[2000, 2040]]);
    await database.db.deleteFrom('cameras').where('id', '=', cameraId).execute();
    expect(await stored()).toEqual([]);
  });

  test('start over when the clock was set back', async () => {
    marks.note(cameraId, { from: 90_000, to: 90_040 });
    marks.note(cameraId, { from: 30_000, to: 30_040 });
    await marks.flush();
    expect(await stored()).toEqual([
      [30_000, 30_040],
      [90_000, 90_040],
    ]);
  });
});
