import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, describeDatabases, type TestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer } from '../../testing/people.ts';
import { createActivityStore, type ActivityStore } from './events-activity.ts';

const now = Date.UTC(2026, 0, 15, 12);
const hour = 3_600_000;

describeDatabases('motion levels', (engine) => {
  let database: TestDatabase;
  let clock: ManualClock;
  let store: ActivityStore;
  let cameraId: string;
  const open = (): ActivityStore => createActivityStore({ db: database.db, clock, log: pino({ level: 'silent' }) });

  beforeEach(async () => {
    database = await createTestDatabase(engine);
    clock = createManualClock(now);
    cameraId = await insertCamera(database.db, await insertCustomer(database.db, 'o@example.com'));
    store = open();
  });
  afterEach(async () => {
    await store.close();
    await database.close();
  });
  const rows = () => database.db.selectFrom('motion_levels').selectAll().execute();

  test('are the maximum of each ten seconds, immediately and after a restart, in any requested steps', async () => {
    store.add(cameraId, now + 1000, 0.25);
    store.add(cameraId, now + 9000, 0.5);
    store.add(cameraId, now + 25_000, 1);
    store.add(cameraId, now + 26_000, 0);
    const expected = [expect.closeTo(0.5, 1), 0, 1, 0];
    expect(await store.read(cameraId, { from: now, to: now + 40_000, step: 10_000 })).toEqual(expected);
    await store.close();
    store = open();
    expect(await store.read(cameraId, { from: now, to: now + 40_000, step: 10_000 })).toEqual(expected);
    expect(await store.read(cameraId, { from: now - hour, to: now + hour, step: hour })).toEqual([0, 1]);
    expect(await store.read(cameraId, { from: now + 5000, to: now + 8000, step: 1000 })).toEqual([
      expect.closeTo(0.5, 1),
      expect.closeTo(0.5, 1),
      expect.closeTo(0.5, 1),
    ]);
    expect(await store.read('other', { from: now, to: now + 10_000, step: 10_000 })).toEqual([0]);
  });

  test('use one row per hour, written once a minute; later parts of the hour are merged into it', async () => {
    for (let second = 0; second < 1800; second += 2) store.add(cameraId, now + second * 1000, 0.3);
    expect(await rows()).toEqual([]);
    clock.advance(60_000);
    await expect.poll(async () => (await rows()).length).toBe(1);
    store.add(cameraId, now + 3_599_000, 0.9);
    store.add(cameraId, now + hour, 0.9);
    clock.advance(60_000);
    await expect.poll(async () => (await rows()).length).toBe(2);
    const [first] = await rows();
    expect([first?.levels.length, first?.levels[0] === '0', first?.levels.at(-1)]).toEqual([360, false, 'i']);
  });

  test('are deleted with the archive of their camera', async () => {
    store.add(cameraId, now - 8 * 24 * hour, 1);
    store.add(cameraId, now - 6 * 24 * hour, 1);
    clock.advance(60_000);
    await expect.poll(async () => (await rows()).length).toBe(2);
    await store.deleteExpired(now);
    expect((await rows()).map(({ hour_ms }) => hour_ms)).toEqual([now - 6 * 24 * hour]);
    await database.db.deleteFrom('cameras').where('id', '=', cameraId).execute();
    expect(await rows()).toEqual([]);
  });

  test('yield as many steps as requested for any input, each from 0 to 1, without invented motion', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.integer({ min: -7200, max: 7200 }), fc.double({ min: -1, max: 2, noNaN: true })), { maxLength: 20 }),
        fc.integer({ min: 1, max: 5000 }),
        fc.integer({ min: 1, max: 300 }),
        async (levels, step, count) => {
          const own = open();
          for (const [second, level] of levels) own.add(cameraId, now + second * 1000, level);
          const range = { from: now - 3_600_000, to: now - 3_600_000 + step * 1000 * count, step: step * 1000 };
          const read = await own.read(cameraId, range);
          own.forget(cameraId);
          await own.close();
          expect(read).toHaveLength(count);
          expect(read.every((level) => level >= 0 && level <= 1)).toBe(true);
          const expected = levels.some(
            ([second, level]) => level > 0 && now + second * 1000 >= range.from && now + second * 1000 < range.to,
          );
          if (expected) expect(read.some((level) => level > 0)).toBe(true);
        },
      ),
      { numRuns: 30 },
    ));
});
