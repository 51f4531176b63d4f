import {
  archiveMedia,
  archivePlaylist,
  deleteFootage,
  downloadClip,
  getArchiveDays,
  getClipManifest,
  getFootage,
  getPreviewPicture,
  getSigningKey,
  getSnapshot,
} from '@watchpost/contract/endpoints/archive';
import { fillPath } from '@watchpost/contract/kernel';
import type { Endpoint } from '@watchpost/contract/kernel';
import { archiveDaysAnswer, footageSchema, signedClipManifestSchema, signingKeyAnswer } from '@watchpost/contract/schemas/archive';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createManualClock } from '@watchpost/contract/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { walkSegment } from '../../media/packaging/segment-walker.ts';
import { createDatabasePlace, type DatabasePlace } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../testing/people.ts';
import { recordScene } from '../../testing/recorded-scene.ts';
import { encodeScene } from '../../testing/scene-samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const watchpost = join(import.meta.dirname, '../../cli/main.ts');
const scene = encodeScene();
/** 24 s of footage, recorded a minute before the server starts. */
const origin = Date.UTC(2026, 0, 15, 12);
const clock = createManualClock(origin + 84_000);
const range = `?from=${origin}&to=${origin + 24_000}`;

type RequestHeaders = Readonly<Record<string, string>>;

