import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from '@watchpost/contract/testing';
import { expect, test } from 'vitest';
import { createLog } from '../../kernel/log.ts';
import { createTestDatabase } from '../../testing/databases.ts';
import { insertCamera, insertCustomer } from '../../testing/people.ts';
import { createArchive } from '../index.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';

const newest = Date.UTC(2026, 0, 15, 12);

/** Starts recording at a time. @returns what is logged, and the footage that is marked, in ms before `newest` */
async function startAt(now: number): Promise<{ logged: string; marked: number[][] }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-clock-'));
  const lines: string[] = [];
  const log = createLog({ level: 'error', format: 'json', write: (line) => void lines.push(line) });
  const database = await createTestDatabase('sqlite');
  const clock = createManualClock(now);
  const streams = createStreamRegistry({ clock, log });
  const archive = await createArchive({ db: database.db, clock, log, dataDir, streams, decode: async () => null });
  try {
    const cameraId = await insertCamera(database.db, await insertCustomer(database.db, 'owner@example.com'));
    await database.db
      .insertInto('segments')
      .values({ camera_id: cameraId, start_ms: newest - 4000, duration_ms: 4000, size: 1, init_hash: 'a' })
      .execute();
    archive.recorder.start(cameraId);
    while (streams.open(cameraId).subscribers === 0) await new Promise((resolve) => setImmediate(resolve));
    await archive.recorder.stop(cameraId);
    const marks = await database.db.selectFrom('misdated_footage').select(['start_ms', 'end_ms']).execute();
    return { logged: lines.join(''), marked: marks.map((mark) => [newest - mark.start_ms, newest - mark.end_ms]) };
  } finally {
    await archive.close();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

test('a clock that was set back while the server was off is logged with both times, and what becomes of the footage', async () => {
  const { logged, marked } = await startAt(newest - 3_600_000);
  expect(marked).toEqual([[4000, 0]]);
  expect(logged).toMatch(/"newest":"2026-01-15T12:00:00.000Z","now":"2026-01-15T11:00:00.000Z".*clock was set back/);
});

test('R13: a clock that jumps an hour ahead and back: nothing overlaps, nothing has a negative length, nothing is deleted early', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-clock-'));
  const log = createLog({ level: 'silent', format: 'json', write: () => undefined });
  const database = await createTestDatabase('sqlite');
  const { db } = database;
  const clock = createManualClock(newest);
  const streams = createStreamRegistry({ clock, log });
  const archive = await createArchive({ db, clock, log, dataDir, streams, decode: async () => null });
  try {
    const cameraId = await insertCamera(db, await insertCustomer(db, 'owner@example.com'), { archive_days: 1, created_at: newest });
    archive.recorder.start(cameraId);
    while (streams.open(cameraId).subscribers === 0) await new Promise((resolve) => setImmediate(resolve));
    const { input } = streams.open(cameraId);
    const play = (seconds: number): void => {
      for (let tenth = 0; tenth < seconds * 10; tenth += 1) {
        input.onSample({
          kind: 'video',
          decodeTime: clock.now() * 90,
          compositionOffset: 0,
          duration: 9000,
          keyFrame: tenth % 20 === 0,
          data: new Uint8Array(50),
        });
        clock.advance(100);
      }
    };
    input.onTracks({
      video: { kind: 'video', codec: 'avc1.42c01e', width: 16, height: 16, configuration: new Uint8Array([1]) },
      audio: null,
    });
    play(61);
    clock.setWallClock(clock.now() + 3_600_000);
    play(61);
    await archive.retention.run();
    clock.setWallClock(clock.now() - 3_600_000);
    // What was recorded at a later time is looked up first.
    const setBackAt = clock.now();
    const recordsAnew = (): boolean => {
      const from = archive.recorder.unfinished(cameraId)?.from ?? 0;
      return from >= setBackAt && from < newest + 3_600_000;
    };
    const recordsAtOnce = (): boolean => {
      play(0.1);
      return recordsAnew();
    };
    // The lookup reads the disk: time must not fly meanwhile.
    await expect.poll(recordsAtOnce, { interval: 10 }).toBe(true);
    play(61);
    const resumedAt = (clock.now() - newest) / 1000;
    // The minute that is already recorded passes a second time; recording pauses there.
    clock.setWallClock(newest + 3_600_000 + 50_000);
    play(80);
    clock.setWallClock(newest + 3_600_000 + 180_000);
    play(61);
    await archive.retention.run();
    await archive.recorder.stop(cameraId);

    const rows = await db
      .selectFrom('segments')
      .select(['start_ms', 'duration_ms'])
      .where('camera_id', '=', cameraId)
      .orderBy('start_ms')
      .execute();
    expect(rows.every(({ duration_ms }) => duration_ms > 0)).toBe(true);
    for (const [index, row] of rows.entries())
      expect(rows[index + 1]?.start_ms ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(row.start_ms + row.duration_ms);
    const { recordings, gaps } = await archive.playback.footage(cameraId, { from: newest, to: clock.now() });
    const ofStart = (at: number): number => (at - newest) / 1000;
    expect(recordings.map(({ from, to }) => [ofStart(from), ofStart(to)])).toEqual([
      [0, 61],
      [expect.any(Number), resumedAt],
      // The wrong footage, and what was recorded before and after it.
      [3650, 3730],
      [3780, 3841],
    ]);
    expect(recordings[1]?.from).toBeGreaterThan(newest + 122_000);
    for (const { from, to } of gaps) expect(to).toBeGreaterThan(from);
    // An hour ahead of its time; nothing else is marked.
    const { misdated } = await archive.playback.footage(cameraId, { from: newest, to: clock.now() });
    expect(misdated?.map(({ from, to }) => [ofStart(from), ofStart(to)])).toEqual([[expect.any(Number), expect.any(Number)]]);
    expect(ofStart(misdated?.[0]?.from ?? 0)).toBeGreaterThan(3600);
    expect(ofStart(misdated?.[0]?.to ?? 0)).toBeLessThan(3730);
    const playlist = await archive.playback.playlist(cameraId, { from: newest, to: clock.now() }, true);
    expect(playlist.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(3);
    for (const length of playlist.match(/(?<=#EXTINF:)[-\d.]+/g) ?? []) expect(Number(length)).toBeGreaterThan(0);
    expect(await db.selectFrom('camera_outages').selectAll().whereRef('ended_at', '<=', 'started_at').execute()).toEqual([]);
  } finally {
    await archive.close();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('a clock that ran on logs nothing', async () => {
  const nothing = { logged: '', marked: [] };
  expect(await startAt(newest + 1000)).toEqual(nothing);
  expect(await startAt(newest - 3000)).toEqual(nothing);
});
