import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../../testing/databases.ts';
import { insertCamera, insertCustomer } from '../../../testing/people.ts';
import { createAccessLogRetention } from './sharing-log-retention.ts';

const dayMs = 86_400_000;
const now = Date.UTC(2026, 0, 15, 12);
const log = pino({ level: 'silent' });

describeDatabases('the retention of the access log', (engine) => {
  let database: TestDatabase;
  let cameraId: string;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
    cameraId = await insertCamera(database.db, await insertCustomer(database.db, 'owner@example.com'));
  });
  afterEach(() => database.close());

  const insert = async (entries: readonly { id: string; at: number; until?: number | null }[]): Promise<void> => {
    await database.db
      .insertInto('access_log')
      .values(
        entries.map(({ id, at, until = at }) => ({
          id,
          at,
          until,
          camera_id: cameraId,
          kind: 'live',
          viewer_kind: 'user',
          viewer_id: 'u',
          grant_kind: 'owner',
        })),
      )
      .execute();
  };
  const left = async () => (await database.db.selectFrom('access_log').select('id').orderBy('id').execute()).map(({ id }) => id);

  test('entries older than 90 days are deleted, in batches; younger ones and those that still run are not', async () => {
    const old = now - 90 * dayMs - 1;
    await insert(Array.from({ length: 2300 }, (_, index) => ({ id: `old${index}`, at: old - index })));
    await insert([
      { id: 'just', at: now - 90 * dayMs },
      { id: 'new', at: now },
      { id: 'runs', at: old, until: null },
    ]);
    const retention = createAccessLogRetention({ db: database.db, clock: createManualClock(now), log });
    await retention.run();
    expect(await left()).toEqual(['just', 'new', 'runs']);
    await retention.close();
  });

  test('a clock that jumps ahead deletes nothing for an hour', async () => {
    const clock = createManualClock(now);
    await insert([{ id: 'a', at: now - 10 * dayMs }]);
    const retention = createAccessLogRetention({ db: database.db, clock, log });
    clock.setWallClock(now + 1000 * dayMs);
    await retention.run();
    expect(await left()).toEqual(['a']);
    clock.advance(3_600_000);
    await retention.run();
    expect(await left()).toEqual([]);
    await retention.close();
  });

  test('a removed camera takes its entries along', async () => {
    await insert([{ id: 'a', at: now }]);
    await database.db.deleteFrom('cameras').where('id', '=', cameraId).execute();
    expect(await left()).toEqual([]);
  });
});
