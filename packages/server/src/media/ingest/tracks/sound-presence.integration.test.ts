import { spawnSync } from 'node:child_process';
import { createRegistrationToken, registerCamera } from '@watchpost/contract/endpoints/add-camera';
import { archivePlaylist, downloadClip, getFootage } from '@watchpost/contract/endpoints/archive';
import { livePlaylist } from '@watchpost/contract/endpoints/player';
import { fillPath } from '@watchpost/contract/kernel';
import { registerCameraAnswer, registrationTokenAnswer } from '@watchpost/contract/schemas/add-camera';
import { footageSchema } from '@watchpost/contract/schemas/archive';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startFieldCamera } from '../../../testing/field-cameras/field-camera.ts';
import type { FieldBehaviour, FieldCamera } from '../../../testing/field-cameras/field-case.ts';
import { openLiveViewer } from '../../../testing/live-viewer.ts';
import { startTestServer, type TestServer, type TestSession } from '../../../testing/test-server.ts';
import { buildFragment } from '../../packaging/fragment.ts';
import { initSectionOf } from '../../packaging/init-section.ts';
import { readInitTracks } from '../../packaging/init-section.ts';
import { walkSegment } from '../../packaging/segment-walker.ts';
import { silentFrameOf } from './silent-frame.ts';

const missing = process.env['WATCHPOST_TEST_MISSING']?.split(',') ?? [];
const timeout = 20_000;
/** As long as the picture may take to move. */
const pictures = 20;

