import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { createStorageHistory } from './operator-storage-history.ts';

const hour = 3_600_000;
const day = 24 * hour;
const midnight = Date.UTC(2026, 10, 1);

describeDatabases('how full the disk was', (engine) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createTestDatabase(engine);
  });
  afterEach(() => database.close());

  const rows = () => database.db.selectFrom('storage_days').selectAll().orderBy('node_id').orderBy('day').execute();

  test('is noted every hour, one row a day; the last of a day counts, and other nodes have their own', async () => {
    const clock = createManualClock(midnight + 12 * hour);
    const disk = { free: 90, total: 100 };
    const setUp = (nodeId: string) =>
      createStorageHistory({ db: database.db, clock, log: pino({ level: 'silent' }), nodeId, readDisk: async () => disk });
    const [history, other] = [setUp('local'), setUp('node_b')];
    history.start();
    other.start();
    await expect.poll(async () => (await rows()).length).toBe(2);
    expect(await history.read()).toEqual([]);
    disk.free = 70;
    clock.advance(hour);
    await expect.poll(async () => (await rows())[0]?.used_bytes).toBe(30);
    other.stop();
    disk.free = 60;
    clock.advance(12 * hour);
    await expect.poll(async () => (await rows()).filter(({ node_id }) => node_id === 'local').length).toBe(2);
    expect(await history.read()).toEqual([{ day: midnight, usedBytes: 30 }]);
    // The other noted its disk last yesterday.
    expect(Object.fromEntries(await history.readShares())).toEqual({ local: 0.4, node_b: expect.any(Number) });
    history.stop();
    clock.advance(hour);
    expect(clock.pending).toBe(0);
  });

  test('shows two weeks, and forgets after ninety days', async () => {
    const clock = createManualClock(midnight + 100 * day);
    const old = [5, 80, 95, 99].map((days) => ({ node_id: 'local', day: midnight + days * day, used_bytes: days, total_bytes: 100 }));
    await database.db.insertInto('storage_days').values(old).execute();
    const readDisk = async () => ({ free: 1, total: 100 });
    const history = createStorageHistory({ db: database.db, clock, log: pino({ level: 'silent' }), nodeId: 'local', readDisk });
    history.start();
    await expect.poll(async () => (await rows()).map(({ used_bytes }) => used_bytes)).toEqual([80, 95, 99, 99]);
    expect((await history.read()).map(({ usedBytes }) => usedBytes)).toEqual([95, 99]);
    history.stop();
  });
});
