import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase, describeDatabases } from '../../testing/databases.ts';
import { insertCamera, insertCustomer } from '../../testing/people.ts';
import { createFootageLedger } from '../recording/footage-ledger.ts';
import { createFootagePaths } from '../recording/footage-paths.ts';
import { createOutages } from '../recording/outages.ts';
import { createFootageLimit } from './footage-limit.ts';
import { createRetention, neededSpace } from './retention.ts';
import { createStorageQuotas } from './storage-quotas.ts';

const minute = 60_000;
const log = pino({ level: 'silent' });
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describeDatabases('the operator’s limit of all footage', (engine) => {
  async function setUp({ limitBytes }: { readonly limitBytes: number | null }) {
    const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-limit-'));
    cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
    const { db, close } = await createTestDatabase(engine);
    cleanups.push(close);
    const clock = createManualClock(Date.UTC(2026, 0, 15, 12, 30));
    const paths = createFootagePaths(dataDir);
    const owner = await insertCustomer(db, 'owner@example.com');
    const [yard, gate] = [await insertCamera(db, owner), await insertCamera(db, owner)];
    const space = { read: async () => ({ free: 1e12, total: 1e12 }) };
    const paid = new Set<string>();
    const quotas = new Map<string, number>();
    const operator = { limitBytes };
    const ledger = createFootageLedger(db);
    const add = async (cameraId: string, count: number, ageMinutes: number, size = 1): Promise<void> => {
      for (let index = 0; index < count; index += 1) {
        const start = clock.now() - (ageMinutes - index) * minute;
        const file = paths.segment(cameraId, start);
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, 'x');
        await ledger.add([{ camera_id: cameraId, start_ms: start, duration_ms: 4000, size, init_hash: 'aaaaaaaa' }]);
      }
    };
    /** Starts the server's part, which finds what is already recorded. */
    const start = () => {
      const limit = createFootageLimit({ db, ledger, readLimit: () => operator.limitBytes, readPaidCameras: async () => paid });
      const retention = createRetention({
        db,
        clock,
        log,
        paths,
        ledger,
        outages: createOutages({ db, log }),
        quotas: createStorageQuotas({ db, clock, readQuota: async (customerId) => quotas.get(customerId) ?? Infinity }),
        limit,
        readSpace: () => space.read(),
      });
      cleanups.push(() => retention.close());
      return { limit, retention };
    };
    const left = async (): Promise<number[]> => {
      const rows = await db.selectFrom('segments').select('camera_id').execute();
      return [yard, gate].map((id) => rows.filter(({ camera_id }) => camera_id === id).length);
    };
    const oldestAges = async (): Promise<number[]> => {
      const rows = await db.selectFrom('segments').select(['camera_id', 'start_ms']).orderBy('start_ms').execute();
      return [yard, gate].map((id) => (clock.now() - (rows.find(({ camera_id }) => camera_id === id)?.start_ms ?? 0)) / minute);
    };
    return { db, ledger, operator, owner, yard, gate, space, paid, quotas, add, start, left, oldestAges, paths };
  }

  test('the oldest goes first, so that a camera with twice the bit rate keeps as many hours as the other; files too', async () => {
    const { yard, gate, add, start, left, oldestAges, paths } = await setUp({ limitBytes: 60 });
    await add(yard, 40, 40, 2);
    await add(gate, 40, 40, 1);
    const { limit, retention } = start();
    expect(await limit.state()).toEqual({ limitBytes: 60, footageBytes: 120, isHeldByPaidDays: false });
    await retention.freeSpace();
    expect(await limit.state()).toEqual({ limitBytes: 60, footageBytes: 60, isHeldByPaidDays: false });
    expect(await left()).toEqual([20, 20]);
    expect(await oldestAges()).toEqual([20, 20]);
    const files = async (id: string): Promise<number> =>
      (await readdir(paths.camera(id), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
    expect([await files(yard), await files(gate)]).toEqual([20, 20]);
  });

  test('without a limit nothing goes; one that is set while the server runs counts from then on, and so does its end', async () => {
    const { yard, add, start, left, operator } = await setUp({ limitBytes: null });
    await add(yard, 8, 8);
    const { limit, retention } = start();
    await retention.freeSpace();
    expect([await limit.state(), await left()]).toEqual([null, [8, 0]]);
    operator.limitBytes = 6;
    await retention.freeSpace();
    expect([await limit.state(), await left()]).toEqual([{ limitBytes: 6, footageBytes: 6, isHeldByPaidDays: false }, [6, 0]]);
    operator.limitBytes = null;
    await add(yard, 4, 2);
    await retention.freeSpace();
    expect([await limit.excess(), await limit.state()]).toEqual([0, null]);
  });

  test('what is recorded and deleted afterwards is counted, without adding everything up again', async () => {
    const { yard, gate, add, ledger, start, left, db } = await setUp({ limitBytes: 10 });
    await add(yard, 8, 8);
    const { limit, retention } = start();
    await retention.freeSpace();
    expect(await left()).toEqual([8, 0]);
    await add(gate, 4, 4);
    // The same again, as after a retry, is the same segment.
    const [known] = await db
      .selectFrom('segments')
      .select(['camera_id', 'start_ms', 'duration_ms', 'size', 'init_hash'])
      .where('camera_id', '=', gate)
      .limit(1)
      .execute();
    if (known) await ledger.add([known]);
    expect(await limit.excess()).toBe(2);
    await retention.freeSpace();
    expect(await left()).toEqual([6, 4]);
    await retention.forget(gate);
    expect(await limit.state()).toMatchObject({ footageBytes: 6 });
  });

  test('paid days win over the limit, which says so; a full disk wins over paid days', async () => {
    const { yard, gate, paid, space, add, start, left } = await setUp({ limitBytes: 5 });
    await add(yard, 20, 40);
    await add(gate, 10, 10);
    paid.add(yard);
    const { limit, retention } = start();
    await retention.freeSpace();
    // The older footage is paid for: all of the other camera goes, and still too much is left.
    expect(await left()).toEqual([20, 0]);
    expect(await limit.state()).toEqual({ limitBytes: 5, footageBytes: 20, isHeldByPaidDays: true });
    // Three bytes are missing until three segments are gone.
    space.read = async () => ({ free: neededSpace(1e12) + 17 - ((await left())[0] ?? 0), total: 1e12 });
    await retention.freeSpace();
    expect(await left()).toEqual([17, 0]);
    paid.delete(yard);
    await retention.freeSpace();
    expect(await left()).toEqual([5, 0]);
    expect(await limit.state()).toMatchObject({ isHeldByPaidDays: false });
  });

  test('accounts over their quota lose footage first, down to their share of the limit', async () => {
    const { db, yard, quotas, add, start, left } = await setUp({ limitBytes: 20 });
    const guest = await insertCustomer(db, 'guest@example.com');
    const flood = await insertCamera(db, guest);
    quotas.set(guest, 100);
    await add(yard, 10, 60);
    await add(flood, 30, 30);
    const { retention } = start();
    await retention.freeSpace();
    // Half of the limit is the share of accounts with a quota: ten, however large the quota is.
    expect(await left()).toEqual([10, 0]);
    expect(await db.selectFrom('segments').select('camera_id').where('camera_id', '=', flood).execute()).toHaveLength(10);
  });
});
