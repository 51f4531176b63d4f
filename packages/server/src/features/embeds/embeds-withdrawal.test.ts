import { revokeApiKey } from '@watchpost/contract/endpoints/api-keys';
import { archiveMedia, archivePlaylist, downloadClip } from '@watchpost/contract/endpoints/archive';
import { createEmbedLink, createEmbedToken, openEmbedLink, revokeEmbedLink, revokeEmbedToken } from '@watchpost/contract/endpoints/embeds';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { createdEmbedTokenSchema, embedLinkSchema, openedEmbedLinkSchema } from '@watchpost/contract/schemas/embeds';
import { createSettlingClock, type SettlingClock } from '@watchpost/contract/testing';
import { once } from 'node:events';
import { get as httpGet, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { createKey } from '../../testing/partners/api-keys.ts';
import { createDatabasePlace, type DatabasePlace } from '../../testing/databases.ts';
import { insertCamera, insertCustomer } from '../../testing/people.ts';
import { recordScene } from '../../testing/recorded-scene.ts';
import { encodeScene } from '../../testing/scene-samples.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const scene = encodeScene();
/** Much more than a socket's buffers hold. */
const seconds = 1800;
const start = Date.UTC(2026, 0, 15, 12);
const range = `?from=${start}&to=${start + seconds * 1000}`;
const shop = 'https://shop.example';

/** What a partner holds, and how its giver takes it back. */
interface Held {
  readonly headers: Record<string, string>;
  readonly revoke: () => Promise<unknown>;
}

describe.skipIf(!scene)('the archive, when a partner’s access is revoked meanwhile', () => {
  let place: DatabasePlace;
  let server: TestServer;
  let db: Db;
  let clock: SettlingClock;
  let cameraId: string;
  let session: Record<string, string>;

  beforeAll(async () => {
    // SQLite answers without waiting for anything: one turn of the event loop, and every check that was due has been decided.
    const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
    clock = createSettlingClock({ settle, start: start + seconds * 1000 + 60_000 });
    place = await createDatabasePlace('sqlite');
    db = openDatabase(locateDatabase(place));
    const ownerId = await insertCustomer(db, 'owner@example.com');
    cameraId = await insertCamera(db, ownerId);
    if (scene) await recordScene(scene, { dataDir: place.dataDir, db, clock }, cameraId, { origin: start, seconds });
    server = await startTestServer({ dataDir: place.dataDir, clock });
    session = { authorization: `Bearer ${await server.openSession(ownerId)}` };
  }, 120_000);
  afterAll(async () => {
    await server.close();
    await db.destroy();
    await place.remove();
  });

  const call = ({ method, path }: Endpoint, id: string, headers: Record<string, string>, body?: unknown): Promise<Response> =>
    server.call({ method, path: fillPath(path, { id }) }, { headers, body });
  const held: readonly (readonly [string, () => Promise<Held>])[] = [
    [
      'an API key',
      async () => {
        const { id, headers } = await createKey(server, session, { scopes: ['archive'] });
        return { headers, revoke: () => call(revokeApiKey, id, session) };
      },
    ],
    [
      'an embed token',
      async () => {
        const body = { cameraIds: [cameraId], origins: [shop], archive: { kind: 'all' } };
        const created = createdEmbedTokenSchema.parse(await (await call(createEmbedToken, '', session, body)).json());
        const headers = { authorization: `Bearer ${created.token}`, origin: shop };
        return { headers, revoke: () => call(revokeEmbedToken, created.id, session) };
      },
    ],
    [
      'an embed token of a key',
      async () => {
        const key = await createKey(server, session, { scopes: ['embed-tokens', 'live', 'archive'] });
        const body = { cameraIds: [cameraId], origins: [shop], archive: { kind: 'all' } };
        const { token } = createdEmbedTokenSchema.parse(await (await call(createEmbedToken, '', key.headers, body)).json());
        return { headers: { authorization: `Bearer ${token}`, origin: shop }, revoke: () => call(revokeApiKey, key.id, session) };
      },
    ],
    [
      'an embed link',
      async () => {
        const options = { name: 'Beach', withAudio: true, origins: [], maxViewers: null, expiresAt: null };
        const body = { ...options, cameraIds: [cameraId], archive: { kind: 'all' } };
        const { id } = embedLinkSchema.parse(await (await call(createEmbedLink, '', session, body)).json());
        const { token } = openedEmbedLinkSchema.parse(await (await call(openEmbedLink, id, {})).json());
        return { headers: { authorization: `Bearer ${token}` }, revoke: () => call(revokeEmbedLink, id, session) };
      },
    ],
  ];

  /** Begins a download and reads nothing more of it. */
  const begin = async (headers: Record<string, string>): Promise<IncomingMessage> => {
    const request = httpGet(server.url + fillPath(downloadClip.path, { id: cameraId }) + range, { headers });
    const [response]: IncomingMessage[] = await once(request, 'response');
    if (!response) throw new Error('There is no response.');
    response.on('error', () => undefined);
    // Its connection is reset.
    request.on('error', () => undefined);
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

  test.each(held)('R24: a download by %s goes on while nothing changes, and ends at once', async (_, hold) => {
    const { headers, revoke } = await hold();
    const response = await begin(headers);
    await clock.advance(10_000);
    expect(await end(response)).toBe(true);
    const other = await begin(headers);
    await revoke();
    expect(await end(other)).toBe(false);
  });

  test.each(held)('R24: playback by %s gets no segment more', async (_, hold) => {
    const { headers, revoke } = await hold();
    const path = fillPath(archivePlaylist.path, { id: cameraId });
    const playlist = await (await server.call({ method: 'GET', path: path + range }, { headers })).text();
    const [first = '', second = ''] = playlist.match(/^\d+\.m4s/gm) ?? [];
    const status = async (file: string): Promise<number> => {
      const response = await server.call({ method: 'GET', path: fillPath(archiveMedia.path, { id: cameraId, file }) }, { headers });
      await response.arrayBuffer();
      return response.status;
    };
    expect(await status(first)).toBe(200);
    await revoke();
    expect(await status(second)).toBe(401);
  });
});
