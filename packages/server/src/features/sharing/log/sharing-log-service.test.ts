import { createManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../../testing/databases.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../../testing/people.ts';
import { newEntryId } from './sharing-log-entry-id.ts';
import { createAccessLogService } from './sharing-log-service.ts';

const now = Date.UTC(2026, 0, 15, 12);

describeDatabases('exporting the access log', (engine) => {
  let database: TestDatabase;
  let manager: string;
  let cameraId: string;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    const { db } = database;
    cameraId = await insertCamera(db, await insertCustomer(db, 'owner@example.com'));
    manager = await insertCustomer(db, 'manager@example.com');
    await insertGrant(db, cameraId, manager, { access: 'full' });
    const entry = { camera_id: cameraId, kind: 'live', viewer_kind: 'user', viewer_id: manager, grant_kind: 'full' } as const;
    await db
      .insertInto('access_log')
      .values(Array.from({ length: 1600 }, (_, index) => ({ ...entry, id: newEntryId(), at: now - index, until: now })))
      .execute();
  });
  afterEach(() => database.close());

  const startExport = () =>
    createAccessLogService({ db: database.db, clock: createManualClock(now) }).exportCsv(
      manager,
      { cameraId },
      { locale: 'en', timeZone: 'UTC' },
    );

  test('leaves time for video between its pages', async () => {
    let turns = 0;
    const count = (): void => {
      turns += 1;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const turnsAtChunk: number[] = [];
    for await (const _chunk of (await startExport()).read()) turnsAtChunk.push(turns);
    clearImmediate(next);
    expect(turnsAtChunk).toHaveLength(4);
    expect(new Set(turnsAtChunk.slice(1)).size).toBe(3);
  });

  test('fails when access ends meanwhile, rather than look complete', async () => {
    const chunks = (await startExport()).read()[Symbol.asyncIterator]();
    await chunks.next();
    await database.db.deleteFrom('camera_grants').execute();
    await expect(chunks.next()).rejects.toMatchObject({ code: 'not-found' });
  });
});
