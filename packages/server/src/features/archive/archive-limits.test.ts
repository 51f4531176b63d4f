import {
  archiveMedia,
  archivePlaylist,
  downloadClip,
  getArchiveDays,
  getClipManifest,
  getFootage,
  getPreviewPicture,
  getSnapshot,
} from '@watchpost/contract/endpoints/archive';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { archiveDaysAnswer, footageSchema } from '@watchpost/contract/schemas/archive';
import { createManualClock } from '@watchpost/contract/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { walkSegment } from '../../media/packaging/segment-walker.ts';
import { createDatabasePlace, type DatabasePlace } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../testing/people.ts';
import { recordScene } from '../../testing/recorded-scene.ts';
import { encodeScene } from '../../testing/scene-samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const scene = encodeScene({ seconds: 24 });
const seconds = 24;
const origin = Date.UTC(2026, 0, 15, 12);
const end = origin + seconds * 1000;
const clock = createManualClock(end + 60_000);

/** A recorded sample that occurs nowhere else in the footage. */
interface Fingerprint {
  readonly kind: 'video' | 'audio';
  readonly bytes: Buffer;
  /** Unix ms. */
  readonly from: number;
  readonly to: number;
}

interface Limits {
  readonly from: number | null;
  readonly until: number | null;
}

