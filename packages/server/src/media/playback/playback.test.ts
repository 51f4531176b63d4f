import { execFile, spawnSync } from 'node:child_process';
import { createServer } from 'node:http';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createManualClock } from '@watchpost/contract/testing';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { wholeArchive } from '../../kernel/access/open-archive.ts';
import { createTestDatabase, describeDatabases } from '../../testing/databases.ts';
import { createScenePlayer, encodeScene } from '../../testing/scene-samples.ts';
import { createArchive } from '../index.ts';
import { walkSegment } from '../packaging/segment-walker.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { parseByteRange } from './byte-range.ts';
import { createFootagePaths } from '../recording/footage-paths.ts';
import { commonSpans, explainGap, gapsBetween, joinSpans, type Span } from '../recording/spans.ts';
import type { ArchiveFile } from './playback.ts';
import { buildVodPlaylist } from './vod-playlist.ts';

const run = promisify(execFile);
const log = pino({ level: 'silent' });
const origin = Date.UTC(2026, 0, 15, 11, 59, 30);
const scene = encodeScene();
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function bytesOf(file: Promise<ArchiveFile>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of (await file).read()) parts.push(part);
  return Buffer.concat(parts);
}

describe('footage arithmetic', () => {
  const spans = fc.array(fc.tuple(fc.nat(1000), fc.integer({ min: 1, max: 50 })), { maxLength: 20 }).map((rows) => {
    let at = 0;
    return rows.map(([skip, length]): Span => ({ from: (at += skip), to: (at += length) }));
  });
  test('recordings and gaps tile the range, in order', () => {
    fc.assert(
      fc.property(spans, fc.nat(20_000), (rows, end) => {
        const joined = joinSpans(rows, 100);
        const gaps = gapsBetween(joined, { from: 0, to: end });
        const inside = (span: Span): number => Math.max(0, Math.min(span.to, end) - span.from);
        expect([...joined, ...gaps].reduce((sum, span) => sum + inside(span), 0)).toBe(end);
      }),
    );
  });
  test('what two lists of spans have in common is what both hold, moment by moment', () => {
    const moments = (list: readonly Span[]) =>
      list.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, index) => from + index)).toSorted((one, other) => one - other);
    const near = fc.array(fc.tuple(fc.nat(20), fc.integer({ min: 1, max: 20 })), { maxLength: 20 }).map((rows) => {
      let at = 0;
      return rows.map(([skip, length]): Span => ({ from: (at += skip), to: (at += length) }));
    });
    fc.assert(
      fc.property(near, near, (some, others) => {
        const held = new Set(moments(others));
        expect(moments(commonSpans(some, others))).toEqual(moments(some).filter((moment) => held.has(moment)));
      }),
    );
  });
  test('a gap is explained in pieces that tile it', () => {
    expect(
      explainGap({ from: 0, to: 100_000 }, [
        { from: 500, to: 40_000, reason: 'offline' },
        { from: 60_000, to: 200_000, reason: 'disk' },
      ]),
    ).toEqual([
      { from: 0, to: 40_000, reason: 'offline' },
      { from: 40_000, to: 60_000, reason: 'unknown' },
      { from: 60_000, to: 100_000, reason: 'disk' },
    ]);
  });
  test.each([
    ['bytes=0-9', { start: 0, end: 9 }],
    ['bytes=90-', { start: 90, end: 99 }],
    ['bytes=-5', { start: 95, end: 99 }],
    ['bytes=50-999', { start: 50, end: 99 }],
    ['bytes=100-', 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    ['bytes=9-5', null],
    ['bytes=0-1,3-4', null],
    ['lines=0-1', null],
    [undefined, null],
  ])('the range %s of 100 bytes', (header, expected) => expect(parseByteRange(header, 100)).toEqual(expected));
  test('a new configuration is a discontinuity with its own init section', () => {
    const playlist = buildVodPlaylist([
      { startMs: 0, durationMs: 4000, initHash: 'a' },
      { startMs: 4003, durationMs: 4000, initHash: 'a' },
      { startMs: 8003, durationMs: 5500, initHash: 'b' },
    ]);
    expect(playlist).toContain('#EXT-X-TARGETDURATION:6');
    expect(playlist).toContain('#EXTINF:4.003,\n0.m4s');
    expect(
      playlist.match(/#EXT-X-DISCONTINUITY\n#EXT-X-MAP:URI="init-b.mp4"\n#EXT-X-PROGRAM-DATE-TIME:1970-01-01T00:00:08.003Z/),
    ).not.toBeNull();
    expect(playlist.match(/DISCONTINUITY/g)).toHaveLength(1);
    // Players that restart there find the init section in the segment itself.
    expect(playlist.match(/^\d+\.m4s.*$/gm)).toEqual(['0.m4s', '4003.m4s', '8003.m4s?init']);
  });
});