describe.skipIf(missing.includes('ffmpeg'))('a camera whose sound never comes, or stops: the picture moves', () => {
  let server: TestServer;
  let owner: TestSession;
  let isSilent = false;
  let camera: FieldCamera;
  let cameraId = '';
  const waitFor = <T>(look: () => Promise<T>): Promise<T> => vi.waitFor(look, { timeout, interval: 100 });
  const get = (path: string, query = ''): Promise<Response> =>
    server.call({ method: 'GET', path: fillPath(path, { id: cameraId }) + query }, { headers: owner.headers });

  beforeAll(async () => {
    server = await startTestServer();
    owner = await server.signIn('owner@example.com');
    const sends: FieldBehaviour = { sound: 'aac', isMuted: (kind) => kind === 'audio' && isSilent };
    camera = await startFieldCamera({ name: 'aac-stops', source: '', does: '', sends, seen: {} });
    const token = await server.call(createRegistrationToken, { body: {}, headers: owner.headers });
    const { registrationToken } = registrationTokenAnswer.parse(await token.json());
    const source = { kind: 'rtsp', url: camera.url };
    const added = await server.call(registerCamera, { body: { registrationToken, title: 'A', source } });
    cameraId = registerCameraAnswer.parse(await added.json()).camera.id;
  });
  afterAll(async () => {
    await server.close();
    await camera.close();
  });

  const watch = async (audio: boolean) => {
    const viewer = await openLiveViewer(server.url, null);
    viewer.send({ type: 'authorize', token: owner.headers.authorization.replace('Bearer ', '') });
    viewer.send({ type: 'subscribe', channel: 1, cameraId, audio });
    return viewer;
  };
  /** Kinds of the fragments that a viewer got, without repetitions. */
  const kindsOf = (payload: Uint8Array): string =>
    walkSegment(payload)
      .fragments.map(({ kind }) => kind)
      .join();
  const readSegments = async () => {
    const from = Date.now() - 60_000;
    const playlist = await (await get(archivePlaylist.path, `?from=${from}&to=${Date.now()}`)).text();
    return playlist;
  };

  test('live, LL-HLS, archive and clip, while the sound comes, stops and comes back', { timeout: timeout * 3 }, async () => {
    const viewer = await watch(true);
    const muted = await watch(false);
    expect(await viewer.next('tracks')).toMatchObject({ hasAudio: true, mimeType: expect.stringContaining('mp4a') });
    expect(await muted.next('tracks')).toMatchObject({ hasAudio: true, mimeType: expect.not.stringContaining('mp4a') });
    await waitFor(async () => expect(viewer.media.length).toBeGreaterThan(pictures));

    isSilent = true;
    expect(await viewer.next('tracks')).toMatchObject({ hasAudio: false, mimeType: expect.not.stringContaining('mp4a') });
    const changedAt = viewer.media.length;
    const mutedInits = muted.media.filter(({ kind }) => kind === 'init').length;
    await waitFor(async () => expect(viewer.media.length).toBeGreaterThan(changedAt + pictures));
    const after = viewer.media.slice(viewer.media.findLastIndex(({ kind }) => kind === 'init'));
    expect(after[1]).toMatchObject({ kind: 'fragment', keyFrame: true });
    expect(new Set(after.slice(1).map(({ payload }) => kindsOf(payload)))).toEqual(new Set(['video']));
    // The muted page noticed nothing but that there is no sound.
    expect(await muted.next('tracks')).toMatchObject({ hasAudio: false });
    expect(mutedInits).toBe(1);
    // No picture was left out.
    const times = viewer.media.filter(({ kind, payload }) => kind === 'fragment' && kindsOf(payload) === 'video').map(({ time }) => time);
    expect(Math.max(...times.slice(1).map((time, index) => time - (times[index] ?? time)))).toBeLessThan(500);

    // A new viewer that wants sound, and one of LL-HLS, begin at once with pictures only.
    const late = await watch(true);
    expect(await late.next('tracks')).toMatchObject({ hasAudio: false });
    await waitFor(async () => expect(late.media.length).toBeGreaterThan(pictures));
    const playlist = await waitFor(async () => {
      const text = await (await get(livePlaylist.path)).text();
      expect(text).toContain('#EXT-X-PART:');
      return text;
    });
    const [init] = /init-[0-9a-f]+\.mp4/.exec(playlist) ?? [''];
    const initBytes = new Uint8Array(await (await get(livePlaylist.path.replace(/[^/]+$/, init))).arrayBuffer());
    expect(readInitTracks(initBytes).map(({ kind }) => kind)).toEqual(['video']);

    isSilent = false;
    expect(await viewer.next('tracks')).toMatchObject({ hasAudio: true, mimeType: expect.stringContaining('mp4a') });
    const end = await waitFor(async () => {
      const text = await readSegments();
      // With sound, without, and with sound again.
      expect(text.match(/#EXT-X-MAP/g)?.length).toBe(3);
      return Date.now();
    });
    const { recordings, gaps } = footageSchema.parse(await (await get(getFootage.path, `?from=${end - 60_000}&to=${end}`)).json());
    expect(recordings).toHaveLength(1);
    expect(gaps.filter(({ from }) => from > (recordings[0]?.from ?? 0))).toEqual([]);
    const [{ from, to } = { from: 0, to: 0 }] = recordings;
    const clip = Buffer.from(await (await get(downloadClip.path, `?from=${from}&to=${to}`)).arrayBuffer());
    const decoded = spawnSync(
      'ffprobe',
      ['-v', 'error', '-select_streams', 'v', '-count_frames', '-show_entries', 'stream=nb_read_frames', '-of', 'csv=p=0', '-'],
      { input: clip, maxBuffer: 64e6 },
    );
    expect(decoded.stderr.toString()).toBe('');
    expect(Number(decoded.stdout.toString().trim().split('\n')[0])).toBeGreaterThanOrEqual(Math.floor(((to - from) / 1000) * 10) - 2);
    for (const each of [viewer, muted, late]) each.close();
  });
});

describe.skipIf(missing.includes('ffmpeg'))('silence', () => {
  test.each([1, 2, 3])('AAC with %i channels is decodable, and silent', (channels) => {
    const audio = {
      kind: 'audio' as const,
      codec: 'mp4a.40.2',
      sampleRate: 16_000,
      channels,
      configuration: Uint8Array.of(0x14, channels << 3),
    };
    expect(loudness(audio)).toEqual({ errors: '', loudest: 0, samples: 10 * 1024 * channels });
  });

  test('so is Opus; another codec has no silence', () => {
    const dOps = Uint8Array.of(0, 1, 0, 0, 0, 0, 0xbb, 0x80, 0, 0, 0);
    const opus = { kind: 'audio' as const, codec: 'opus', sampleRate: 48_000, channels: 1, configuration: dOps };
    expect(loudness(opus)).toMatchObject({ errors: '', loudest: 0 });
    expect(silentFrameOf({ ...opus, codec: 'mp3' })).toBe(null);
  });
});

function loudness(audio: Parameters<typeof silentFrameOf>[0]): { errors: string; loudest: number; samples: number } {
  const silence = silentFrameOf(audio);
  if (!silence) throw new Error('There is no silence for this track.');
  const samples = Array.from({ length: 10 }, (_, index) => ({
    kind: 'audio' as const,
    decodeTime: index * silence.duration,
    compositionOffset: 0,
    keyFrame: true,
    ...silence,
  }));
  const video = {
    kind: 'video' as const,
    codec: 'avc1.42c01e',
    width: 16,
    height: 16,
    configuration: Uint8Array.of(1, 0x42, 0xc0, 0x1e, 0xff, 0xe0, 0),
  };
  const file = Buffer.concat([initSectionOf({ video, audio }).bytes, buildFragment(samples, 1)]);
  const { stdout, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-i', '-', '-map', '0:a', '-f', 's16le', '-'], { input: file });
  const levels = Array.from({ length: stdout.length / 2 }, (_, index) => Math.abs(stdout.readInt16LE(index * 2)));
  return { errors: stderr.toString(), loudest: Math.max(...levels), samples: levels.length };
}