describe.skipIf(!scene)('an archive that is partly open', () => {
  let place: DatabasePlace;
  let server: TestServer;
  let db: Db;
  let cameraId: string;
  let owner: string;
  let viewer: string;
  let files: string[];
  let fingerprints: Fingerprint[];

  beforeAll(async () => {
    place = await createDatabasePlace('sqlite');
    db = openDatabase(locateDatabase(place));
    const [ownerId, viewerId] = [await insertCustomer(db, 'owner@example.com'), await insertCustomer(db, 'viewer@example.com')];
    cameraId = await insertCamera(db, ownerId);
    await insertGrant(db, cameraId, viewerId);
    if (scene) await recordScene(scene, { dataDir: place.dataDir, db, clock }, cameraId, { origin, seconds });
    server = await startTestServer({ dataDir: place.dataDir, clock });
    [owner, viewer] = [await server.openSession(ownerId), await server.openSession(viewerId)];
    const playlist = await (await get(owner, archivePlaylist, `?from=${origin}&to=${end}`)).text();
    files = playlist.match(/^\d+\.m4s/gm) ?? [];
    fingerprints = await readFingerprints();
  }, 60_000);
  afterAll(async () => {
    await server.close();
    await db.destroy();
    await place.remove();
  });

  const get = (token: string, endpoint: Endpoint, query = '', parameters: Record<string, string> = {}): Promise<Response> =>
    server.call(
      { method: 'GET', path: fillPath(endpoint.path, { id: cameraId, ...parameters }) + query },
      { headers: { authorization: `Bearer ${token}` } },
    );
  const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
  const codeOf = async (response: Response): Promise<string> => {
    const { error }: { error: { code: string } } = JSON.parse(await response.text());
    return `${response.status} ${error.code}`;
  };
  const limit = ({ from, until }: Limits) => db.updateTable('camera_grants').set({ archive_from: from, archive_until: until }).execute();

  async function readFingerprints(): Promise<Fingerprint[]> {
    const all: Fingerprint[] = [];
    for (const file of files) {
      const bytes = await bytesOf(await get(owner, archiveMedia, '', { file }));
      for (const { kind, decodeTime, samples } of walkSegment(bytes).fragments) {
        const ticksPerMs = kind === 'video' ? 90 : (scene?.tracks.audio?.sampleRate ?? 0) / 1000;
        let at = decodeTime / ticksPerMs;
        for (const { start, size, duration } of samples) {
          all.push({ kind, bytes: bytes.subarray(start, start + size), from: at, to: at + duration / ticksPerMs });
          at += duration / ticksPerMs;
        }
      }
    }
    const counts = new Map<string, number>();
    for (const { bytes } of all) counts.set(bytes.toString('base64'), (counts.get(bytes.toString('base64')) ?? 0) + 1);
    return all.filter(({ bytes }) => bytes.length >= 64 && counts.get(bytes.toString('base64')) === 1);
  }
  /** Returns the times of closed samples, in seconds, that an answer contains. */
  const leaked = (body: Buffer, { from, until }: Limits): number[] =>
    fingerprints
      .filter((sample) => sample.from < (from ?? -Infinity) || sample.to > (until ?? Infinity) + 1)
      .filter(({ bytes }) => body.includes(bytes))
      .map((sample) => (sample.from - origin) / 1000);

  test('its samples can be told apart', () => {
    expect(files).toHaveLength(6);
    for (const kind of ['video', 'audio']) expect(fingerprints.filter((sample) => sample.kind === kind).length).toBeGreaterThan(100);
  });

  test('whatever is asked for, no byte of media from outside is answered', async () => {
    const time = fc.integer({ min: -3000, max: seconds * 1000 + 3000 }).map((offset) => origin + offset);
    const bound = fc.option(time, { nil: null });
    const cases = fc.record({ from: bound, until: bound, a: time, b: time, at: time }).filter(({ a, b }) => a !== b);
    await fc.assert(
      fc.asyncProperty(cases, async ({ from, until, a, b, at }) => {
        const limits = { from, until };
        await limit(limits);
        const asked = `?from=${Math.min(a, b)}&to=${Math.max(a, b)}`;
        const clip = await bytesOf(await get(viewer, downloadClip, asked));
        expect(leaked(clip, limits)).toEqual([]);
        const playlist = await (await get(viewer, archivePlaylist, asked)).text();
        // Those that the playlist names, and those that it doesn't.
        for (const file of files) {
          const response = await get(viewer, archiveMedia, '', { file });
          expect(leaked(await bytesOf(response), limits)).toEqual([]);
          if (playlist.includes(file)) expect(response.status).toBe(200);
        }
        const isOpen = (moment: number): boolean => moment >= (from ?? -Infinity) && moment < (until ?? Infinity);
        // A key frame every two seconds; a moment shows the last one before it.
        const shown = Math.max(origin, origin + Math.floor((at - origin) / 2000) * 2000);
        for (const response of [await get(viewer, getSnapshot, `?at=${at}`), await get(viewer, getPreviewPicture, `?at=${at}&width=160`)]) {
          await response.arrayBuffer();
          if (response.status === 200) expect([isOpen(at), isOpen(Math.min(shown, end - 2000))]).toEqual([true, true]);
        }
        const footage = await get(viewer, getFootage, asked);
        if (footage.status === 200) {
          const { recordings, oldest, newest } = footageSchema.parse(await footage.json());
          for (const part of recordings) expect([isOpen(part.from), isOpen(part.to - 1)]).toEqual([true, true]);
          if (oldest !== null && newest !== null) expect([isOpen(oldest), isOpen(newest - 1)]).toEqual([true, true]);
        } else expect(await codeOf(footage)).toBe('403 no-archive-access');
      }),
      // A segment's audio reaches over the end of its video.
      {
        numRuns: 25,
        examples: [
          [{ from: null, until: origin + 12_000, a: origin, b: end, at: origin }],
          [{ from: origin + 12_000, until: null, a: origin, b: end, at: end - 1 }],
        ],
      },
    );
  }, 60_000);

  test('a request outside is refused, and one that reaches outside is answered as far as it is open', async () => {
    await limit({ from: origin + 7000, until: origin + 17_000 });
    const closed = `?from=${origin}&to=${origin + 7000}`;
    for (const endpoint of [getFootage, archivePlaylist, downloadClip, getClipManifest])
      expect(await codeOf(await get(viewer, endpoint, closed))).toBe('403 no-archive-access');
    for (const at of [origin + 6999, origin + 17_000]) {
      expect(await codeOf(await get(viewer, getSnapshot, `?at=${at}`))).toBe('403 no-archive-access');
      expect(await codeOf(await get(viewer, getPreviewPicture, `?at=${at}&width=160`))).toBe('403 no-archive-access');
    }
    const whole = `?from=${origin}&to=${end}`;
    expect(footageSchema.parse(await (await get(viewer, getFootage, whole)).json())).toMatchObject({
      recordings: [{ from: origin + 7000, to: origin + 17_000 }],
      oldest: origin + 7000,
      newest: origin + 17_000,
    });
    // Segments begin every four seconds: those that are open from beginning to end.
    const playlist = await (await get(viewer, archivePlaylist, whole)).text();
    expect(playlist.match(/^\d+\.m4s/gm)).toEqual([`${origin + 8000}.m4s`, `${origin + 12_000}.m4s`]);
    expect(await codeOf(await get(viewer, archiveMedia, '', { file: `${origin + 16_000}.m4s` }))).toBe('403 no-archive-access');
    expect(await codeOf(await get(viewer, archiveMedia, '', { file: `at-${origin + 17_000}.m4s` }))).toBe('403 no-archive-access');
    const clip = await get(viewer, downloadClip, whole);
    // It begins with the first key frame that is open.
    expect(clip.headers.get('content-disposition')).toContain('Yard 2026-01-15 15.00.08+0300.mp4');
    await clip.arrayBuffer();
    const days = async () =>
      archiveDaysAnswer
        .parse(await (await get(viewer, getArchiveDays, '?from=2026-01-01&to=2026-01-31')).json())
        .days.map(({ recorded }) => recorded);
    expect(await days()).toEqual([10_000]);
    await limit({ from: end, until: null });
    expect(await days()).toEqual([]);
  });
});
