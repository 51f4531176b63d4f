import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createManualClock } from '@watchpost/contract/testing';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/databases.ts';
import { createScenePlayer, encodeScene, type Scene } from '../../testing/scene-samples.ts';
import { createArchive, type Archive } from '../index.ts';
import { parameterSetsOf } from '../packaging/parameter-sets.ts';
import type { ByteRange } from '../playback/byte-range.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import type { Clip } from './clips.ts';

const run = promisify(execFile);
const log = pino({ level: 'silent' });
const origin = Date.UTC(2026, 0, 15, 11, 59, 30);
const scene = encodeScene();
const smaller = encodeScene({ size: '160x90', audio: false });
/**
 * Half a second at 20 fps, then some 7 fps for the rest of two seconds; like cameras' frames, each claims the duration of the
 * previous one.
 */
const uneven =
  smaller &&
  withTimes(smaller, (frame) => Math.floor(frame / 20) * 2 + (frame % 20 < 10 ? (frame % 20) * 0.05 : 0.5 + ((frame % 20) - 10) * 0.15));
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

function withTimes(scene: Scene, secondsOf: (frame: number) => number): Scene {
  const samples = scene.samples.map((sample, frame) => ({
    ...sample,
    decodeTime: Math.round(secondsOf(frame) * 90_000),
    duration: Math.round((secondsOf(frame) - secondsOf(Math.max(0, frame - 1))) * 90_000) || 3600,
  }));
  return { ...scene, samples };
}

interface Probe {
  readonly streams: readonly { readonly codec_type: string; readonly nb_read_frames: string; readonly start_time: string }[];
  readonly format: { readonly duration: string; readonly tags: { readonly creation_time: string } };
}

