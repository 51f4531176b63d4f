import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { getPreview, listCameras } from '@watchpost/contract/endpoints/cameras';
import { createEmbedToken } from '@watchpost/contract/endpoints/embeds';
import { liveMedia, livePlaylist } from '@watchpost/contract/endpoints/player';
import { fillPath } from '@watchpost/contract/kernel';
import type { Endpoint } from '@watchpost/contract/kernel';
import { cameraListSchema } from '@watchpost/contract/schemas/cameras';
import { createdEmbedTokenSchema, type CreateEmbedTokenBody } from '@watchpost/contract/schemas/embeds';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { walkSegment } from '../../media/packaging/segment-walker.ts';
import { waitForLiveCamera } from '../../testing/live-camera.ts';
import { openLiveViewer } from '../../testing/live-viewer.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';

const run = promisify(execFile);
const hasFfprobe = spawnSync('ffprobe', ['-version']).status === 0;
const shop = 'https://shop.example';
const foreign = ['https://evil.example', 'http://shop.example', 'https://shop.example.evil.example', null];

let server: TestServer;
let owner: TestSession;
let cameraId: string;

beforeAll(async () => {
  server = await startTestServer({ demo: true });
  owner = await server.signIn('owner@example.com');
  ({ cameraId } = await waitForLiveCamera(server, owner.access_token));
});
afterAll(() => server.close());

const embedHeaders = (token: string, origin: string | null): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  ...(origin !== null && { origin }),
});
const get = (endpoint: Endpoint, headers: Record<string, string>, parameters: Record<string, string> = {}, query = ''): Promise<Response> =>
  server.call({ method: 'GET', path: fillPath(endpoint.path, { id: cameraId, ...parameters }) + query }, { headers });