describeDatabases('recorded and played back', (engine) => {
  async function open(now: number) {
    if (!scene) throw new Error('FFmpeg is needed to make the scene.');
    const dataDir = await mkdtemp(join(tmpdir(), 'watchpost-archive-'));
    cleanups.push(() => rm(dataDir, { recursive: true, force: true }));
    const database = await createTestDatabase(engine);
    cleanups.push(() => database.close());
    const clock = createManualClock(now);
    const streams = createStreamRegistry({ clock, log });
    const archive = await createArchive({ db: database.db, clock, log, dataDir, streams, decode: async (video) => video });
    cleanups.push(() => archive.close());
    const { input } = streams.open('c1');
    archive.recorder.start('c1');
    // The recorder first asks the database how far the footage reaches.
    while (streams.open('c1').subscribers === 0) await new Promise((resolve) => setImmediate(resolve));
    const restart = () => createArchive({ db: database.db, clock, log, dataDir, streams, decode: async (video) => video });
    return { archive, db: database.db, paths: createFootagePaths(dataDir), restart, input, scene };
  }
  async function record() {
    const { archive, input, scene: camera, ...rest } = await open(origin + 70_000);
    createScenePlayer(camera, origin, input).play(24_000);
    input.onEnd({ code: 'camera-unreachable', detail: '' });
    createScenePlayer(camera, origin + 60_000, input).play(7000);
    await archive.recorder.stop('c1');
    await archive.recorder.close();
    return { archive, ...rest };
  }

  test.skipIf(!scene)('footage has its outage, segments of 4 s, and everything up to the last frame', async () => {
    const { archive, db } = await record();
    const rows = await db.selectFrom('segments').select(['start_ms', 'duration_ms']).orderBy('start_ms').execute();
    expect(rows.map(({ start_ms, duration_ms }) => [start_ms - origin, duration_ms])).toEqual([
      ...[0, 4, 8, 12, 16, 20].map((s) => [s * 1000, 4000]),
      [60_000, 4000],
      [64_000, 3000],
    ]);
    expect(await archive.playback.footage('c1', { from: origin - 5000, to: origin + 90_000 })).toEqual({
      recordings: [
        { from: origin, to: origin + 24_000 },
        { from: origin + 60_000, to: origin + 67_000 },
      ],
      gaps: [
        { from: origin + 24_000, to: origin + 60_000, reason: 'offline' },
        { from: origin + 67_000, to: origin + 70_000, reason: 'unknown' },
      ],
      oldest: origin,
      newest: origin + 67_000,
    });
    await expect(archive.playback.playlist('c1', { from: origin + 30_000, to: origin + 50_000 }, true)).rejects.toThrow('no-footage');
    await expect(archive.playback.snapshot('c1', origin + 40_000)).rejects.toThrow('no-footage');
    await expect(archive.playback.media('c1', '../../keys/server.key', true)).rejects.toThrow('not-found');
    const picture = await archive.playback.snapshot('c1', origin + 7100);
    expect(walkSegment(picture.subarray(await initLength(archive))).fragments[0]?.decodeTime).toBe((origin + 6000) * 90);
  });

  test.skipIf(!scene)(
    'recordings whose files are gone become a gap with that reason, never a missing segment; files that return play again',
    async () => {
      const { archive, paths, restart } = await record();
      const range = { from: origin, to: origin + 67_000 };
      const whole = await archive.playback.footage('c1', range);
      // 11:59:30 to 11:59:54 is in one hour's folder, 12:00:30 to 12:00:37 in the next one's.
      await rename(paths.hour('c1', origin), `${paths.root}/elsewhere`);
      const after = {
        recordings: [{ from: origin + 60_000, to: origin + 67_000 }],
        gaps: [
          { from: origin, to: origin + 24_000, reason: 'missing' },
          { from: origin + 24_000, to: origin + 60_000, reason: 'offline' },
        ],
        oldest: origin + 60_000,
        newest: origin + 67_000,
      };
      expect(await archive.playback.footage('c1', range)).toEqual(after);
      expect((await archive.playback.playlist('c1', range, true)).match(/^\d+\.m4s/gm)).toEqual([
        `${origin + 60_000}.m4s`,
        `${origin + 64_000}.m4s`,
      ]);
      expect((await archive.clips.open('c1', range, true)).parts).toEqual([{ from: origin + 60_000, to: origin + 67_000 }]);
      await expect(archive.playback.playlist('c1', { from: origin, to: origin + 20_000 }, true)).rejects.toThrow('no-footage');
      await expect(archive.clips.open('c1', { from: origin, to: origin + 20_000 }, true)).rejects.toThrow('no-footage');
      await rename(`${paths.root}/elsewhere`, paths.hour('c1', origin));
      expect(await archive.playback.footage('c1', range)).toEqual(whole);

      // The server was restored without its recordings.
      await rename(paths.root, `${paths.root}-elsewhere`);
      const restored = await restart();
      cleanups.push(() => restored.close());
      expect(await restored.playback.footage('c1', range)).toEqual({
        recordings: [],
        gaps: [
          { from: origin, to: origin + 24_000, reason: 'missing' },
          { from: origin + 24_000, to: origin + 60_000, reason: 'offline' },
          { from: origin + 60_000, to: origin + 67_000, reason: 'missing' },
        ],
        oldest: null,
        newest: null,
      });
      await expect(restored.playback.playlist('c1', range, true)).rejects.toThrow('no-footage');
      await rm(paths.root, { recursive: true });
      await rename(`${paths.root}-elsewhere`, paths.root);
      expect(await restored.playback.footage('c1', range)).toEqual(whole);
    },
  );

  test.skipIf(!scene)(
    'missing files become a gap as soon as a viewer plays them; a missing init section affects all its segments',
    async () => {
      const { archive, db, paths } = await record();
      await rm(paths.segment('c1', origin + 4000));
      await rm(paths.segment('c1', origin + 8000));
      const range = { from: origin, to: origin + 24_000 };
      expect((await archive.playback.playlist('c1', range, true)).match(/^\d+\.m4s/gm)).toEqual(
        [0, 12, 16, 20].map((second) => `${origin + second * 1000}.m4s`),
      );
      expect((await archive.playback.footage('c1', range)).gaps).toEqual([{ from: origin + 4000, to: origin + 12_000, reason: 'missing' }]);
      expect((await archive.clips.open('c1', range, true)).parts).toEqual([
        { from: origin, to: origin + 4000 },
        { from: origin + 12_000, to: origin + 24_000 },
      ]);
      for (const { init_hash } of await db.selectFrom('segments').select('init_hash').distinct().execute())
        await rm(paths.init('c1', init_hash));
      await expect(archive.playback.playlist('c1', range, true)).rejects.toThrow('no-footage');
      await expect(archive.clips.open('c1', range, true)).rejects.toThrow('no-footage');
    },
  );

  test.skipIf(!scene)('the segment that is being written is not a gap', async () => {
    const { archive, input, scene: camera } = await open(origin + 23_500);
    createScenePlayer(camera, origin, input).play(23_500);
    /** Waits until the footage reaches a time, whatever is still being written. */
    const reach = async (to: number): Promise<void> => {
      for (let newest = 0; newest < to; await new Promise((resolve) => setImmediate(resolve))) {
        const { recordings, gaps } = await archive.playback.footage('c1', { from: origin, to: origin + 90_000 });
        expect(gaps).toEqual([]);
        newest = recordings.at(-1)?.to ?? 0;
      }
    };
    await reach(origin + 20_000);
    input.onEnd({ code: 'camera-unreachable', detail: '' });
    await reach(origin + 23_500);
  });

  const initLength = async ({ playback }: Awaited<ReturnType<typeof record>>['archive']): Promise<number> => {
    const playlist = await playback.playlist('c1', { from: origin, to: origin + 1000 }, false);
    return (await playback.media('c1', /init-\w+\.mp4/.exec(playlist)?.[0] ?? '', false)).size;
  };

  test.skipIf(!scene || !hasFfmpeg)(
    'plays in FFmpeg across the gap, with exactly what was recorded; without audio for viewers without access to it',
    async () => {
      const { archive } = await record();
      for (const withAudio of [true, false]) {
        const playlist = await archive.playback.playlist('c1', { from: origin + 9000, to: origin + 65_000 }, withAudio);
        const server = createServer((request, response) => {
          const file = request.url?.slice(1) ?? '';
          const body =
            file === 'index.m3u8'
              ? Promise.resolve(playlist)
              : bytesOf(archive.playback.media('c1', file.replace('?init', ''), withAudio, file.endsWith('?init')));
          body.then(
            (bytes) => response.end(bytes),
            () => response.writeHead(404).end(),
          );
        });
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        const { port } = server.address() as AddressInfo;
        const { stdout, stderr } = await run('ffprobe', [
          '-v',
          'error',
          '-allowed_extensions',
          'ALL',
          '-extension_picky',
          '0',
          '-count_frames',
          '-show_entries',
          'stream=codec_type,nb_read_frames:format=duration',
          '-of',
          'json',
          `http://127.0.0.1:${port}/index.m3u8`,
        ]).catch((error: Error) => ({ stdout: '{}', stderr: error.message }));
        server.close();
        expect(stderr).toBe('');
        const { streams, format }: { streams: { codec_type: string; nb_read_frames: string }[]; format: { duration: string } } =
          JSON.parse(stdout);
        // 8 to 24 s and 60 to 67 s.
        expect(Number(format.duration)).toBeCloseTo(23, 2);
        expect(streams.find(({ codec_type }) => codec_type === 'video')?.nb_read_frames).toBe('230');
        expect(streams.some(({ codec_type }) => codec_type === 'audio')).toBe(withAudio);
      }
    },
  );

  test.skipIf(!scene)('a jump needs one request: the segment of its moment comes with its init section; a gap has none', async () => {
    const { archive } = await record();
    const at = (moment: number, withAudio = true) => archive.playback.media('c1', `at-${moment}.m4s`, withAudio);
    for (const withAudio of [true, false]) {
      const named = await bytesOf(archive.playback.media('c1', `${origin + 4000}.m4s`, withAudio, true));
      for (const moment of [origin + 4000, origin + 7100, origin + 7999])
        expect((await bytesOf(at(moment, withAudio))).equals(named)).toBe(true);
    }
    expect((await at(origin + 7100)).span).toEqual({ from: origin + 4000, to: origin + 8000 });
    for (const moment of [origin - 1, origin + 24_000, origin + 59_999, origin + 67_000])
      await expect(at(moment)).rejects.toThrow('not-found');
    const open = { ...wholeArchive, from: origin + 6000 };
    await expect(archive.playback.media('c1', `at-${origin + 7100}.m4s`, true, false, open)).rejects.toThrow('no-archive-access');
    expect((await archive.playback.media('c1', `at-${origin + 9000}.m4s`, true, false, open)).span?.from).toBe(origin + 8000);
  });

  test.skipIf(!scene)('no rendition for viewers without audio has any; they do not get the init section with audio', async () => {
    const { archive } = await record();
    const loud = await archive.playback.playlist('c1', { from: origin, to: origin + 9000 }, true);
    const file = /init-\w+\.mp4/.exec(loud)?.[0] ?? '';
    expect((await archive.playback.media('c1', file, true)).size).toBeGreaterThan(0);
    await expect(archive.playback.media('c1', file, false)).rejects.toThrow('not-found');
    const kinds = (bytes: Uint8Array): string[] => [...new Set(walkSegment(bytes).fragments.map(({ kind }) => kind))].sort();
    expect(kinds(await bytesOf(archive.playback.media('c1', `${origin}.m4s`, true)))).toEqual(['audio', 'video']);
    expect(kinds(await bytesOf(archive.playback.media('c1', `${origin}.m4s`, false)))).toEqual(['video']);
  });
});
