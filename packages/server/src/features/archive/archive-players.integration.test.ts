import { archiveMedia, archivePlaylist, downloadClip } from '@watchpost/contract/endpoints/archive';
import { fillPath } from '@watchpost/contract/kernel';
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { createArchive } from '../../media/index.ts';
import { createStreamRegistry } from '../../media/stream/stream-registry.ts';
import { createDatabasePlace, type DatabasePlace } from '../../testing/databases.ts';
import { insertCamera, insertCustomer } from '../../testing/people.ts';
import { createScenePlayer, encodeScene } from '../../testing/scene-samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const run = promisify(execFile);
const log = pino({ level: 'silent' });
const scene = encodeScene();
const smaller = encodeScene({ size: '160x90', audio: false });
const origin = Date.UTC(2026, 0, 15, 12);
const clock = createManualClock(origin + 600_000);

interface Probe {
  readonly streams: readonly { readonly codec_type: string; readonly nb_read_frames: string }[];
  readonly format: { readonly duration: string };
}

/** Records 5 minutes and 24 s with sound, a gap of half a minute, and 20 s after the camera switched to a smaller picture without sound. */
describe.skipIf(!scene || !smaller)('third-party players on a real server', () => {
  let place: DatabasePlace;
  let server: TestServer;
  let db: Db;
  let cameraId: string;
  let token: string;

  beforeAll(async () => {
    if (!scene || !smaller) return;
    place = await createDatabasePlace('sqlite');
    db = openDatabase(locateDatabase(place));
    const owner = await insertCustomer(db, 'owner@example.com');
    cameraId = await insertCamera(db, owner);
    const streams = createStreamRegistry({ clock, log });
    const archive = await createArchive({ db, clock, log, dataDir: place.dataDir, streams, decode: async () => null });
    archive.recorder.start(cameraId);
    while (streams.open(cameraId).subscribers === 0) await new Promise((resolve) => setImmediate(resolve));
    const { input } = streams.open(cameraId);
    createScenePlayer(scene, origin, input).play(324_000);
    input.onEnd({ code: 'camera-offline', detail: '' });
    createScenePlayer(smaller, origin + 354_000, input).play(20_000);
    await archive.recorder.stop(cameraId);
    await archive.close();
    server = await startTestServer({ dataDir: place.dataDir, clock });
    token = await server.openSession(owner);
  });
  afterAll(async () => {
    await server.close();
    await db.destroy();
    await place.remove();
  });

  const address = (path: string, from: number, to: number): string =>
    `${server.url}${fillPath(path, { id: cameraId })}?from=${origin + from}&to=${origin + to}`;
  const authorization = (): string[] => ['-headers', `Authorization: Bearer ${token}\r\n`];
  const load = async (url: string, headers: Record<string, string> = {}): Promise<Response> =>
    fetch(url, { headers: { authorization: `Bearer ${token}`, ...headers } });

  test('the playlist marks gaps and changes of the camera’s stream, with the wall clock of each part', async () => {
    const text = await (await load(address(archivePlaylist.path, 310_000, 380_000))).text();
    const parts = text.split('#EXT-X-DISCONTINUITY\n');
    const times = parts.map((part) => part.match(/#EXT-X-PROGRAM-DATE-TIME:(.*)/)?.[1]);
    expect(times).toEqual([308_000, 354_000].map((at) => new Date(origin + at).toISOString()));
    expect(parts.map((part) => part.match(/#EXT-X-MAP/g)?.length)).toEqual([1, 1]);
    expect(text.endsWith('#EXT-X-ENDLIST\n')).toBe(true);
  });

  test('the segment after a discontinuity begins with its init section, as a whole and in parts', async () => {
    const path = fillPath(archiveMedia.path, { id: cameraId, file: `${origin + 354_000}.m4s` });
    const bytes = async (query: string, headers: Record<string, string> = {}): Promise<Buffer> =>
      Buffer.from(await (await load(`${server.url}${path}${query}`, headers)).arrayBuffer());
    const [plain, whole] = [await bytes(''), await bytes('?init')];
    const init = whole.subarray(0, whole.byteLength - plain.byteLength);
    expect([whole.subarray(init.byteLength).equals(plain), init.includes('moov'), init.includes('moof')]).toEqual([true, true, false]);
    const at = init.byteLength - 10;
    expect((await bytes('?init', { range: `bytes=${at}-${at + 29}` })).equals(whole.subarray(at, at + 30))).toBe(true);
  });

  test('FFmpeg plays it across the gap and the change: every frame, without a complaint', async () => {
    const url = address(archivePlaylist.path, 300_000, 374_000);
    const { stderr } = await run('ffmpeg', [
      '-v',
      'repeat+warning',
      '-xerror',
      ...authorization(),
      '-extension_picky',
      '0',
      '-i',
      url,
      '-map',
      '0:v',
      '-fps_mode',
      'passthrough',
      '-f',
      'framecrc',
      join(place.dataDir, 'frames'),
    ]);
    // The picture shrinks in the middle: FFmpeg only reports that it reconfigures its scaler and skips the second init section.
    expect(
      stderr.split('\n').filter((line) => line !== '' && !/Changing video frame properties|reconfigur|duplicated MOOV/i.test(line)),
    ).toEqual([]);
    const { stdout } = await run('grep', ['-vc', '^#', join(place.dataDir, 'frames')]);
    expect(Number(stdout)).toBe(240 + 200);
  });

  test('the next 5 minutes as one file: exactly that long by ffprobe, every frame decodes, and an interrupted download resumes', async () => {
    const url = address(downloadClip.path, 7300, 307_300);
    const response = await load(url);
    const whole = Buffer.from(await response.arrayBuffer());
    const file = join(place.dataDir, 'clip.mp4');
    await writeFile(file, whole);
    const { stdout, stderr } = await run('ffprobe', [
      '-v',
      'warning',
      '-count_frames',
      '-show_entries',
      'stream=codec_type,nb_read_frames:format=duration',
      '-of',
      'json',
      file,
    ]);
    const { streams, format }: Probe = JSON.parse(stdout);
    expect([stderr, Math.abs(Number(format.duration) - 300) <= 0.1]).toEqual(['', true]);
    expect(streams.find(({ codec_type }) => codec_type === 'video')?.nb_read_frames).toBe('3000');
    const half = Math.floor(whole.byteLength / 2);
    const rest = await load(url, { range: `bytes=${half}-`, 'if-range': response.headers.get('etag') ?? '' });
    expect(rest.status).toBe(206);
    expect(Buffer.concat([whole.subarray(0, half), Buffer.from(await rest.arrayBuffer())]).equals(whole)).toBe(true);
  });

  test('a range across the gap and the change is one file with all of its frames', async () => {
    const file = join(place.dataDir, 'clip.mp4');
    await writeFile(file, Buffer.from(await (await load(address(downloadClip.path, 314_000, 364_000))).arrayBuffer()));
    const { stdout } = await run('ffprobe', [
      '-v',
      'error',
      '-count_frames',
      '-select_streams',
      'v',
      '-show_entries',
      'stream=codec_type,nb_read_frames:format=duration',
      '-of',
      'json',
      file,
    ]);
    const { streams, format }: Probe = JSON.parse(stdout);
    expect(streams[0]?.nb_read_frames).toBe('200');
    expect(Number(format.duration)).toBeCloseTo(20, 1);
  });
});
