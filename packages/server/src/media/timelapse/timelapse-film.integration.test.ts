import { execFile, spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { systemClock } from '@watchpost/contract/timing/clock';
import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/databases.ts';
import { createScenePlayer, encodeScene } from '../../testing/scene-samples.ts';
import { createArchive, type Archive } from '../index.ts';
import { createCpuBudget } from '../objects/cpu-budget.ts';
import { choosePictureDecoder } from '../snapshots/choose-decoder.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { openFilmEncoder } from './timelapse-encoder.ts';
import { createFilms, type MakeFilm } from './timelapse-film.ts';

const run = promisify(execFile);
const log = pino({ level: 'silent' });
const origin = Date.UTC(2026, 10, 26, 6);
const large = encodeScene({ gop: 10 });
/** Another size, shape and codec: after a change of the camera's settings. */
const other = encodeScene({ size: '160x120', gop: 10, audio: false, hevc: true });
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

describe.skipIf(!large || !other || !hasFfmpeg)('a film of what was recorded', () => {
  let folder: string;
  let archive: Archive;
  let close: () => Promise<void>;

  // 40 s with a key frame a second, a gap of an hour, 20 s in another size and codec.
  beforeAll(async () => {
    if (!large || !other) return;
    folder = await mkdtemp(join(tmpdir(), 'watchpost-films-'));
    const database = await createTestDatabase('sqlite');
    const clock = createManualClock(origin + 4_000_000);
    const streams = createStreamRegistry({ clock, log });
    const decoder = await choosePictureDecoder({ ffmpegPath: null, clock: systemClock, log });
    archive = await createArchive({
      db: database.db,
      clock,
      log,
      dataDir: folder,
      streams,
      decode: async (video, options) => (await decoder?.decode(video, options)) ?? null,
    });
    close = async () => {
      decoder?.close?.();
      await archive.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    };
    const { input } = streams.open('c1');
    archive.recorder.start('c1');
    // The recorder first asks the database how far the footage reaches.
    while (streams.open('c1').subscribers === 0) await new Promise((resolve) => setImmediate(resolve));
    createScenePlayer(large, origin, input).play(40_000);
    input.onEnd({ code: 'camera-unreachable', detail: '' });
    createScenePlayer(other, origin + 3_600_000, input).play(20_000);
    await archive.recorder.stop('c1');
    await archive.recorder.close();
  });
  afterAll(() => close());

  const budget = createCpuBudget({ clock: systemClock, share: 1 });
  const wishFor = (path: string, to = origin + 3_700_000) => ({
    cameraId: 'c1',
    span: { from: origin, to },
    lengthSeconds: 30,
    timeZone: 'UTC',
    path,
  });

  /** The film that the first two tests look at. */
  let day: ReturnType<MakeFilm> | null = null;
  const makeDay = async () => {
    const path = join(folder, 'films', 'day.mp4');
    day ??= createFilms({ clock: systemClock, playback: archive.playback, budget })(wishFor(path), new AbortController().signal);
    return { path, made: await day };
  };

  test('is one H.264 file in the size of its first picture, without sound, which decodes without a warning', async () => {
    const { path, made } = await makeDay();
    // A key frame a second: 60, at no fewer than 10 a second.
    expect(made).toMatchObject({ kind: 'made', pictures: 60 });
    if (made.kind === 'made') expect(Buffer.from(made.poster.subarray(0, 2))).toEqual(Buffer.of(0xff, 0xd8));
    const entries = 'stream=codec_name,codec_type,profile,width,height,nb_read_frames:format=duration';
    const { stdout, stderr } = await run('ffprobe', ['-v', 'warning', '-count_frames', '-show_entries', entries, '-of', 'json', path]);
    expect(stderr).toBe('');
    const { streams, format } = JSON.parse(stdout) as { streams: object[]; format: { duration: string } };
    expect(streams).toEqual([{ codec_name: 'h264', codec_type: 'video', profile: 'Main', width: 320, height: 180, nb_read_frames: '60' }]);
    expect(Number(format.duration)).toBeCloseTo(6, 1);
    expect(readdirSync(join(folder, 'films'))).toEqual(['day.mp4']);
  });

  test('has the time burnt into its lower left corner, and bars beside pictures of another shape', async () => {
    const { path } = await makeDay();
    const greyOf = async (picture: number): Promise<Buffer> => {
      const select = ['-vf', `select=eq(n\\,${picture})`, '-frames:v', '1'];
      const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', path, ...select, '-f', 'rawvideo', '-pix_fmt', 'gray', '-'], {
        encoding: 'buffer',
      });
      return stdout;
    };
    const levelsOf = (grey: Buffer, { x, y, width, height }: { x: number; y: number; width: number; height: number }): number[] =>
      Array.from({ length: height }, (_, row) => [...grey.subarray((y + row) * 320 + x, (y + row) * 320 + x + width)]).flat();
    const mean = (levels: readonly number[]): number => levels.reduce((sum, level) => sum + level, 0) / levels.length;
    const [first, last] = [await greyOf(0), await greyOf(59)];
    // 16 characters of 6 × 7 points and their margin, one pixel each at this size.
    const mark = levelsOf(first, { x: 2, y: 171, width: 96, height: 7 });
    const bright = mark.filter((level) => level > 150).length / mark.length;
    expect(bright).toBeGreaterThan(0.15);
    expect(bright).toBeLessThan(0.6);
    // 4:3 in 16:9: 40 of 320 pixels are black on each side.
    expect(mean(levelsOf(last, { x: 0, y: 20, width: 30, height: 100 }))).toBeLessThan(24);
    expect(mean(levelsOf(last, { x: 290, y: 20, width: 30, height: 100 }))).toBeLessThan(24);
    expect(mean(levelsOf(last, { x: 100, y: 20, width: 100, height: 100 }))).toBeGreaterThan(40);
  });

  test('hours without footage have no film', async () => {
    const path = join(folder, 'films', 'nothing.mp4');
    const films = createFilms({ clock: systemClock, playback: archive.playback, budget });
    const empty = { ...wishFor(path), span: { from: origin + 100_000, to: origin + 3_500_000 } };
    expect(await films(empty, new AbortController().signal)).toEqual({ kind: 'empty' });
    expect(existsSync(path)).toBe(false);
  });

  test('when its process is killed in the middle, nothing is left of it, and the next attempt makes it', async () => {
    const path = join(folder, 'films', 'killed.mp4');
    let asked = 0;
    const films = createFilms({
      clock: systemClock,
      playback: archive.playback,
      budget,
      openEncoder: (open, signal) => {
        const encoder = openFilmEncoder(open, signal);
        return {
          ...encoder,
          ask: (request) => {
            asked += 1;
            if (asked === 20) encoder.close();
            return encoder.ask(request);
          },
        };
      },
    });
    await expect(films(wishFor(path), new AbortController().signal)).rejects.toThrow(/ended/);
    expect(readdirSync(join(folder, 'films')).filter((name) => name.startsWith('killed'))).toEqual([]);
    expect(await films(wishFor(path), new AbortController().signal)).toMatchObject({ kind: 'made', pictures: 60 });
  });

  test('a server that stops waits for no film', async () => {
    const path = join(folder, 'films', 'stopped.mp4');
    const stop = new AbortController();
    const films = createFilms({
      clock: systemClock,
      playback: archive.playback,
      budget,
      openEncoder: (open, signal) => {
        const encoder = openFilmEncoder(open, signal);
        return { ...encoder, ask: (request) => (stop.abort(), encoder.ask(request)) };
      },
    });
    await expect(films(wishFor(path), stop.signal)).rejects.toThrow();
    expect(existsSync(path)).toBe(false);
  });
});
