import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createTestDatabase, describeDatabases } from '../../testing/databases.ts';
import { insertCamera, insertCustomer } from '../../testing/people.ts';
import { createArchive } from '../index.ts';
import type { Sample, Tracks } from '../media-types.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createOutages } from './outages.ts';
import { recordEverything, type RecordingSettings } from './recorder.ts';

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

describeDatabases('reasons for missing footage', (engine) => {
  async function setUp(settings: Partial<RecordingSettings> = {}, camera: { archive_days?: number } = {}) {
    const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-gaps-'));
    cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
    const { db, close } = await createTestDatabase(engine);
    cleanups.push(close);
    const cameraId = await insertCamera(db, await insertCustomer(db, 'owner@example.com'), { created_at: start, ...camera });
    const clock = createManualClock(start);
    const streams = createStreamRegistry({ clock, log });
    const archive = await createArchive({
      db,
      clock,
      log,
      dataDir,
      streams,
      decode: async () => null,
      readSettings: async () => ({ ...recordEverything, ...settings }),
    });
    cleanups.push(() => archive.close());
    const begin = async (): Promise<void> => {
      archive.recorder.start(cameraId);
      while (streams.open(cameraId).subscribers === 0) await new Promise((resolve) => setImmediate(resolve));
    };
    await begin();
    const { input } = streams.open(cameraId);
    /** Advances by some seconds, with one frame per second, each a key frame. */
    const play = (seconds: number): void => {
      for (let second = 0; second < seconds; second += 1) {
        const sample: Sample = {
          kind: 'video',
          decodeTime: clock.now() * 90,
          compositionOffset: 0,
          duration: 90_000,
          keyFrame: true,
          data: new Uint8Array(50),
        };
        input.onSample(sample);
        clock.advance(1000);
      }
    };
    const online = (): void => input.onTracks({ ...tracks });
    const offline = (): void => input.onEnd({ code: 'camera-offline', detail: '' });
    /** Lists gaps and recordings, in seconds from the start. */
    const story = async (from = 0): Promise<string[]> => {
      await archive.recorder.stop(cameraId);
      const { recordings, gaps } = await archive.playback.footage(cameraId, { from: start + from * 1000, to: clock.now() });
      const named = [...recordings.map((span) => ({ ...span, reason: 'recorded' })), ...gaps].sort((a, b) => a.from - b.from);
      return named.map(({ from: since, to, reason }) => `${(since - start) / 1000}-${(to - start) / 1000} ${reason}`);
    };
    return { archive, db, clock, cameraId, begin, play, online, offline, story };
  }

  test('the camera was offline, also before its first picture', async () => {
    const { clock, play, online, offline, story } = await setUp();
    clock.advance(20_000);
    online();
    play(20);
    offline();
    clock.advance(30_000);
    online();
    play(10);
    expect(await story()).toEqual(['0-20 offline', '20-40 recorded', '40-70 offline', '70-80 recorded']);
  });

  test('a user switched recording off, whatever the camera did meanwhile', async () => {
    const { archive, cameraId, clock, play, online, offline, story } = await setUp();
    online();
    play(10);
    archive.recorder.setMode(cameraId, 'disabled');
    play(10);
    offline();
    clock.advance(10_000);
    online();
    play(10);
    archive.recorder.setMode(cameraId, 'always');
    play(10);
    expect(await story()).toEqual(['0-10 recorded', '10-40 recording-off', '40-50 recorded']);
  });

  test('only motion is recorded, and nothing moved', async () => {
    const { archive, cameraId, clock, play, online, offline, story } = await setUp({ mode: 'motion' });
    online();
    play(60);
    archive.recorder.onMotion(cameraId, 'began', start + 60_000);
    play(5);
    archive.recorder.onMotion(cameraId, 'ended', start + 62_000);
    play(35);
    offline();
    clock.advance(20_000);
    online();
    play(20);
    expect(await story()).toEqual(['0-50 no-motion', '50-72 recorded', '72-100 no-motion', '100-120 offline', '120-140 no-motion']);
  });

  test('the account had no plan', async () => {
    const { play, online, archive, cameraId, story } = await setUp({ hasPlan: false }, { archive_days: 0 });
    online();
    play(30);
    archive.recorder.setMode(cameraId, 'motion');
    play(30);
    expect(await story()).toEqual(['0-60 no-plan']);
  });

  test('a plan ended, and another one began', async () => {
    const { play, online, archive, cameraId, story } = await setUp();
    online();
    play(10);
    archive.recorder.setPlan(cameraId, false);
    play(10);
    archive.recorder.setMode(cameraId, 'always');
    play(10);
    archive.recorder.setPlan(cameraId, true);
    play(10);
    expect(await story()).toEqual(['0-10 recorded', '10-30 no-plan', '30-40 recorded']);
  });

  test('a user deleted it: this outranks any other reason, and the surroundings keep their own', async () => {
    const { archive, cameraId, clock, play, online, offline, story } = await setUp();
    online();
    play(20);
    offline();
    clock.advance(20_000);
    online();
    play(20);
    await archive.recorder.stop(cameraId);
    await archive.deleteFootage(cameraId, { from: start + 9000, to: start + 49_000 });
    await archive.deleteFootage(cameraId, { from: start + 48_000, to: start + 53_000 });
    expect(await story()).toEqual(['0-12 recorded', '12-20 deleted', '20-40 offline', '40-52 deleted', '52-60 recorded']);
  });

  test('a lasting reason is stored once, however often the server starts', async () => {
    const { archive, cameraId, clock, begin, db, story } = await setUp({ mode: 'disabled' });
    for (let round = 0; round < 3; round += 1) {
      clock.advance(10_000);
      await archive.recorder.stop(cameraId);
      await begin();
    }
    expect(await story()).toEqual(['0-30 recording-off']);
    expect(await db.selectFrom('camera_outages').selectAll().execute()).toHaveLength(1);
  });

  test('while the database rejects writes, reasons wait in their order', async () => {
    const { db, close } = await createTestDatabase(engine);
    cleanups.push(close);
    const outages = createOutages({ db, log });
    outages.set('c1', 1000, 'offline');
    await outages.settle();
    await db.schema.alterTable('camera_outages').renameTo('away').execute();
    outages.set('c1', 2000, null);
    outages.set('c1', 3000, 'disk');
    outages.set('c1', 4000, null);
    await outages.settle();
    await db.schema.alterTable('away').renameTo('camera_outages').execute();
    outages.set('c2', 5000, 'recording-off');
    await outages.settle();
    const rows = await db.selectFrom('camera_outages').selectAll().orderBy('started_at').execute();
    expect(rows.map(({ camera_id, started_at, ended_at, reason }) => `${camera_id} ${started_at}-${ended_at} ${reason}`)).toEqual([
      'c1 1000-2000 offline',
      'c1 3000-4000 disk',
      'c2 5000-null recording-off',
    ]);
  });

  test('nothing is missing from before the camera was added, nor from before its plan’s days', async () => {
    const { archive, clock, play, online, story } = await setUp();
    online();
    play(10);
    expect(await story(-3600)).toEqual(['0-10 recorded']);
    clock.advance(8 * 86_400_000);
    // Footage older than the plan's 7 days is deleted, but does not count as missing.
    await archive.retention.run();
    expect(await story(-3600)).toEqual([`${10 + 86_400}-${10 + 8 * 86_400} unknown`]);
  });
});
