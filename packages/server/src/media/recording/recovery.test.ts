import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ascii, box, concatBytes } from '@watchpost/mp4';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/databases.ts';
import { buildFragment } from '../packaging/fragment.ts';
import { walkSegment } from '../packaging/segment-walker.ts';
import { createFootageLedger } from './footage-ledger.ts';
import { createFootagePaths } from './footage-paths.ts';
import { createOutages } from './outages.ts';
import { recoverFootage } from './recovery.ts';

const log = pino({ level: 'silent' });
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});
async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-recovery-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const start = Date.UTC(2026, 0, 15, 12);
const fragments = [0, 1, 2].map((index) =>
  buildFragment(
    [
      {
        kind: 'video',
        decodeTime: (start + index * 1000) * 90,
        compositionOffset: 0,
        duration: 90_000,
        keyFrame: index === 0,
        data: new Uint8Array(50),
      },
    ],
    index,
  ),
);
const whole = concatBytes([box('free', ascii('init=0123456789abcdef')), ...fragments]);

describe('index and files are consistent again', () => {
  async function setUp() {
    const paths = createFootagePaths(await makeFolder());
    const { db, close } = await createTestDatabase('sqlite');
    cleanups.push(close);
    const put = async (file: string, bytes: Uint8Array): Promise<void> => {
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes);
    };
    const rows = () =>
      db.selectFrom('segments').select(['camera_id', 'start_ms', 'duration_ms', 'size', 'init_hash']).orderBy('start_ms').execute();
    return {
      paths,
      db,
      put,
      rows,
      recover: () => recoverFootage({ db, ledger: createFootageLedger(db), outages: createOutages({ db, log }), log, paths }),
    };
  }
  const row = (startMs: number, durationMs: number, size: number) => ({
    camera_id: 'c1',
    start_ms: startMs,
    duration_ms: durationMs,
    size,
    init_hash: '0123456789abcdef',
  });

  test('a segment cut off at any byte keeps its whole fragments, or is removed', async () => {
    const { paths, db, put, rows, recover } = await setUp();
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.byteLength), async (cut) => {
        await db.deleteFrom('segments').execute();
        await db.deleteFrom('footage').execute();
        await rm(paths.root, { recursive: true, force: true });
        await put(`${paths.segment('c1', start)}.part`, whole.subarray(0, cut));
        await recover();
        const kept = walkSegment(whole.subarray(0, cut)).fragments.length;
        const files = await readdir(paths.hour('c1', start));
        expect(files).toEqual(kept > 0 ? [`${start}.m4s`] : []);
        expect(await rows()).toEqual(kept > 0 ? [row(start, kept * 1000, (await readFile(paths.segment('c1', start))).byteLength)] : []);
      }),
      { numRuns: 40 },
    );
  });

  test('files without rows are indexed; rows without files and files without video are removed', async () => {
    const { paths, db, put, rows, recover } = await setUp();
    await put(paths.segment('c1', start), whole);
    await put(paths.segment('c1', start + 4000), new Uint8Array(0));
    await createFootageLedger(db).add([row(start + 8000, 4000, 9), row(start + 40 * 3_600_000, 4000, 9)]);
    expect(await recover()).toEqual({ salvaged: 0, indexed: 1, removedRows: 2 });
    expect(await rows()).toEqual([row(start, 3000, whole.byteLength)]);
    expect(await db.selectFrom('camera_outages').select(['started_at', 'ended_at', 'reason']).orderBy('started_at').execute()).toEqual(
      [start + 8000, start + 40 * 3_600_000].map((at) => ({ started_at: at, ended_at: at + 4000, reason: 'missing' })),
    );
    expect(await readdir(paths.hour('c1', start))).toEqual([`${start}.m4s`]);
    expect(await recover()).toEqual({ salvaged: 0, indexed: 0, removedRows: 0 });
  });

  test('an empty folder, such as that of an unmounted disk, removes nothing from the index', async () => {
    const { db, rows, recover } = await setUp();
    await createFootageLedger(db).add([row(start, 4000, 9)]);
    expect(await recover()).toEqual({ salvaged: 0, indexed: 0, removedRows: 0 });
    expect(await rows()).toHaveLength(1);
  });
});
