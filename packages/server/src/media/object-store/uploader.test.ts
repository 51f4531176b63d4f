import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestDatabase, describeDatabases } from '../../testing/databases.ts';
import { createMemoryObjects, type MemoryObjects } from '../../testing/object-store/memory-objects.ts';
import { createDiskFootage } from '../playback/footage-source.ts';
import { createFootageLedger, type FootageLedger } from '../recording/footage-ledger.ts';
import { createFootagePaths } from '../recording/footage-paths.ts';
import { createOutages } from '../recording/outages.ts';
import { recoverFootage } from '../recording/recovery.ts';
import { createRetention } from '../retention/retention.ts';
import type { ObjectStore } from './port.ts';
import { createDownloader } from './downloader.ts';
import { createSpool, type Spool } from './spool.ts';
import { createStoredFootage } from './stored-footage.ts';
import { planUpload } from './upload-plan.ts';
import { createUploader } from './uploader.ts';

const log = pino({ level: 'silent' });
const origin = Date.UTC(2026, 0, 15, 12);
const segmentMs = 5000;
const hash = '0123456789abcdef';
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/** Bytes of a segment that no other segment has. */
function bytesOf(cameraId: string, startMs: number, size: number): Uint8Array {
  const seed = createHash('sha256').update(`${cameraId} ${startMs}`).digest();
  return new Uint8Array(size).map((_, index) => (seed[index % 32] ?? 0) ^ (index & 0xff));
}

describe('what is sent now', () => {
  const waiting = (count: number, size: number) => ({
    segments: Array.from({ length: count }, (_, index) => ({
      startMs: origin + index * segmentMs,
      durationMs: segmentMs,
      size,
      initHash: hash,
    })),
    hasMore: false,
  });
  test.each([
    ['nothing waits', waiting(0, 0), { since: null, age: 0 }, 0],
    ['the first object, from 1 MB on', waiting(2, 500_000), { since: null, age: 0 }, 2],
    ['less than 1 MB waits for more', waiting(6, 100_000), { since: 60_000, age: 0 }, 0],
    ['but no longer than 10 minutes', waiting(6, 100_000), { since: 60_000, age: 600_000 }, 6],
    ['30 s after the last object', waiting(6, 700_000), { since: 30_000, age: 0 }, 6],
    ['not before', waiting(6, 700_000), { since: 29_999, age: 600_000 }, 0],
    ['more than one object is sent at once', { ...waiting(6, 700_000), hasMore: true }, { since: 0, age: 0 }, 6],
  ])('%s', (_, segments, { since, age }, count) => {
    expect(planUpload(segments, { now: origin + segmentMs + age, sinceLastMs: since })).toHaveLength(count);
  });
});