describe.skipIf(!scene || !smaller || !hasFfmpeg)('a clip of the archive', () => {
  let folder: string;
  let archive: Archive;
  let close: () => Promise<void>;

  // 24 s, a gap of 36 s, 7 s, then 4 s after the camera was set to a smaller picture without audio; later 6 s of uneven frames.
  beforeAll(async () => {
    if (!scene || !smaller || !uneven) return;
    folder = await mkdtemp(join(tmpdir(), 'watchpost-clips-'));
    const database = await createTestDatabase('sqlite');
    const streams = createStreamRegistry({ clock: createManualClock(origin + 90_000), log });
    archive = await createArchive({
      db: database.db,
      clock: createManualClock(origin + 90_000),
      log,
      dataDir: folder,
      streams,
      decode: async () => null,
    });
    close = async () => {
      await archive.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    };
    const { input } = streams.open('c1');
    archive.recorder.start('c1');
    // The recorder first asks the database how far the footage reaches.
    while (streams.open('c1').subscribers === 0) await new Promise((resolve) => setImmediate(resolve));
    createScenePlayer(scene, origin, input).play(24_000);
    input.onEnd({ code: 'camera-unreachable', detail: '' });
    createScenePlayer(scene, origin + 60_000, input).play(7000);
    createScenePlayer(smaller, origin + 67_000, input).play(4000);
    input.onEnd({ code: 'camera-unreachable', detail: '' });
    createScenePlayer(uneven, origin + 80_000, input).play(6000);
    await archive.recorder.stop('c1');
    await archive.recorder.close();
  });
  afterAll(() => close());

  const open = (from: number, to: number, withAudio = true): Promise<Clip> =>
    archive.clips.open('c1', { from: origin + from, to: origin + to }, withAudio);
  const bytesOf = async (clip: Clip, range?: ByteRange): Promise<Buffer> => {
    const parts: Uint8Array[] = [];
    for await (const part of clip.read(range)) parts.push(part);
    return Buffer.concat(parts);
  };
  /** Decodes every frame, like a player. */
  const probe = async (clip: Clip): Promise<Probe> => {
    const file = join(folder, 'clip.mp4');
    await writeFile(file, await bytesOf(clip));
    const { stdout, stderr } = await run('ffprobe', [
      '-v',
      'warning',
      '-count_frames',
      '-show_entries',
      'stream=codec_type,nb_read_frames,start_time:format=duration:format_tags=creation_time',
      '-of',
      'json',
      file,
    ]);
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  };

  test('shows exactly the range, although it starts between key frames', async () => {
    const clip = await open(5300, 17_100);
    expect(clip.parts).toEqual([{ from: origin + 5300, to: origin + 17_100 }]);
    const { streams, format } = await probe(clip);
    expect(Number(format.duration)).toBeCloseTo(11.8, 1);
    expect(format.tags.creation_time).toBe(new Date(Math.floor((origin + 5300) / 1000) * 1000).toISOString().replace('.000Z', '.000000Z'));
    const [video, audio] = streams;
    // 10 fps from 5.3 s to 17.1 s, and no picture before.
    expect([video?.codec_type, video?.nb_read_frames, Number(video?.start_time)]).toEqual(['video', '118', 0]);
    // Audio starts with the current frame: at most one AAC frame (64 ms) away from the picture.
    expect([audio?.codec_type, Math.abs(Number(audio?.start_time)) < 0.065]).toEqual(['audio', true]);
  });

  test('skips a gap and declares what it shows', async () => {
    const clip = await open(20_000, 64_000);
    expect(clip.parts).toEqual([
      { from: origin + 20_000, to: origin + 24_000 },
      { from: origin + 60_000, to: origin + 64_000 },
    ]);
    const { streams, format } = await probe(clip);
    expect(Number(format.duration)).toBeCloseTo(8, 1);
    expect(streams.map(({ nb_read_frames }) => Number(nb_read_frames))[0]).toBe(80);
  });

  test('a clip across a change of picture is one file with both configurations', async () => {
    const { streams } = await probe(await open(62_000, 71_000));
    expect(streams[0]?.nb_read_frames).toBe('90');
  });

  test('where the picture changes within a clip, each key frame carries its own parameter sets, so that players seek across', async () => {
    if (!scene || !smaller) return;
    const count = (bytes: Buffer, track: Scene): number => {
      const sets = Buffer.from(parameterSetsOf(track.tracks.video));
      let found = 0;
      for (let at = bytes.indexOf(sets); at >= 0; at = bytes.indexOf(sets, at + 1)) found += 1;
      return found;
    };
    const across = await bytesOf(await open(62_000, 71_000));
    // A key frame every 2 s: of the first from 62 to 66 s, of the second from 67 to 69 s; those that begin a segment have them twice.
    expect(count(across, scene)).toBeGreaterThanOrEqual(3);
    expect(count(across, smaller)).toBeGreaterThanOrEqual(2);
    // Elsewhere a clip has the camera's samples as they are.
    expect(count(await bytesOf(await open(0, 8000)), scene)).toBeLessThan(4);
  });

  test('with a variable frame rate, every frame is shown at its own time', async () => {
    const clip = await open(80_000, 86_000);
    const file = join(folder, 'clip.mp4');
    await writeFile(file, await bytesOf(clip));
    const { stdout } = await run('ffprobe', [
      '-v',
      'error',
      '-select_streams',
      'v',
      '-show_entries',
      'frame=pts_time',
      '-of',
      'csv=p=0',
      file,
    ]);
    const times = [...stdout.matchAll(/^[\d.]+/gm)].map(([time]) => Math.round(Number(time) * 1000));
    expect(times).toEqual(uneven?.samples.slice(0, 60).map(({ decodeTime }) => Math.round(decodeTime / 90)));
  });

  test('without access to audio, the clip has none', async () => {
    const clip = await open(0, 8000, false);
    expect((await probe(clip)).streams.map(({ codec_type }) => codec_type)).toEqual(['video']);
    expect((await bytesOf(clip)).includes('mp4a')).toBe(false);
  });

  test('its size is known in advance, and any part of it has the same bytes as the whole', async () => {
    const clip = await open(3000, 70_000);
    const whole = await bytesOf(clip);
    expect(whole.byteLength).toBe(clip.size);
    await fc.assert(
      fc.asyncProperty(fc.nat(clip.size - 1), fc.nat(clip.size - 1), async (a, b) => {
        const range = { start: Math.min(a, b), end: Math.max(a, b) };
        expect((await bytesOf(clip, range)).equals(whole.subarray(range.start, range.end + 1))).toBe(true);
      }),
      { numRuns: 40 },
    );
  });

  test('the same footage has the same name, other footage another', async () => {
    expect((await open(0, 8000)).etag).toBe((await open(0, 8000)).etag);
    expect((await open(0, 8000)).etag).not.toBe((await open(0, 8100)).etag);
    expect((await open(0, 8000)).etag).not.toBe((await open(0, 8000, false)).etag);
  });

  test('without footage there is no clip; a range that reaches into footage yields the existing part', async () => {
    await expect(open(30_000, 50_000)).rejects.toThrow('no-footage');
    await expect(open(-5000, 0)).rejects.toThrow('no-footage');
    expect((await open(-5000, 2000)).parts).toEqual([{ from: origin, to: origin + 2000 }]);
  });
});
