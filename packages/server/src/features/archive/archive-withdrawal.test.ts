import { archiveMedia, archivePlaylist, downloadClip } from '@watchpost/contract/endpoints/archive';
import { removeCamera } from '@watchpost/contract/endpoints/cameras';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { createSettlingClock, type SettlingClock } from '@watchpost/contract/testing';
import { once } from 'node:events';
import { get as httpGet, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { walkSegment } from '../../media/packaging/segment-walker.ts';
import { createDatabasePlace, type DatabasePlace } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertGrant, insertInvite } from '../../testing/people.ts';
import { recordScene } from '../../testing/recorded-scene.ts';
import { encodeScene } from '../../testing/scene-samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const scene = encodeScene();
/** Much more than a socket's buffers hold. */
const seconds = 1800;
const origin = Date.UTC(2026, 0, 15, 12);
const range = `?from=${origin}&to=${origin + seconds * 1000}`;

describe.skipIf(!scene)('access to the archive that is withdrawn meanwhile', () => {
  let place: DatabasePlace;
  let server: TestServer;
  let db: Db;
  let clock: SettlingClock;
  let cameraId: string;
  let ownerId: string;
  let viewerId: string;
  let headers: { authorization: string };

  beforeAll(async () => {
    // SQLite answers without waiting for anything: one turn of the event loop, and every check that was due has been decided.
    const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
    clock = createSettlingClock({ settle, start: origin + seconds * 1000 + 60_000 });
    place = await createDatabasePlace('sqlite');
    db = openDatabase(locateDatabase(place));
    ownerId = await insertCustomer(db, 'owner@example.com');
    viewerId = await insertCustomer(db, 'viewer@example.com');
    cameraId = await insertCamera(db, ownerId);
    if (scene) await recordScene(scene, { dataDir: place.dataDir, db, clock }, cameraId, { origin, seconds });
    server = await startTestServer({ dataDir: place.dataDir, clock });
    headers = { authorization: `Bearer ${await server.openSession(viewerId)}` };
  }, 120_000);
  afterAll(async () => {
    await server.close();
    await db.destroy();
    await place.remove();
  });
  beforeEach(async () => {
    await db.deleteFrom('camera_grants').execute();
    await insertGrant(db, cameraId, viewerId);
  });

  const address = ({ path }: Endpoint, parameters: Record<string, string> = {}): string =>
    server.url + fillPath(path, { id: cameraId, ...parameters });
  /** Downloads whose connection was reset rather than closed. */
  const reset = new WeakSet<IncomingMessage>();
  /** Begins a download and reads nothing more of it. */
  const begin = async (by: OutgoingHttpHeaders = headers): Promise<IncomingMessage> => {
    const request = httpGet(address(downloadClip) + range, { headers: by });
    const [response]: IncomingMessage[] = await once(request, 'response');
    if (!response) throw new Error('There is no response.');
    response.on('error', () => undefined);
    request.on('error', () => reset.add(response));
    await once(response, 'readable');
    response.read();
    return response;
  };
  /** Resolves with whether the whole file arrived. */
  const end = async (response: IncomingMessage): Promise<boolean> => {
    response.resume();
    // An aborted answer emits an error first, which `once` would throw.
    if (!response.closed) await new Promise((resolve) => response.once('close', resolve));
    return response.complete;
  };
  const change = (values: Parameters<typeof insertGrant>[3]) =>
    db
      .updateTable('camera_grants')
      .set(values ?? {})
      .execute();
  test('a download goes on while nothing changes', async () => {
    const response = await begin();
    await clock.advance(10_000);
    expect(await end(response)).toBe(true);
  });

  test.each([
    ['revoked', () => db.deleteFrom('camera_grants').execute()],
    ['without the archive', () => change({ with_archive: 0 })],
    ['without sound', () => change({ with_audio: 0 })],
    ['for a shorter period', () => change({ archive_from: origin + 1000 })],
    ['expired', () => change({ expires_at: clock.now() + 1000 })],
    // It is 15:31 in Moscow.
    ['outside of its hours', () => change({ daily_from: 60, daily_until: 120 })],
  ])('R24: a download under way ends within 10 s of access that is %s', async (_, withdraw) => {
    const response = await begin();
    await withdraw();
    await clock.advance(10_000);
    expect(await end(response)).toBe(false);
  });

  test('R24: downloads count among the viewers of a link: one too many is refused, and a lowered limit ends the newest', async () => {
    const inviteId = await insertInvite(db, cameraId, ownerId, { max_viewers: 2 });
    await db.deleteFrom('camera_grants').execute();
    const people = await Promise.all(
      ['first', 'second', 'third'].map(async (name) => {
        const id = await insertCustomer(db, `${name}@example.com`);
        await insertGrant(db, cameraId, id, { invite_id: inviteId });
        return { authorization: `Bearer ${await server.openSession(id)}` };
      }),
    );
    const [first, second] = [await begin(people[0]), await begin(people[1])];
    const refused = async () => (await fetch(address(downloadClip) + range, { headers: people[2] ?? {} })).status;
    expect(await refused()).toBe(409);
    // HEAD downloads nothing.
    expect((await fetch(address(downloadClip) + range, { method: 'HEAD', headers: people[2] ?? {} })).status).toBe(200);
    await clock.advance(10_000);
    await db.updateTable('invites').set({ max_viewers: 1 }).execute();
    await clock.advance(10_000);
    expect([await end(first), await end(second)]).toEqual([true, false]);
    // An answer without the file frees its place.
    const outside = { ...people[2], range: 'bytes=999999999999-' };
    expect((await fetch(address(downloadClip) + range, { headers: outside })).status).toBe(416);
    expect(await end(await begin(people[1]))).toBe(true);
  });

  test('R24: access that a call withdraws ends a download at once', async () => {
    const response = await begin();
    expect((await fetch(address(removeCamera), { method: 'DELETE', headers })).status).toBe(204);
    expect(await end(response)).toBe(false);
  });

  test('R24: a slow viewer does not get what the connection still holds', async () => {
    const response = await begin();
    await db.deleteFrom('camera_grants').execute();
    await clock.advance(10_000);
    expect(await end(response)).toBe(false);
    expect(reset.has(response)).toBe(true);
  });

  test('R24: playback gets no segment more', async () => {
    const playlist = await (await fetch(address(archivePlaylist) + range, { headers })).text();
    const [first = '', second = ''] = playlist.match(/^\d+\.m4s/gm) ?? [];
    const status = async (file: string) => {
      const response = await fetch(address(archiveMedia, { file }), { headers });
      await response.arrayBuffer();
      return response.status;
    };
    expect(await status(first)).toBe(200);
    await change({ daily_from: 60, daily_until: 120 });
    expect(await status(second)).toBe(403);
    await db.deleteFrom('camera_grants').execute();
    expect(await status(second)).toBe(404);
  });

  /** The files of a playlist: its init section and two segments. */
  const play = async (by = headers): Promise<readonly string[]> => {
    const response = await fetch(address(archivePlaylist) + range, { headers: by });
    expect(response.status).toBe(200);
    const playlist = await response.text();
    return [/init-\w+\.mp4/.exec(playlist)?.[0] ?? '', ...(playlist.match(/^\d+\.m4s/gm) ?? []).slice(0, 2)];
  };
  const read = async (file: string, by = headers) => {
    const response = await fetch(address(archiveMedia, { file }), { headers: by });
    return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()) };
  };
  const hasSound = (bytes: Buffer): boolean => bytes.includes('mp4a') || walkSegment(bytes).fragments.some(({ kind }) => kind === 'audio');

  test('R24: a viewer who loses the sound during playback gets no file with it any more, neither by its old name nor by the new playlist', async () => {
    const before = await play();
    for (const file of before) expect(await read(file).then(({ bytes }) => hasSound(bytes))).toBe(true);
    await change({ with_audio: 0 });
    for (const file of before) expect(await read(file).then(({ status, bytes }) => status === 200 && hasSound(bytes))).toBe(false);
    for (const file of await play()) {
      const { status, bytes } = await read(file);
      expect([status, hasSound(bytes)]).toEqual([200, false]);
    }
  });

  test.each([
    ['expires', 404, () => change({ expires_at: clock.now() + 10_000 })],
    ['no longer has the archive', 403, () => change({ with_archive: 0 })],
  ])('R24: 10 s after access that %s, every request for playback is refused', async (_, refused, withdraw) => {
    const files = await play();
    for (const file of files) expect((await read(file)).status).toBe(200);
    await withdraw();
    await clock.advance(10_000);
    for (const file of files) expect((await read(file)).status).toBe(refused);
    expect((await fetch(address(archivePlaylist) + range, { headers })).status).toBe(refused);
  });

  test('R24: a lowered number of viewers refuses the next segment of the newest; the others go on', async () => {
    const inviteId = await insertInvite(db, cameraId, ownerId, { max_viewers: 2 });
    await change({ invite_id: inviteId });
    const otherId = await insertCustomer(db, 'newest@example.com');
    await insertGrant(db, cameraId, otherId, { invite_id: inviteId });
    const newest = { authorization: `Bearer ${await server.openSession(otherId)}` };
    const [, one = '', two = ''] = await play();
    expect([(await read(one)).status, (await read(one, newest)).status]).toEqual([200, 200]);
    await db.updateTable('invites').set({ max_viewers: 1 }).where('id', '=', inviteId).execute();
    expect([(await read(two)).status, (await read(two, newest)).status]).toEqual([200, 409]);
  });
});