const codeOf = async (response: Response): Promise<string> => {
  const { error }: { error: { code: string } } = JSON.parse(await response.text());
  return `${response.status} ${error.code}`;
};
const embedToken = async (body: Partial<CreateEmbedTokenBody> = {}): Promise<string> => {
  const request = { cameraIds: [cameraId], origins: [shop], ...body };
  return createdEmbedTokenSchema.parse(await (await server.call(createEmbedToken, { headers: owner.headers, body: request })).json()).token;
};
/** The files that the playlist names, and the sum of its listed parts in seconds. */
const readPlaylist = (text: string) => ({
  init: /#EXT-X-MAP:URI="([^"]+)"/.exec(text)?.[1] ?? '',
  parts: [...text.matchAll(/#EXT-X-PART:DURATION=([\d.]+),URI="([^"]+)"(,INDEPENDENT=YES)?/g)].map(
    ([, duration, file = '', independent]) => ({ duration: Number(duration), file, isIndependent: independent !== undefined }),
  ),
  segments: [...text.matchAll(/#EXTINF:[\d.]+,\n(\S+)/g)].map(([, file = '']) => file),
  sequence: Number(/#EXT-X-MEDIA-SEQUENCE:(\d+)/.exec(text)?.[1]),
});
/** Waits, as a player does, for a playlist with at least one complete segment. */
const wholePlaylist = async (headers: Record<string, string>): Promise<{ text: string; status: number }> => {
  const first = readPlaylist(await (await get(livePlaylist, headers)).text());
  const response = await get(livePlaylist, headers, {}, `?_HLS_msn=${first.sequence}`);
  return { text: await response.text(), status: response.status };
};
const download = async (file: string, headers: Record<string, string>): Promise<Buffer> => {
  const response = await get(liveMedia, headers, { file });
  expect([file, response.status, response.headers.get('content-type')]).toEqual([file, 200, 'video/mp4']);
  return Buffer.from(await response.arrayBuffer());
};

interface Probe {
  readonly streams: readonly { codec_type: string; codec_name: string; width?: number; nb_read_frames: string; avg_frame_rate: string }[];
}
async function probe(bytes: Uint8Array): Promise<Probe> {
  const folder = await mkdtemp(join(tmpdir(), 'watchpost-hls-'));
  try {
    const file = join(folder, 'live.mp4');
    await writeFile(file, bytes);
    const { stdout, stderr } = await run('ffprobe', [
      '-v',
      'error',
      '-count_frames',
      '-show_entries',
      'stream=codec_type,codec_name,width,nb_read_frames,avg_frame_rate',
      '-of',
      'json',
      file,
    ]);
    expect(stderr).toBe('');
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

describe('the low-latency playlist of a camera', () => {
  test('parses, counts without a gap, and starts at a key frame', async () => {
    const { text, status } = await wholePlaylist(owner.headers);
    expect(status).toBe(200);
    expect(text.split('\n')[0]).toBe('#EXTM3U');
    const { init, parts, segments, sequence } = readPlaylist(text);
    expect(init).toMatch(/^init-[0-9a-f]{8,64}\.mp4$/);
    expect(segments.length).toBeGreaterThan(0);
    expect(segments).toEqual(segments.map((_, index) => `${sequence + index}.m4s`));
    expect(parts.length).toBeGreaterThan(1);
    expect(parts[0]?.isIndependent).toBe(true);
    const target = Number(/PART-TARGET=([\d.]+)/.exec(text)?.[1]);
    for (const { duration } of parts) expect(duration).toBeLessThanOrEqual(target + 0.001);
    expect(Math.abs(Date.parse(/PROGRAM-DATE-TIME:(\S+)/.exec(text)?.[1] ?? '') - Date.now())).toBeLessThan(60_000);
  });

  test.skipIf(!hasFfprobe)('is playable: its init section and listed parts decode completely, with exactly their length', async () => {
    const { init, parts } = readPlaylist((await wholePlaylist(owner.headers)).text);
    const head = await download(init, owner.headers);
    const bodies: Buffer[] = [];
    for (const { file } of parts) bodies.push(await download(file, owner.headers));
    const { streams } = await probe(Buffer.concat([head, ...bodies]));
    const video = streams.find(({ codec_type }) => codec_type === 'video');
    expect(video).toMatchObject({ codec_name: 'h264' });
    expect(video?.width).toBeGreaterThan(0);
    const seconds = parts.reduce((sum, { duration }) => sum + duration, 0);
    const [frames = 0, per = 1] = (video?.avg_frame_rate ?? '').split('/').map(Number);
    // Within a frame.
    expect(Math.abs(Number(video?.nb_read_frames) - (seconds * frames) / per)).toBeLessThan(1.5);
    // Each part begins where the previous one ended, to 5 ms: no frame between them is missing.
    const { fragments } = walkSegment(Buffer.concat(bodies));
    const holes = fragments
      .slice(1)
      .map(({ decodeTime }, index) => Math.abs(decodeTime - (fragments[index]?.decodeTime ?? 0) - (fragments[index]?.duration ?? 0)) / 90);
    expect(fragments).toHaveLength(parts.length);
    expect(Math.max(...holes)).toBeLessThan(5);
  });

  test('a segment is the concatenation of its parts', async () => {
    const { parts, segments } = readPlaylist((await wholePlaylist(owner.headers)).text);
    const last = segments.at(-1) ?? '';
    const own = parts.filter(({ file }) => file.startsWith(`${last.split('.')[0]}.`));
    const bodies: Buffer[] = [];
    for (const { file } of own) bodies.push(await download(file, owner.headers));
    expect(own.length).toBeGreaterThan(1);
    expect((await download(last, owner.headers)).equals(Buffer.concat(bodies))).toBe(true);
  });

  test('waits for an announced part', async () => {
    const text = await (await get(livePlaylist, owner.headers)).text();
    const hint = /#EXT-X-PRELOAD-HINT:TYPE=PART,URI="([^"]+)"/.exec(text)?.[1] ?? '';
    expect(readPlaylist(text).parts.map(({ file }) => file)).not.toContain(hint);
    expect(walkSegment(await download(hint, owner.headers)).fragments.length).toBeGreaterThan(0);
  });

  test('a request far ahead is 400, as is a part without its segment; an unknown file is 404', async () => {
    const { sequence } = readPlaylist(await (await get(livePlaylist, owner.headers)).text());
    const far = await get(livePlaylist, owner.headers, {}, `?_HLS_msn=${sequence + 1000}&_HLS_part=0`);
    expect(await codeOf(far)).toBe('400 invalid-request');
    expect(await codeOf(await get(livePlaylist, owner.headers, {}, '?_HLS_part=0'))).toBe('400 invalid-request');
    expect(await codeOf(await get(livePlaylist, owner.headers, {}, '?_HLS_msn=-1'))).toBe('422 invalid-request');
    for (const file of ['init-00000000.mp4', '1.m4s', '1.0.m4s', `${sequence + 1000}.0.m4s`, 'index.mp4', '..%2Findex.m3u8']) {
      expect([file, await codeOf(await get(liveMedia, owner.headers, { file }))]).toEqual([file, '404 not-found']);
    }
  });
});

describe('an embed token', () => {
  test('shows the camera on its page', async () => {
    const headers = embedHeaders(await embedToken(), shop);
    const preview = await get(getPreview, headers);
    expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    expect(preview.headers.get('access-control-allow-origin')).not.toBeNull();
    const { init } = readPlaylist(await (await get(livePlaylist, headers)).text());
    expect((await download(init, headers)).byteLength).toBeGreaterThan(0);
  });

  test.each(foreign)('does not work on the page %s', async (origin) => {
    const own = embedHeaders(await embedToken(), shop);
    const { init } = readPlaylist(await (await get(livePlaylist, own)).text());
    const headers = embedHeaders(await embedToken(), origin);
    expect(await codeOf(await get(getPreview, headers))).toBe('403 origin-forbidden');
    expect(await codeOf(await get(livePlaylist, headers))).toBe('403 origin-forbidden');
    expect(await codeOf(await get(liveMedia, headers, { file: init }))).toBe('403 origin-forbidden');
  });

  test('shows no other camera of its issuer', async () => {
    const headers = embedHeaders(await embedToken(), shop);
    const all = cameraListSchema.parse(await (await server.call(listCameras, { headers: owner.headers })).json());
    const other = all.find(({ id }) => id !== cameraId)?.id ?? '';
    expect((await get(livePlaylist, owner.headers, { id: other })).status).toBe(200);
    for (const endpoint of [getPreview, livePlaylist])
      expect(await codeOf(await get(endpoint, headers, { id: other }))).toBe('404 not-found');
  });
});

describe('the live socket', () => {
  const authorize = async (token: string, origin: string | null) => {
    const viewer = await openLiveViewer(server.url, origin);
    viewer.send({ type: 'authorize', token });
    return viewer;
  };
  const showsVideo = async (token: string, origin: string | null): Promise<void> => {
    const viewer = await authorize(token, origin);
    await viewer.next('authorized');
    viewer.send({ type: 'subscribe', channel: 7, cameraId });
    expect(await viewer.next('tracks')).toMatchObject({ channel: 7 });
    // The first picture follows immediately.
    await expect.poll(() => viewer.media.map(({ kind }) => kind).slice(0, 2)).toEqual(['init', 'fragment']);
    expect(viewer.media[1]).toMatchObject({ channel: 7, keyFrame: true });
    viewer.close();
    await viewer.closed;
  };
  const isRefused = async (token: string, origin: string | null): Promise<void> => {
    const viewer = await authorize(token, origin);
    viewer.send({ type: 'subscribe', channel: 7, cameraId });
    expect(await viewer.next('error')).toMatchObject({ channel: null, error: { code: 'origin-forbidden' } });
    expect(await viewer.closed).toBe(4403);
    expect(viewer.media).toEqual([]);
  };

  test('accepts a session from this server’s own pages and from programs', async () => {
    await showsVideo(owner.access_token, server.url);
    await showsVideo(owner.access_token, null);
  });
  test.each(['https://evil.example', 'null', shop])('refuses a session from the page %s', (origin) =>
    isRefused(owner.access_token, origin),
  );
  test('accepts an embed token from its page', async () => showsVideo(await embedToken(), shop));
  test.each(foreign)('refuses an embed token from the page %s', async (origin) => isRefused(await embedToken(), origin));
  test('refuses an embed token from the server’s own page', async () => isRefused(await embedToken(), server.url));
  test('refuses any camera other than the embed token’s', async () => {
    const all = cameraListSchema.parse(await (await server.call(listCameras, { headers: owner.headers })).json());
    const viewer = await authorize(await embedToken(), shop);
    viewer.send({ type: 'subscribe', channel: 1, cameraId: all.find(({ id }) => id !== cameraId)?.id ?? '' });
    expect(await viewer.next('error')).toMatchObject({ channel: 1, error: { code: 'not-found' } });
    viewer.close();
    await viewer.closed;
    expect(viewer.media).toEqual([]);
  });
});