describeDatabases('recordings go to a bucket', (engine) => {
  async function setUp() {
    const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-bucket-'));
    cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
    const { db, close } = await createTestDatabase(engine);
    cleanups.push(close);
    const clock = createManualClock(origin);
    const paths = createFootagePaths(dataDir);
    await mkdir(paths.root, { recursive: true });
    const ledger = createFootageLedger(db);
    const outages = createOutages({ db, log });
    const objects = createMemoryObjects();
    const disk = createDiskFootage(paths);
    const spool = createSpool({ db, paths, now: () => clock.now() });
    /** A server, whose parts may fail as if it were killed at that step. */
    const start = (broken: { objects?: ObjectStore; ledger?: Pick<FootageLedger, 'place'>; spool?: Spool } = {}) => {
      const uploader = createUploader({ db, clock, log, spool, objects, ledger, readInit: disk.readInit, ...broken });
      cleanups.push(() => uploader.close());
      return uploader;
    };
    const record = async (cameraId: string, startMs: number, size: number): Promise<void> => {
      const file = paths.segment(cameraId, startMs);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(paths.init(cameraId, hash), 'init');
      await writeFile(file, bytesOf(cameraId, startMs, size));
      await ledger.add([{ camera_id: cameraId, start_ms: startMs, duration_ms: segmentMs, size, init_hash: hash }]);
    };
    const source = createStoredFootage({ db, disk, objects });
    /** Starts of the segments whose bytes are read as they were recorded. */
    const readable = async (cameraId: string): Promise<number[]> => {
      const rows = await db.selectFrom('segments').selectAll().where('camera_id', '=', cameraId).orderBy('start_ms').execute();
      const right: number[] = [];
      for (const { start_ms, size } of rows) {
        const file = await source.open(cameraId, start_ms);
        const bytes = await file.read(0, file.size);
        await file.close();
        if (file.size === size && Buffer.compare(bytes, bytesOf(cameraId, start_ms, size)) === 0) right.push(start_ms);
      }
      return right;
    };
    const onDisk = async (cameraId: string): Promise<number> =>
      (await readdir(paths.camera(cameraId), { recursive: true })).filter((name) => name.endsWith('.m4s')).length;
    /** Objects of segments, and how many of them nothing names. */
    const inBucket = async () => {
      const rows = await db.selectFrom('footage_objects').select('key').execute();
      const named = new Set(rows.map(({ key }) => key));
      return { objects: objects.kept.size, unnamed: [...objects.kept.keys()].filter((key) => !named.has(key)).length };
    };
    const recover = () => recoverFootage({ db, ledger, outages, log, paths });
    const retention = createRetention({
      db,
      clock,
      log,
      paths,
      ledger,
      outages,
      spool,
      readSpace: async () => ({ free: 1e12, total: 1e12 }),
    });
    cleanups.push(() => retention.close());
    return { db, clock, paths, ledger, objects, spool, start, record, readable, onDisk, inBucket, recover, retention, source };
  }
  const starts = (count: number): number[] => Array.from({ length: count }, (_, index) => origin + index * segmentMs);

  test('a camera of 1 Mbit/s costs one object of 1 to 8 MB in 30 s, and its init section once', async () => {
    const { clock, objects, start, record, readable, onDisk, source } = await setUp();
    const uploader = start();
    for (const at of starts(24)) {
      await record('c1', at, 625_000);
      clock.advance(segmentMs);
      await uploader.run();
    }
    clock.advance(30_000);
    await uploader.run();
    const segments = objects.puts.filter(({ key }) => !key.includes('/init/'));
    expect(objects.puts.length - segments.length).toBe(1);
    expect(segments.length).toBeLessThanOrEqual(6);
    expect(segments.every(({ size }) => size >= 1_000_000 && size <= 8_000_000)).toBe(true);
    expect(await onDisk('c1')).toBe(0);
    expect(await readable('c1')).toEqual(starts(24));
    expect(await source.hours('c1')).toEqual([origin]);
    expect([...(await source.segments('c1', origin))].toSorted((a, b) => a - b)).toEqual(starts(24));
  });

  test('a bucket that is away for 30 minutes costs nothing', async () => {
    const { clock, objects, start, record, readable, onDisk, inBucket } = await setUp();
    const uploader = start();
    // A segment of each camera in a minute.
    const all = starts(372).filter((_, index) => index % 12 === 0);
    for (const at of all) {
      objects.isAway = at >= origin + 60_000;
      await record('c1', at, 240_000);
      await record('c2', at, 240_000);
      clock.advance(12 * segmentMs);
      await uploader.run();
    }
    expect(uploader.state.failingSince).not.toBeNull();
    expect(await onDisk('c1')).toBe(all.length);
    // What waits is read from the disk.
    expect(await readable('c1')).toEqual(all);
    objects.isAway = false;
    clock.advance(120_000);
    await uploader.run();
    clock.advance(600_000);
    await uploader.run();
    expect(uploader.state.failingSince).toBeNull();
    expect([await onDisk('c1'), await onDisk('c2')]).toEqual([0, 0]);
    expect([await readable('c1'), await readable('c2')]).toEqual([all, all]);
    // What failed uploads left behind is removed an hour later.
    clock.advance(3_600_000);
    await uploader.run();
    expect((await inBucket()).unnamed).toBe(0);
    expect(objects.puts.filter(({ key }) => !key.includes('/init/')).length).toBeLessThan(10);
  });

  const killed = (): never => {
    throw new Error('killed');
  };
  const kills: readonly [
    string,
    (parts: { objects: MemoryObjects; spool: Spool }) => Parameters<Awaited<ReturnType<typeof setUp>>['start']>[0],
  ][] = [
    ['before the object is sent', ({ objects }) => ({ objects: { ...objects, put: async () => killed() } })],
    [
      'when the object is there, but not indexed',
      ({ objects }) => ({
        objects: {
          ...objects,
          put: async (key, bytes) => {
            await objects.put(key, bytes);
            killed();
          },
        },
      }),
    ],
    ['before the index is written', () => ({ ledger: { place: async () => killed() } })],
    ['when the index is written, and the files are still there', ({ spool }) => ({ spool: { ...spool, remove: async () => killed() } })],
  ];
  test.each(kills)('killed %s: nothing is lost, and nothing is there twice', async (_, breakParts) => {
    const parts = await setUp();
    const { db, clock, objects, start, record, readable, onDisk, inBucket, recover } = parts;
    for (const at of starts(6)) await record('c1', at, 400_000);
    await start(breakParts(parts)).run();
    expect(await readable('c1')).toEqual(starts(6));
    const report = await recover();
    expect(report.removedRows).toBe(0);
    const next = start();
    clock.advance(200_000);
    await next.run();
    clock.advance(3_600_001);
    await next.run();
    expect(await readable('c1')).toEqual(starts(6));
    expect(await onDisk('c1')).toBe(0);
    const stored = await db.selectFrom('stored_segments').selectAll().execute();
    expect(stored).toHaveLength(6);
    // One object of segments and the init section; each byte of footage once.
    expect(await inBucket()).toEqual({ objects: 2, unnamed: 0 });
    const footage = [...objects.kept].filter(([key]) => !key.includes('/init/')).reduce((sum, [, { byteLength }]) => sum + byteLength, 0);
    expect(footage).toBe(6 * 400_000);
  });

  test('an object goes when its last segment was deleted: the index first, and a bucket that is away only delays it', async () => {
    const { db, clock, objects, start, record, inBucket, retention, readable } = await setUp();
    const uploader = start();
    for (const at of starts(6)) await record('c1', at, 400_000);
    await uploader.run();
    await retention.deleteRange('c1', { from: origin, to: origin + 4 * segmentMs });
    await uploader.run();
    expect((await inBucket()).objects).toBe(2);
    expect(await readable('c1')).toEqual(starts(6).slice(4));
    objects.isAway = true;
    await retention.deleteRange('c1', { from: origin, to: origin + 6 * segmentMs });
    clock.advance(200_000);
    await uploader.run();
    objects.isAway = false;
    expect(await inBucket()).toEqual({ objects: 2, unnamed: 0 });
    clock.advance(200_000);
    await uploader.run();
    // The init section stays for what is recorded next.
    expect(await inBucket()).toEqual({ objects: 1, unnamed: 0 });
    expect(await db.selectFrom('stored_segments').selectAll().execute()).toEqual([]);
  });

  test('everything moves back to the disk, when it has room; a kill in between loses nothing', async () => {
    const { db, clock, paths, objects, ledger, start, record, onDisk, readable, recover } = await setUp();
    for (const at of starts(6)) await record('c1', at, 400_000);
    const uploader = start();
    await uploader.run();
    await record('c1', origin + 6 * segmentMs, 1_100_000);
    clock.advance(60_000);
    await uploader.run();
    await uploader.close();
    await rm(paths.init('c1', hash));
    expect(await onDisk('c1')).toBe(0);
    const back = (changes: Partial<Parameters<typeof createDownloader>[0]>) => {
      const downloader = createDownloader({ db, clock, log, paths, objects, ledger, readRoom: async () => 1e12, ...changes });
      cleanups.push(() => downloader.close());
      return downloader;
    };
    await back({ readRoom: async () => 500_000_000 }).run();
    expect(await onDisk('c1')).toBe(0);
    await back({
      ledger: {
        unplace: async () => {
          throw new Error('killed');
        },
      },
    }).run();
    expect(await onDisk('c1')).toBe(1);
    expect((await recover()).removedRows).toBe(0);
    expect(await readable('c1')).toEqual(starts(7));
    await back({}).run();
    expect(await onDisk('c1')).toBe(7);
    expect(await readable('c1')).toEqual(starts(7));
    expect([...objects.kept.keys()]).toEqual([]);
    expect(await db.selectFrom('footage_objects').selectAll().execute()).toEqual([]);
    expect(await recover()).toEqual({ salvaged: 0, indexed: 0, removedRows: 0 });
  });

  test('nothing of a removed camera is left, not even of an upload that was running', async () => {
    const { db, clock, objects, ledger, start, record, retention } = await setUp();
    for (const at of starts(6)) await record('c1', at, 400_000);
    const uploader = start({
      ledger: {
        place: async (object) => {
          await retention.forget('c1');
          await ledger.place(object);
        },
      },
    });
    await uploader.run();
    clock.advance(3_600_001);
    await uploader.run();
    expect([...objects.kept.keys()]).toEqual([]);
    expect(await db.selectFrom('footage_objects').selectAll().execute()).toEqual([]);
  });

  test('a full disk deletes what waits on it: footage in the bucket takes no room there', async () => {
    const { spool, start, record } = await setUp();
    const uploader = start();
    for (const at of starts(6)) await record('c1', at, 400_000);
    await uploader.run();
    await record('c1', origin + 60_000, 1000);
    const oldest = await spool.oldest(64);
    expect(oldest.map(({ start_ms }) => start_ms)).toEqual([origin + 60_000]);
    const rows = starts(6).map((start_ms) => ({ camera_id: 'c1', start_ms, duration_ms: segmentMs, size: 400_000 }));
    expect(await spool.onlyHere([...rows, ...oldest])).toEqual(oldest);
  });
});
