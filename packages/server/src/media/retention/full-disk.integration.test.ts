import { mkdir, mkdtemp, open, rm, stat, statfs, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { openDatabase, type Db } from '../../db/database.ts';
import { migrate } from '../../db/migrations.ts';
import { insertCamera, insertCustomer } from '../../testing/people.ts';
import { mountSmallDisk } from '../../testing/small-disk.ts';
import { createArchive } from '../index.ts';
import type { Sample, Tracks } from '../media-types.ts';
import { createFootagePaths } from '../recording/footage-paths.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';

const log = pino({ level: 'silent' });
const start = Date.UTC(2026, 0, 15, 12);
const tracks: Tracks = {
  video: { kind: 'video', codec: 'avc1.42c01e', width: 16, height: 16, configuration: new Uint8Array([1]) },
  audio: null,
};
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

/**
 * Sets up two cameras of 4 Mbit/s whose clock advances as fast as the disk can write; everything, including the index, is in one
 * folder.
 */
async function setUp(dataDir: string) {
  const db = openDatabase({ kind: 'sqlite', file: join(dataDir, 'watchpost.db') });
  await migrate(db);
  cleanups.push(() => db.destroy());
  const owner = await insertCustomer(db, 'owner@example.com');
  const cameraIds = [await insertCamera(db, owner, { created_at: start }), await insertCamera(db, owner, { created_at: start })];
  const clock = createManualClock(start);
  const streams = createStreamRegistry({ clock, log });
  const archive = await createArchive({ db, clock, log, dataDir, streams, decode: async () => null });
  cleanups.push(() => archive.close());
  const paths = createFootagePaths(dataDir);
  for (const id of cameraIds) {
    archive.recorder.start(id);
    while (streams.open(id).subscribers === 0) await new Promise((resolve) => setImmediate(resolve));
    streams.open(id).input.onTracks({ ...tracks });
  }
  /** Plays four seconds of every camera, and waits until the disk has written them. */
  const play = async (): Promise<void> => {
    const from = clock.now();
    for (const id of cameraIds) {
      for (let index = 0; index < 40; index += 1) {
        const sample: Sample = {
          kind: 'video',
          decodeTime: (from + index * 100) * 90,
          compositionOffset: 0,
          duration: 9000,
          keyFrame: index === 0,
          data: new Uint8Array(50_000),
        };
        streams.open(id).input.onSample(sample);
      }
    }
    clock.advance(4000);
    // Wait until the disk is quiet: the clock of this test runs hundreds of times faster than the disk writes.
    for (let free = -1, before = -2; free !== before;) {
      await wait(15);
      [before, free] = [free, (await statfs(dataDir)).bavail];
    }
  };
  return { archive, db, cameraIds, clock, paths, play };
}

async function rowsOf(db: Db) {
  return db.selectFrom('segments').selectAll().orderBy('start_ms').execute();
}

const small = await mountSmallDisk(64);

test.skipIf(small === null)(
  'R10: on a disk of 64 MB the oldest footage is deleted first, recording continues, and nothing empty is indexed',
  async () => {
    if (!small) return;
    cleanups.push(() => small.remove());
    const { archive, db, cameraIds, clock, paths, play } = await setUp(small.folder);
    // Six times the capacity of the disk.
    for (let round = 0; round < 96; round += 1) await play();
    await Promise.all(cameraIds.map((id) => archive.recorder.stop(id)));
    await archive.retention.freeSpace();
    const rows = await rowsOf(db);
    for (const row of rows) expect((await stat(paths.segment(row.camera_id, row.start_ms))).size).toBe(row.size);
    expect(Math.min(...rows.map(({ size }) => size))).toBeGreaterThan(50_000);
    // The newest footage of both cameras remains, up to the end.
    const { bavail, bsize, blocks } = await statfs(small.folder);
    expect(bavail * bsize).toBeGreaterThanOrEqual(blocks * bsize * 0.05);
    for (const id of cameraIds) {
      const { recordings, gaps } = await archive.playback.footage(id, { from: start, to: clock.now() });
      expect(clock.now() - (recordings.at(-1)?.to ?? 0)).toBeLessThanOrEqual(10_000);
      expect(recordings[0]?.from).toBeGreaterThan(start + 100_000);
      // The gap reaches from the first picture to the oldest remaining one, which made room.
      expect(gaps[0]).toEqual({ from: start, to: recordings[0]?.from, reason: 'disk' });
      expect(new Set(gaps.map(({ reason }) => reason))).toEqual(new Set(['disk']));
    }

    // Another program fills the disk: answers still arrive, and footage is back within 10 s after there is room again.
    for (const id of cameraIds) archive.recorder.start(id);
    const filler = await open(join(small.folder, 'filler'), 'w');
    await filler.writeFile(Buffer.alloc(64_000_000)).catch(() => undefined);
    await play();
    await play();
    expect((await archive.playback.footage(cameraIds[0] ?? '', { from: start, to: clock.now() })).newest).not.toBeNull();
    await filler.truncate(0);
    await filler.close();
    const since = clock.now();
    for (let round = 0; round < 4; round += 1) await play();
    await Promise.all(cameraIds.map((id) => archive.recorder.stop(id)));
    const again = (await rowsOf(db)).filter(({ start_ms }) => start_ms >= since);
    expect(new Set(again.map(({ camera_id }) => camera_id)).size).toBe(2);
    expect((again[0]?.start_ms ?? Number.POSITIVE_INFINITY) - since).toBeLessThanOrEqual(10_000);
  },
);

test.each([
  // The operating system's own full device.
  ['a write that finds no space (ENOSPC)', (file: string) => symlink('/dev/full', file)],
  ['a file that can not be opened', (file: string) => mkdir(file)],
])('%s loses only its segment: the gap has the reason, and recording continues by itself', async (_, spoil) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-full-'));
  cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
  const { archive, db, cameraIds, clock, paths, play } = await setUp(dataDir);
  await play();
  const [id = ''] = cameraIds;
  const next = `${paths.segment(id, start + 4000)}.part`;
  await mkdir(dirname(next), { recursive: true });
  await spoil(next);
  for (let round = 0; round < 4; round += 1) await play();
  await Promise.all(cameraIds.map((camera) => archive.recorder.stop(camera)));
  const rows = await rowsOf(db);
  expect(rows.every(({ size, duration_ms }) => size > 50_000 && duration_ms > 0)).toBe(true);
  expect(rows.filter(({ camera_id }) => camera_id !== id)).toHaveLength(5);
  const { recordings, gaps } = await archive.playback.footage(id, { from: start, to: clock.now() });
  expect(recordings[0]).toEqual({ from: start, to: start + 4000 });
  expect(recordings.at(-1)?.to).toBe(start + 20_000);
  expect(gaps).toEqual([{ from: start + 4000, to: recordings[1]?.from, reason: 'disk' }]);
  expect((gaps[0]?.to ?? 0) - (gaps[0]?.from ?? 0)).toBeLessThanOrEqual(10_000);
});