describe.skipIf(!scene)('the archive over HTTP', () => {
  let place: DatabasePlace;
  let server: TestServer;
  let db: Db;
  let cameraId: string;
  let owner: RequestHeaders;
  let deaf: RequestHeaders;
  let liveOnly: RequestHeaders;
  let stranger: RequestHeaders;

  beforeAll(async () => {
    place = await createDatabasePlace('sqlite');
    db = openDatabase(locateDatabase(place));
    const people = await Promise.all(['owner', 'deaf', 'live', 'stranger'].map((name) => insertCustomer(db, `${name}@example.com`)));
    const [ownerId = '', deafId = '', liveId = ''] = people;
    cameraId = await insertCamera(db, ownerId);
    await insertGrant(db, cameraId, deafId, { with_audio: 0 });
    await insertGrant(db, cameraId, liveId, { with_archive: 0 });
    if (scene) await recordScene(scene, { dataDir: place.dataDir, db, clock }, cameraId, { origin, seconds: 24 });
    server = await startTestServer({ dataDir: place.dataDir, clock });
    const sessions = await Promise.all(
      people.map(async (id): Promise<RequestHeaders> => ({ authorization: `Bearer ${await server.openSession(id)}` })),
    );
    [owner = {}, deaf = {}, liveOnly = {}, stranger = {}] = sessions;
  }, 30_000);
  afterAll(async () => {
    await server.close();
    await db.destroy();
    await place.remove();
  });

  const get = (endpoint: Endpoint, headers: RequestHeaders, query = '', parameters: Record<string, string> = {}): Promise<Response> =>
    server.call({ method: 'GET', path: fillPath(endpoint.path, { id: cameraId, ...parameters }) + query }, { headers: { ...headers } });
  const media = (file: string, headers: RequestHeaders, byteRange?: string): Promise<Response> =>
    get(archiveMedia, { ...headers, ...(byteRange !== undefined && { range: byteRange }) }, '', { file });
  const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
  const codeOf = async (response: Response): Promise<string> => {
    const { error }: { error: { code: string } } = JSON.parse(await response.text());
    return `${response.status} ${error.code}`;
  };
  /** Returns the files that a viewer's playlist names, with its init section first. */
  const filesOf = async (headers: RequestHeaders): Promise<readonly [init: string, ...segments: string[]]> => {
    const text = await (await get(archivePlaylist, headers, range)).text();
    return [/#EXT-X-MAP:URI="([^"]+)"/.exec(text)?.[1] ?? '', ...(text.match(/^\d+\.m4s/gm) ?? [])];
  };

  test('footage: the recordings, and the times before them and without a server as unexplained gaps', async () => {
    const response = await get(getFootage, owner, `?from=${origin - 60_000}&to=${origin + 84_000}`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const { recordings, gaps, oldest, newest } = footageSchema.parse(await response.json());
    expect({ recordings, oldest, newest }).toEqual({
      recordings: [{ from: origin, to: origin + 24_000 }],
      oldest: origin,
      newest: origin + 24_000,
    });
    expect(gaps).toEqual([
      { from: origin - 60_000, to: origin, reason: 'unknown' },
      { from: origin + 24_000, to: origin + 84_000, reason: 'unknown' },
    ]);
  });

  test('days: those with footage, with their bounds in the camera’s own zone', async () => {
    const response = await get(getArchiveDays, owner, '?from=2026-01-01&to=2026-01-31');
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
    const midnight = Date.UTC(2026, 0, 14, 21);
    expect(archiveDaysAnswer.parse(await response.json())).toEqual({
      timeZone: 'Europe/Moscow',
      days: [{ date: '2026-01-15', from: midnight, to: midnight + 86_400_000, recorded: 24_000 }],
    });
    expect(archiveDaysAnswer.parse(await (await get(getArchiveDays, owner, '?from=2025-12-01&to=2026-01-14')).json()).days).toEqual([]);
    for (const query of ['?from=2026-01-01&to=2025-01-01', '?from=9999-12-31&to=9999-12-31'])
      expect(await codeOf(await get(getArchiveDays, owner, query))).toBe('422 invalid-request');
  });

  test('preview: small, the same for the same moment, cached by the browser once the moment is over', async () => {
    const preview = (at: number, width: number) => get(getPreviewPicture, owner, `?at=${origin + at}&width=${width}`);
    const response = await preview(7100, 160);
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'image/jpeg',
      'private, max-age=600, immutable',
    ]);
    const jpeg = await bytesOf(response);
    const sizeAt = jpeg.indexOf(Buffer.from('ffc0', 'hex')) + 5;
    expect([jpeg.readUInt16BE(sizeAt + 2), jpeg.readUInt16BE(sizeAt)]).toEqual([160, 90]);
    expect((await bytesOf(await preview(7100, 160))).equals(jpeg)).toBe(true);
    // Both lie between the key frames at 6 and 8 s; the next one is another picture.
    expect((await bytesOf(await preview(6000, 160))).equals(jpeg)).toBe(true);
    expect((await bytesOf(await preview(8000, 160))).equals(jpeg)).toBe(false);
    // The moment after the last frame may still get another picture.
    expect((await preview(24_500, 320)).headers.get('cache-control')).toBe('private, no-store');
    expect(await codeOf(await preview(60_000, 160))).toBe('404 no-footage');
    expect(await codeOf(await preview(7100, 1000))).toBe('422 invalid-request');
  });

  test('playlist: exactly the requested range, with its wall clock', async () => {
    const response = await get(archivePlaylist, owner, `?from=${origin + 4000}&to=${origin + 12_000}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/vnd.apple.mpegurl']);
    const text = await response.text();
    expect(text.match(/^\d+\.m4s$/gm)).toEqual([`${origin + 4000}.m4s`, `${origin + 8000}.m4s`]);
    expect(text).toContain(`#EXT-X-PROGRAM-DATE-TIME:${new Date(origin + 4000).toISOString()}`);
    expect(text).toContain('#EXT-X-ENDLIST');
    expect(await codeOf(await get(archivePlaylist, owner, `?from=${origin - 60_000}&to=${origin - 30_000}`))).toBe('404 no-footage');
    expect(await codeOf(await get(archivePlaylist, owner, `?from=${origin}&to=${origin}`))).toBe('422 invalid-request');
  });

  test('media: whole files, and missing ones', async () => {
    const [init, first = ''] = await filesOf(owner);
    for (const file of [init, first]) {
      const response = await media(file, owner);
      expect([response.status, response.headers.get('content-type'), response.headers.get('accept-ranges')]).toEqual([
        200,
        'video/mp4',
        'bytes',
      ]);
      // Only the viewer's own browser may cache it, and not for another viewer.
      expect(response.headers.get('cache-control')).toMatch(/^private/);
      expect(response.headers.get('vary')).toMatch(/authorization/i);
      expect((await bytesOf(response)).byteLength).toBe(Number(response.headers.get('content-length')));
    }
    for (const file of ['init-00000000.mp4', `${origin + 1}.m4s`, '..%2F..%2Fkeys%2Fserver.key', 'x.m4s'])
      expect([file, await codeOf(await media(file, owner))]).toEqual([file, '404 not-found']);
  });

  test('media: ranges of a file', async () => {
    const [, file = ''] = await filesOf(owner);
    const whole = await bytesOf(await media(file, owner));
    const size = whole.byteLength;
    for (const [requestedRange, start, end] of [
      ['bytes=0-99', 0, 99],
      ['bytes=100-', 100, size - 1],
      ['bytes=-7', size - 7, size - 1],
      [`bytes=${size - 1}-${size + 50}`, size - 1, size - 1],
    ] as const) {
      const response = await media(file, owner, requestedRange);
      expect([requestedRange, response.status, response.headers.get('content-range'), response.headers.get('content-length')]).toEqual([
        requestedRange,
        206,
        `bytes ${start}-${end}/${size}`,
        String(end - start + 1),
      ]);
      expect((await bytesOf(response)).equals(whole.subarray(start, end + 1))).toBe(true);
    }
    const beyond = await media(file, owner, `bytes=${size}-`);
    expect([beyond.status, beyond.headers.get('content-range'), (await bytesOf(beyond)).byteLength]).toEqual([416, `bytes */${size}`, 0]);
    // For another unit, or several ranges, the whole file is a valid answer.
    expect((await media(file, owner, 'bytes=0-1,5-6')).status).toBe(200);
  });

  test('HEAD returns the size of a segment and of a clip, without a body', async () => {
    const [, file = ''] = await filesOf(owner);
    const paths = [fillPath(archiveMedia.path, { id: cameraId, file }), `${fillPath(downloadClip.path, { id: cameraId })}${range}`];
    for (const path of paths) {
      const [head, whole] = await Promise.all(['HEAD', 'GET'].map((method) => fetch(server.url + path, { method, headers: { ...owner } })));
      if (!head || !whole) throw new Error('Two answers are awaited.');
      expect([head.status, head.headers.get('content-length'), (await bytesOf(head)).byteLength]).toEqual([
        200,
        whole.headers.get('content-length'),
        0,
      ]);
      expect((await bytesOf(whole)).byteLength).toBe(Number(head.headers.get('content-length')));
    }
  });

  test('snapshot: a JPEG of a recorded moment, and 404 for any other', async () => {
    const response = await get(getSnapshot, owner, `?at=${origin + 7100}`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    const jpeg = await bytesOf(response);
    expect([...jpeg.subarray(0, 3)]).toEqual([0xff, 0xd8, 0xff]);
    const other = await bytesOf(await get(getSnapshot, owner, `?at=${origin + 13_000}`));
    expect(jpeg.equals(other)).toBe(false);
    expect(await codeOf(await get(getSnapshot, owner, `?at=${origin + 60_000}`))).toBe('404 no-footage');
  });

  test('clip: a downloadable file, named after its first picture; an interrupted download resumes', async () => {
    const query = `?from=${origin + 1500}&to=${origin + 9500}`;
    const response = await get(downloadClip, owner, query);
    expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
      200,
      'video/mp4',
      'private, no-store',
    ]);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="Yard 2026-01-15 15.00.01+0300.mp4"');
    const whole = await bytesOf(response);
    expect(whole.byteLength).toBe(Number(response.headers.get('content-length')));
    const etag = response.headers.get('etag') ?? '';
    const rest = await get(downloadClip, { ...owner, range: 'bytes=1000-', 'if-range': etag }, query);
    expect([rest.status, rest.headers.get('content-range')]).toEqual([206, `bytes 1000-${whole.byteLength - 1}/${whole.byteLength}`]);
    expect((await bytesOf(rest)).equals(whole.subarray(1000))).toBe(true);
    // The footage has changed since the first half: the whole file again, never halves of two files.
    expect((await get(downloadClip, { ...owner, range: 'bytes=1000-', 'if-range': '"other"' }, query)).status).toBe(200);
    expect((await get(downloadClip, { ...owner, range: `bytes=${whole.byteLength}-` }, query)).status).toBe(416);
    expect(await codeOf(await get(downloadClip, owner, `?from=${origin - 60_000}&to=${origin - 30_000}`))).toBe('404 no-footage');
    expect(await codeOf(await get(downloadClip, owner, `?from=${origin}&to=${origin + 4 * 3_600_000}`))).toBe('422 invalid-request');
  });

  test('clip with its manifest: "watchpost verify" accepts both, and neither once a byte of one has changed', async () => {
    const query = `?from=${origin + 1500}&to=${origin + 9500}`;
    const clip = await bytesOf(await get(downloadClip, owner, query));
    const signed = signedClipManifestSchema.parse(await (await get(getClipManifest, owner, query)).json());
    expect(signed.manifest).toMatchObject({
      file: 'Yard 2026-01-15 15.00.01+0300.mp4',
      size: clip.byteLength,
      withAudio: true,
      parts: [{ from: '2026-01-15T12:00:01.500Z', to: '2026-01-15T12:00:09.500Z' }],
    });
    const { publicKey } = signingKeyAnswer.parse(await (await get(getSigningKey, {})).json());
    expect(signed.signature.publicKey).toBe(publicKey);

    const file = join(place.dataDir, 'clip.mp4');
    const manifestFile = join(place.dataDir, 'clip.json');
    const verdict = async (video: Uint8Array, manifest: unknown, key?: string): Promise<string> => {
      await Promise.all([writeFile(file, video), writeFile(manifestFile, JSON.stringify(manifest))]);
      const child = spawn(process.execPath, [watchpost, 'verify', file, ...(key === undefined ? [] : ['--key', key])], { env: {} });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => void (output += data.toString()));
      const [code]: unknown[] = await once(child, 'close');
      return `${String(code)} ${output}`;
    };
    const changed = Buffer.from(clip);
    changed[clip.byteLength - 100] = (changed[clip.byteLength - 100] ?? 0) ^ 1;
    const [genuine, known] = [await verdict(clip, signed), await verdict(clip, signed, publicKey)];
    expect(genuine).toMatch(/^0 UNTOUCHED[\s\S]*2026-01-15T12:00:01.500Z to 2026-01-15T12:00:09.500Z[\s\S]*Compare this key/);
    expect(known).toMatch(/^0 UNTOUCHED[\s\S]*server that you named/);
    expect(await verdict(changed, signed)).toMatch(/^1 NOT GENUINE. The video was changed/);
    expect(await verdict(clip, { ...signed, manifest: { ...signed.manifest, signedAt: '2026-01-16T12:00:00.000Z' } })).toMatch(
      /^1 NOT GENUINE. The manifest was changed/,
    );
    expect(await verdict(clip, signed, Buffer.alloc(32).toString('base64'))).toMatch(/^1 NOT GENUINE. It was signed by another server/);
    expect(await verdict(clip, { hello: 1 })).toMatch(/^1 .*is not a manifest/);
  });

  test('a viewer without the right to sound gets none: not in the playlist’s files, not with the owner’s file names', async () => {
    const kinds = async (file: string, headers: RequestHeaders): Promise<string[]> =>
      [...new Set(walkSegment(await bytesOf(await media(file, headers))).fragments.map(({ kind }) => kind))].sort();
    const [loudInit, loud = ''] = await filesOf(owner);
    const [silentInit, ...silent] = await filesOf(deaf);
    expect(await kinds(loud, owner)).toEqual(['audio', 'video']);
    expect((await bytesOf(await media(loudInit, owner))).includes('mp4a')).toBe(true);
    expect(silentInit).not.toBe(loudInit);
    expect(silent).toHaveLength(6);
    for (const file of silent) expect(await kinds(file, deaf)).toEqual(['video']);
    expect((await bytesOf(await media(silentInit, deaf))).includes('mp4a')).toBe(false);
    // Nor in the segment of a moment, whose init section comes with it.
    const moment = `at-${loud.replace('.m4s', '')}.m4s`;
    expect([await kinds(moment, owner), await kinds(moment, deaf)]).toEqual([['audio', 'video'], ['video']]);
    const silentMoment = await bytesOf(await media(moment, deaf));
    expect(
      silentMoment.equals(Buffer.concat([await bytesOf(await media(silentInit, deaf)), await bytesOf(await media(silent[0] ?? '', deaf))])),
    ).toBe(true);
    expect(await codeOf(await media(`at-${origin - 86_400_000}.m4s`, owner))).toBe('404 not-found');
    expect(await codeOf(await media(loudInit, deaf))).toBe('404 not-found');
  });

  test('403 without the archive right, 404 without access to the camera, 401 without a session: on every call', async () => {
    const [init, segment = ''] = await filesOf(owner);
    const calls = (headers: RequestHeaders): Promise<Response>[] => [
      get(getFootage, headers, range),
      get(archivePlaylist, headers, range),
      get(getSnapshot, headers, `?at=${origin}`),
      get(getPreviewPicture, headers, `?at=${origin}`),
      get(getArchiveDays, headers, '?from=2026-01-01&to=2026-01-31'),
      get(downloadClip, headers, range),
      get(getClipManifest, headers, range),
      media(init, headers),
      media(segment, headers),
      media(`at-${segment}`, headers),
    ];
    const answers = async (headers: RequestHeaders): Promise<string[]> => [
      ...new Set(await Promise.all(calls(headers).map(async (call) => codeOf(await call)))),
    ];
    expect(await answers(liveOnly)).toEqual(['403 no-archive-access']);
    expect(await answers(stranger)).toEqual(['404 not-found']);
    expect(await answers({})).toEqual(['401 unauthorized']);
  });

  test('its owner deletes whole segments of the range, from the index and from the disk, and the gap says so', async () => {
    const remove = (from: number, to: number, headers: RequestHeaders) =>
      server.call(
        { method: 'DELETE', path: `${fillPath(deleteFootage.path, { id: cameraId })}?from=${origin + from}&to=${origin + to}` },
        { headers: { ...headers } },
      );
    expect(await codeOf(await remove(0, 24_000, deaf))).toBe('403 forbidden');
    const [, ...before] = await filesOf(owner);
    expect((await remove(7000, 17_000, owner)).status).toBe(204);
    const [, ...after] = await filesOf(owner);
    const deleted = [`${origin + 8000}.m4s`, `${origin + 12_000}.m4s`];
    expect(after).toEqual(before.filter((file) => !deleted.includes(file)));
    for (const file of deleted) expect((await media(file, owner)).status).toBe(404);
    expect(await codeOf(await get(getPreviewPicture, owner, `?at=${origin + 13_000}&width=160`))).toBe('404 no-footage');
    const { recordings, gaps } = footageSchema.parse(await (await get(getFootage, owner, range)).json());
    expect(recordings).toEqual([
      { from: origin, to: origin + 8000 },
      { from: origin + 16_000, to: origin + 24_000 },
    ]);
    expect(gaps).toEqual([{ from: origin + 8000, to: origin + 16_000, reason: 'deleted' }]);
  });
});
