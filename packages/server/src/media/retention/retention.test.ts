import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase, describeDatabases } from '../../testing/databases.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { createFootageLedger } from '../recording/footage-ledger.ts';
import { createFootagePaths } from '../recording/footage-paths.ts';
import { createOutages } from '../recording/outages.ts';
import { createPlausibleTime } from './plausible-time.ts';
import { createRetention, neededSpace } from './retention.ts';

const hour = 3_600_000;
const day = 24 * hour;
const log = pino({ level: 'silent' });
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describeDatabases('retention', (engine) => {
  async function setUp() {
    const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-retention-'));
    cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
    const { db, close } = await createTestDatabase(engine);
    cleanups.push(close);
    const clock = createManualClock(Date.UTC(2026, 0, 15, 12, 30));
    const paths = createFootagePaths(dataDir);
    await mkdir(paths.root, { recursive: true });
    await db.insertInto('customers').values({ id: 'u1', email: 'a@example.org', locale: 'en', created_at: 0 }).execute();
    const camera = { owner_id: 'u1', title: '', platform: 'ThirdParty' as const, source_kind: 'rtsp' as const, source_sealed: null, serial_number: null, model: null, time_zone: 'UTC', created_at: 0 };
    await db.insertInto('cameras').values([{ ...camera, id: 'c1', archive_days: 1 }, { ...camera, id: 'c2', archive_days: 7 }]).execute();
    const space = { read: async () => ({ free: 1e12, total: 1e12 }) };
    const ledger = createFootageLedger(db);
    const retention = createRetention({ db, clock, log, paths, ledger, outages: createOutages({ db, log }), readSpace: () => space.read() });
    cleanups.push(() => retention.close());
    const add = async (cameraId: string, age: number): Promise<number> => {
      const start = clock.now() - age;
      const file = paths.segment(cameraId, start);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, 'x');
      await ledger.add([{ camera_id: cameraId, start_ms: start, duration_ms: 4000, size: 1, init_hash: 'aaaaaaaa' }]);
      return start;
    };
    const rows = async (): Promise<string[]> => (await db.selectFrom('segments').selectAll().orderBy('start_ms').execute()).map(({ camera_id, start_ms }) => `${camera_id} ${(clock.now() - start_ms) / hour}`);
    return { db, ledger, clock, paths, retention, space, add, rows };
  }

  test('each camera keeps its own days; rows, files and empty folders go', async () => {
    const { paths, retention, add, rows } = await setUp();
    for (const age of [2 * day, day + hour, day, hour]) {
      await add('c1', age);
      await add('c2', age);
    }
    await retention.run();
    expect(await rows()).toEqual(['c2 48', 'c2 25', 'c1 24', 'c2 24', 'c1 1', 'c2 1']);
    expect(await readdir(paths.camera('c1'))).toEqual(['2026-01-14', '2026-01-15']);
    expect(await readdir(join(paths.camera('c1'), '2026-01-14'))).toEqual(['12']);
  });

  test('a full disk: the oldest of all cameras goes first, until there is room', async () => {
    const { clock, retention, space, add, rows, paths } = await setUp();
    for (let index = 0; index < 100; index++) await add('c2', 5 * day - index * 10_000);
    await add('c1', hour);
    // Each segment is a byte of a disk of 1,000, of which 50 must be free.
    space.read = async () => ({ free: 1000 - 850 - (await rows()).length, total: 1000 });
    await retention.freeSpace();
    const left = await rows();
    expect(left).toHaveLength(100);
    expect(left.at(-1)).toBe('c1 1');
    expect(await readdir(paths.hour('c2', clock.now() - 5 * day))).toHaveLength(99);
    expect(neededSpace(64e6)).toBe(3.2e6);
  });

  test('R13: a clock that jumps ahead deletes nothing; one that stays there is believed after an hour', async () => {
    const { clock, retention, add, rows } = await setUp();
    await add('c1', hour);
    clock.setWallClock(clock.now() + 30 * day);
    await retention.run();
    expect(await rows()).toHaveLength(1);
    clock.advance(hour / 2);
    await retention.run();
    expect(await rows()).toHaveLength(1);
    clock.advance(hour);
    await retention.run();
    expect(await rows()).toHaveLength(0);
  });

  test('a removed camera leaves nothing', async () => {
    const { paths, retention, add, rows } = await setUp();
    await add('c1', hour);
    await add('c2', hour);
    await retention.forget('c1');
    expect(await rows()).toEqual(['c2 1']);
    expect(await readdir(paths.root)).toEqual(['c2']);
  });

  test('a camera with many segments leaves nothing either, and others their own', async () => {
    const { ledger, clock, retention, add, rows } = await setUp();
    await add('c2', hour);
    for (let part = 0; part < 9; part += 1) {
      const segments = Array.from({ length: 500 }, (_, index) => ({ camera_id: 'c1', start_ms: clock.now() - hour - (part * 500 + index) * 4000, duration_ms: 4000, size: 1, init_hash: 'aaaaaaaa' }));
      await ledger.add(segments);
    }
    await retention.forget('c1');
    expect(await rows()).toEqual(['c2 1']);
  });

  test('a camera that was removed right before a kill is forgotten by the next start; until then the note stands', async () => {
    const { db, clock, ledger, paths, add, rows } = await setUp();
    await add('c1', hour);
    await add('c2', hour);
    await db.insertInto('footage_removals').values({ camera_id: 'c1', requested_at: 1 }).execute();
    const next = createRetention({ db, clock, log, paths, ledger, outages: createOutages({ db, log }), readSpace: async () => ({ free: 1e12, total: 1e12 }) });
    await next.close();
    expect(await rows()).toEqual(['c2 1']);
    expect(await readdir(paths.root)).toEqual(['c2']);
    expect(await db.selectFrom('footage_removals').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('footage').select('camera_id').execute()).toEqual([{ camera_id: 'c2' }]);
  });

  test('what can not be deleted is said, and what comes after it is done', async () => {
    const { db, retention, add, rows } = await setUp();
    await add('c1', hour);
    await add('c2', hour);
    await db.schema.alterTable('camera_outages').renameTo('away').execute();
    await expect(retention.forget('c1')).rejects.toThrow(/camera_outages/);
    await db.schema.alterTable('away').renameTo('camera_outages').execute();
    await retention.forget('c1');
    expect(await rows()).toEqual(['c2 1']);
  });
});

test('a clock set back is believed at once', () => {
  const clock = createManualClock();
  const now = createPlausibleTime(clock);
  clock.setWallClock(clock.now() - day);
  expect(now()).toBe(clock.now());
});
