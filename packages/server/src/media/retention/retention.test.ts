import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase, describeDatabases } from '../../testing/databases.ts';
import { createFootageLedger } from '../recording/footage-ledger.ts';
import { createFootagePaths } from '../recording/footage-paths.ts';
import { createOutages } from '../recording/outages.ts';
import { createPlausibleTime } from './plausible-time.ts';
import { createRetention, neededSpace } from './retention.ts';
import { createStorageQuotas } from './storage-quotas.ts';

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
    const camera = {
      owner_id: 'u1',
      title: '',
      platform: 'ThirdParty' as const,
      source_kind: 'rtsp' as const,
      source_sealed: null,
      serial_number: null,
      model: null,
      time_zone: 'UTC',
      created_at: 0,
    };
    await db
      .insertInto('cameras')
      .values([
        { ...camera, id: 'c1', archive_days: 1 },
        { ...camera, id: 'c2', archive_days: 7 },
      ])
      .execute();
    const quotas = new Map<string, number>();
    const space = { read: async () => ({ free: 1e12, total: 1e12 }) };
    const ledger = createFootageLedger(db);
    const retention = createRetention({
      db,
      clock,
      log,
      paths,
      ledger,
      outages: createOutages({ db, log }),
      quotas: createStorageQuotas({ db, clock, readQuota: async (customerId) => quotas.get(customerId) ?? Infinity }),
      readSpace: () => space.read(),
    });
    cleanups.push(() => retention.close());
    const add = async (cameraId: string, age: number): Promise<number> => {
      const start = clock.now() - age;
      const file = paths.segment(cameraId, start);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, 'x');
      await ledger.add([{ camera_id: cameraId, start_ms: start, duration_ms: 4000, size: 1, init_hash: 'aaaaaaaa' }]);
      return start;
    };
    const rows = async (): Promise<string[]> =>
      (await db.selectFrom('segments').selectAll().orderBy('start_ms').execute()).map(
        ({ camera_id, start_ms }) => `${camera_id} ${(clock.now() - start_ms) / hour}`,
      );
    /** Adds a camera of another owner. */
    const addOwner = async (ownerId: string, cameraId: string): Promise<void> => {
      await db
        .insertInto('customers')
        .values({ id: ownerId, email: `${ownerId}@example.org`, locale: 'en', created_at: 0 })
        .execute();
      await db
        .insertInto('cameras')
        .values({ ...camera, id: cameraId, owner_id: ownerId, archive_days: 7 })
        .execute();
    };
    return { db, ledger, clock, paths, retention, space, quotas, addOwner, add, rows };
  }

  test('each camera keeps its own days; rows, files and empty folders are deleted', async () => {
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

  test('a full disk: accounts over their quota lose footage first, down to it; no account displaces another’s oldest footage', async () => {
    const { retention, space, quotas, addOwner, add, rows } = await setUp();
    await addOwner('stranger', 'flood');
    await addOwner('guest', 'small');
    quotas.set('stranger', 50).set('guest', 50);
    for (let index = 0; index < 10; index++) await add('c2', 5 * day - index * 10_000);
    for (let index = 0; index < 10; index++) await add('small', 4 * day - index * 10_000);
    for (let index = 0; index < 200; index++) await add('flood', hour - index * 10_000);
    let free = 0;
    space.read = async () => ({ free: free - (await rows()).length, total: 1000 });
    const left = async () =>
      Object.fromEntries([...Map.groupBy(await rows(), (row) => row.split(' ')[0] ?? '')].map(([id, own]) => [id, own.length]));

    free = 170;
    await retention.freeSpace();
    expect(await left()).toEqual({ c2: 10, small: 10, flood: 100 });
    // Within the quota all accounts are equal again: the oldest footage is deleted first.
    free = 115;
    await retention.freeSpace();
    expect(await left()).toEqual({ c2: 5, small: 10, flood: 50 });
  });

  test('a disk smaller than the quotas: accounts that have one share half of it, and the operator keeps the rest', async () => {
    const { retention, space, quotas, addOwner, add, rows } = await setUp();
    await addOwner('stranger', 'flood');
    await addOwner('guest', 'small');
    quotas.set('stranger', 100_000).set('guest', 100_000);
    for (let index = 0; index < 40; index++) await add('c2', 5 * day - index * 10_000);
    for (let index = 0; index < 10; index++) await add('small', 4 * day - index * 10_000);
    for (let index = 0; index < 150; index++) await add('flood', hour - index * 10_000);
    space.read = async () => ({ free: 165 - (await rows()).length, total: 200 });

    await retention.freeSpace();

    const left = Map.groupBy(await rows(), (row) => row.split(' ')[0] ?? '');
    expect([...left].map(([id, own]) => [id, own.length])).toEqual([
      ['c2', 40],
      ['small', 10],
      ['flood', 105],
    ]);
  });

  test('a full disk: the oldest footage of all cameras is deleted first, until there is room', async () => {
    const { clock, retention, space, add, rows, paths } = await setUp();
    for (let index = 0; index < 100; index++) await add('c2', 5 * day - index * 10_000);
    await add('c1', hour);
    // Each segment is one byte of a disk of 1,000, of which 50 must be free.
    space.read = async () => ({ free: 1000 - 850 - (await rows()).length, total: 1000 });
    await retention.freeSpace();
    const left = await rows();
    expect(left).toHaveLength(100);
    expect(left.at(-1)).toBe('c1 1');
    expect(await readdir(paths.hour('c2', clock.now() - 5 * day))).toHaveLength(99);
    expect(neededSpace(64e6)).toBe(3.2e6);
  });

  test('R13: a clock that jumps ahead deletes nothing; one that stays there is accepted after an hour', async () => {
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

  test('a camera with many segments leaves nothing either, and others keep their own', async () => {
    const { ledger, clock, retention, add, rows } = await setUp();
    await add('c2', hour);
    for (let part = 0; part < 9; part += 1) {
      const segments = Array.from({ length: 500 }, (_, index) => ({
        camera_id: 'c1',
        start_ms: clock.now() - hour - (part * 500 + index) * 4000,
        duration_ms: 4000,
        size: 1,
        init_hash: 'aaaaaaaa',
      }));
      await ledger.add(segments);
    }
    await retention.forget('c1');
    expect(await rows()).toEqual(['c2 1']);
  });

  test('a camera that was removed right before a kill is deleted by the next start; until then the note stays', async () => {
    const { db, clock, ledger, paths, add, rows } = await setUp();
    await add('c1', hour);
    await add('c2', hour);
    await db.insertInto('footage_removals').values({ camera_id: 'c1', requested_at: 1 }).execute();
    const next = createRetention({
      db,
      clock,
      log,
      paths,
      ledger,
      outages: createOutages({ db, log }),
      readSpace: async () => ({ free: 1e12, total: 1e12 }),
    });
    await next.close();
    expect(await rows()).toEqual(['c2 1']);
    expect(await readdir(paths.root)).toEqual(['c2']);
    expect(await db.selectFrom('footage_removals').selectAll().execute()).toEqual([]);
    expect(await db.selectFrom('footage').select('camera_id').execute()).toEqual([{ camera_id: 'c2' }]);
  });

  test('a failed deletion is reported, and the next ones are still done', async () => {
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

test('a clock set back is accepted immediately', () => {
  const clock = createManualClock();
  const now = createPlausibleTime(clock);
  clock.setWallClock(clock.now() - day);
  expect(now()).toBe(clock.now());
});
