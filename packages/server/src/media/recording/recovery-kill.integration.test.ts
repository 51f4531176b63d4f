import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { concatBytes } from '@watchpost/mp4';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { openDatabase, type Db } from '../../db/database.ts';
import { migrate } from '../../db/migrations.ts';
import { segmentTimes, walkSegment } from '../packaging/segment-walker.ts';
import { createFootageLedger, readRuns } from './footage-ledger.ts';
import { createFootagePaths, type FootagePaths } from './footage-paths.ts';
import { createOutages } from './outages.ts';
import { recoverFootage } from './recovery.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

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
const recordingProcess = join(import.meta.dirname, '../../testing/processes/recording-process.ts');

test.skipIf(spawnSync('ffmpeg', ['-version']).status !== 0)(
  'R9: killed 20 times while it records four cameras',
  { timeout: atMost(90_000) },
  async () => {
    const dataDir = await makeFolder();
    const paths = createFootagePaths(dataDir);
    const db = openDatabase({ kind: 'sqlite', file: join(dataDir, 'watchpost.db') });
    await migrate(db);
    await db.destroy();
    let segments = 0;
    let salvaged = 0;
    for (let round = 0; round < 20; round++) {
      const child = spawn(process.execPath, [recordingProcess, dataDir, String(start + round * 1_000_000)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      cleanups.push(async () => void child.kill('SIGKILL'));
      await once(child.stdout, 'data');
      // The disk determines the moment of the kill: after this many segments, and this many bytes of unfinished ones.
      await untilWritten(paths, start + round * 1_000_000, 1 + (round % 4), (round % 5) * 20_000);
      child.kill('SIGKILL');
      await once(child, 'exit');

      expect((await allFiles(paths)).filter((file) => file.endsWith('.part')).length).toBeLessThanOrEqual(4);
      const after = openDatabase({ kind: 'sqlite', file: join(dataDir, 'watchpost.db') });
      salvaged += (
        await recoverFootage({ db: after, ledger: createFootageLedger(after), outages: createOutages({ db: after, log }), log, paths })
      ).salvaged;
      segments = await expectAgreement(after, paths);
      await after.destroy();
    }
    expect(segments).toBeGreaterThanOrEqual(20 * 4);
    // The kills did hit unfinished segments.
    expect(salvaged).toBeGreaterThanOrEqual(20);
    await expectDecodable(paths);
  },
);

/** Expects that every row is a file that plays for as long as the row says, every file has its row, and nothing overlaps. */
async function expectAgreement(db: Db, paths: FootagePaths): Promise<number> {
  const rows = await db.selectFrom('segments').selectAll().orderBy('camera_id').orderBy('start_ms').execute();
  const files = await allFiles(paths);
  expect(files.filter((file) => !/init-[0-9a-f]{16}\.mp4$/.test(file)).sort()).toEqual(
    rows.map(({ camera_id, start_ms }) => paths.segment(camera_id, start_ms)).sort(),
  );
  const ends = new Map<string, number>();
  for (const row of rows) {
    const bytes = await readFile(paths.segment(row.camera_id, row.start_ms));
    const walked = walkSegment(bytes);
    expect(walked.wholeBytes).toBe(bytes.byteLength);
    expect(row.size).toBe(bytes.byteLength);
    expect(segmentTimes(walked)).toEqual({ startMs: row.start_ms, endMs: row.start_ms + row.duration_ms });
    expect(walked.fragments[0]?.keyFrame).toBe(true);
    expect(files).toContain(paths.init(row.camera_id, row.init_hash));
    expect(row.start_ms).toBeGreaterThanOrEqual(ends.get(row.camera_id) ?? 0);
    ends.set(row.camera_id, row.start_ms + row.duration_ms);
  }
  // The joined rows, written with the segments in one transaction, agree with the segments.
  for (const cameraId of ends.keys()) {
    const joined = await db
      .selectFrom('footage')
      .select(['start_ms as from', 'end_ms as to'])
      .where('camera_id', '=', cameraId)
      .orderBy('start_ms')
      .execute();
    expect(joined).toEqual(await readRuns(db, cameraId, { from: 0, to: Number.MAX_SAFE_INTEGER }));
  }
  return rows.length;
}

async function expectDecodable(paths: FootagePaths): Promise<void> {
  const files = (await allFiles(paths)).filter((file) => file.startsWith(paths.camera('c1')));
  const init = files.find((file) => file.includes('init-')) ?? '';
  const segments = files.filter((file) => file.endsWith('.m4s')).sort();
  const salvaged = segments.at(-1) ?? '';
  const { stderr, status } = spawnSync('ffmpeg', ['-v', 'error', '-i', '-', '-f', 'null', '-'], {
    input: concatBytes([await readFile(init), await readFile(salvaged)]),
  });
  expect([status, stderr.toString()]).toEqual([0, '']);
}

async function allFiles({ root }: FootagePaths): Promise<string[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function untilWritten(paths: FootagePaths, from: number, segments: number, unfinishedBytes: number): Promise<void> {
  // As often as the process writes: without a pause, the looks would take the processor from what they wait for.
  for (; ; await wait(5)) {
    const files = (await allFiles(paths)).filter((file) => Number(/(\d+)\.m4s/.exec(file)?.[1] ?? 0) >= from);
    if (files.length < segments * 4) continue;
    const parts = files.filter((file) => file.endsWith('.part'));
    // A file that was finished meanwhile counts as 0.
    const sizes = await Promise.all(
      parts.map((file) =>
        stat(file).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    if (sizes.reduce((sum, size) => sum + size, 0) > unfinishedBytes) return;
  }
}
