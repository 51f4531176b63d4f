import {
  createStreamLink,
  listStreamLinks,
  revokeStreamLink,
  streamMedia,
  streamPlaylist,
  streamSnapshot,
  updateStreamLink,
} from '@watchpost/contract/endpoints/stream-links';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import {
  streamLinkListSchema,
  streamLinkSchema,
  type CreateStreamLinkBody,
  type StreamLink,
} from '@watchpost/contract/schemas/stream-links';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../testing/databases.ts';
import { outcomeOf } from '../../testing/partners/api-keys.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

type RequestHeaders = Record<string, string>;

describeDatabases('stream links', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let db: Db;
  let clock: ManualClock;
  let owner: string;
  let session: RequestHeaders;
  let cameraId: string;

  beforeAll(async () => {
    clock = createManualClock();
    place = await createDatabasePlace(engine);
    server = await startTestServer({ ...place, clock, rtspPort: 0 });
    db = openDatabase(locateDatabase(server.config));
  });
  afterAll(async () => {
    await db.destroy();
    await server.close();
    await place.remove();
  });
  beforeEach(async () => {
    owner = await insertCustomer(db, `owner-${crypto.randomUUID()}@example.com`);
    session = { authorization: `Bearer ${await server.openSession(owner)}` };
    cameraId = await insertCamera(db, owner);
    // Guesses are counted by the minute.
    clock.advance(60_000);
  });

  const call = ({ method, path }: Endpoint, headers: RequestHeaders, parameters: Record<string, string> = {}, body?: unknown) =>
    server.call({ method, path: fillPath(path, parameters) }, { headers, body });
  const outcome = (...request: Parameters<typeof call>) => outcomeOf(call(...request));
  const create = async (over: Partial<CreateStreamLinkBody> = {}): Promise<StreamLink> =>
    streamLinkSchema.parse(await (await call(createStreamLink, session, {}, { name: 'Recorder', cameraId, ...over })).json());
  const list = async (): Promise<StreamLink[]> => streamLinkListSchema.parse(await (await call(listStreamLinks, session)).json());
  /** An offline camera: its stream is authorized, and then unavailable. */
  const offline = '409 camera-offline';
  const play = (address: string | null) => outcomeOf(fetch(address ?? ''));
  const strangerSession = async (): Promise<RequestHeaders> => {
    const stranger = await insertCustomer(db, `${crypto.randomUUID()}@example.com`);
    return { authorization: `Bearer ${await server.openSession(stranger)}` };
  };

  test('have addresses that need no header, in the formats that they name', async () => {
    const link = await create();
    expect(link).toMatchObject({
      name: 'Recorder',
      formats: ['rtsp', 'hls', 'snapshot'],
      withAudio: false,
      state: 'active',
      expiresAt: null,
    });
    const { rtsp, rtspLow, hls, snapshot } = link.urls;
    const secret = /\/streams\/\w{10}([0-9a-f]{32})\/index\.m3u8$/.exec(hls ?? '')?.[1] ?? '';
    expect(rtsp).toMatch(new RegExp(`^rtsp://${link.id}:${secret}@localhost:\\d+/${cameraId}$`));
    expect(rtspLow).toBe(`${rtsp}/low`);
    expect(hls).toBe(`${server.url}/public/api/v3/streams/${link.id}${secret}/index.m3u8`);
    expect(snapshot).toBe(`${server.url}/public/api/v3/streams/${link.id}${secret}/snapshot.jpg`);
    expect(await list()).toEqual([link]);
    expect(await play(snapshot)).toBe(offline);
    const picture = await create({ formats: ['snapshot'] });
    expect(picture.urls).toMatchObject({ rtsp: null, rtspLow: null, hls: null });
    const token = picture.urls.snapshot?.split('/').at(-2) ?? '';
    expect(await outcome(streamSnapshot, {}, { token })).toBe(offline);
    expect(await outcome(streamPlaylist, {}, { token })).toBe('404 not-found');
    expect(await outcome(streamMedia, {}, { token, file: '1.m4s' })).toBe('404 not-found');
  });

  test('are secrets: a wrong one opens nothing, 60 guesses a minute at most, and no line of the log has one', async () => {
    const { id, urls } = await create();
    const token = urls.hls?.split('/').at(-2) ?? '';
    const wrong = [id, `${id}${'0'.repeat(32)}`, token.slice(0, -1), `${token}0`, token.toUpperCase(), `${token.slice(0, -1)}é`, 'x'];
    for (const guess of wrong) expect(await outcome(streamPlaylist, {}, { token: encodeURIComponent(guess) })).toBe('404 not-found');
    for (let count = wrong.length; count < 60; count += 1) await outcome(streamPlaylist, {}, { token: id });
    expect(await outcome(streamPlaylist, {}, { token: id })).toBe('429 too-many-requests');
    // A client that has an address is not held up by those that guess.
    expect(await outcome(streamSnapshot, {}, { token })).toBe(offline);
    expect(server.logLines.join('\n')).not.toContain(token.slice(10));
  });

  test('are for those who manage access to the camera, and end with that right', async () => {
    const viewer = await insertCustomer(db, `${crypto.randomUUID()}@example.com`);
    const headers = { authorization: `Bearer ${await server.openSession(viewer)}` };
    const body = { name: 'Recorder', cameraId };
    expect(await outcome(createStreamLink, headers, {}, body)).toBe('404 not-found');
    await insertGrant(db, cameraId, viewer);
    expect(await outcome(createStreamLink, headers, {}, body)).toBe('403 forbidden');
    const grant = (values: object) =>
      db.updateTable('camera_grants').set(values).where('camera_id', '=', cameraId).where('customer_id', '=', viewer).execute();
    await grant({ access: 'full', has_watermark: 1 });
    expect(await outcome(createStreamLink, headers, {}, body)).toBe('403 share-exceeds-access');
    await grant({ has_watermark: 0 });
    const { urls } = streamLinkSchema.parse(await (await call(createStreamLink, headers, {}, body)).json());
    expect(await play(urls.snapshot)).toBe(offline);
    await grant({ has_watermark: 1 });
    expect(await play(urls.snapshot)).toBe('404 not-found');
    await grant({ access: 'view', has_watermark: 0 });
    expect(await play(urls.snapshot)).toBe('404 not-found');
  });

  test.each([
    ['no format', { formats: [] }],
    ['a format twice', { formats: ['hls', 'hls'] }],
    ['an unknown format', { formats: ['webrtc'] }],
    ['no name', { name: ' ' }],
    ['an end in the past', { expiresAt: 1 }],
  ])('are refused with %s', async (_, over) => {
    expect(await outcome(createStreamLink, session, {}, { name: 'Recorder', cameraId, ...over })).toBe('422 invalid-request');
  });

  test('are 100 at most, also when several are created at the same moment', async () => {
    const { id } = await create();
    const row = await db.selectFrom('stream_links').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const others = Array.from({ length: 97 }, (_, index) => ({ ...row, id: `${id}${index}` }));
    await db.insertInto('stream_links').values(others).execute();
    const body = { name: 'Recorder', cameraId };
    const answers = await Promise.all(Array.from({ length: 4 }, () => outcome(createStreamLink, session, {}, body)));
    expect(answers.toSorted()).toEqual(['201', '201', '409 limit-reached', '409 limit-reached']);
  });

  test('are changed and revoked by their creator, at once; the addresses stay until then', async () => {
    const { id, urls } = await create();
    const changed = streamLinkSchema.parse(
      await (await call(updateStreamLink, session, { id }, { name: 'TV', formats: ['snapshot'] })).json(),
    );
    expect(changed).toMatchObject({ name: 'TV', formats: ['snapshot'], urls: { rtsp: null, hls: null, snapshot: urls.snapshot } });
    expect(await play(urls.hls)).toBe('404 not-found');
    expect(await play(urls.snapshot)).toBe(offline);
    const stranger = await strangerSession();
    expect(await outcome(updateStreamLink, stranger, { id }, { name: 'X' })).toBe('404 not-found');
    expect(await outcome(revokeStreamLink, stranger, { id })).toBe('404 not-found');
    expect(await Promise.all([1, 2].map(() => outcome(revokeStreamLink, session, { id })))).toEqual(['204', '204']);
    expect(await play(urls.snapshot)).toBe('404 not-found');
    expect(await outcome(updateStreamLink, session, { id }, { name: 'X' })).toBe('409 conflict');
    const none = { rtsp: null, rtspLow: null, hls: null, snapshot: null };
    expect(await list()).toMatchObject([{ id, state: 'revoked', revokedAt: clock.now(), urls: none }]);
    const entries = await db
      .selectFrom('access_log')
      .select(['kind', 'subject'])
      .where('camera_id', '=', cameraId)
      .orderBy('kind')
      .execute();
    expect(entries).toEqual([
      { kind: 'stream-link-changed', subject: 'TV' },
      { kind: 'stream-link-created', subject: 'Recorder' },
      { kind: 'stream-link-revoked', subject: 'TV' },
    ]);
  });

  test('end on the millisecond, and with the account', async () => {
    const { urls } = await create({ expiresAt: clock.now() + 1000 });
    expect(await play(urls.snapshot)).toBe(offline);
    clock.advance(1000);
    expect(await play(urls.snapshot)).toBe('404 not-found');
    expect(await list()).toMatchObject([{ state: 'expired' }]);
    const lasting = await create();
    const deleted = (deleted_at: number | null) => db.updateTable('customers').set({ deleted_at }).where('id', '=', owner).execute();
    await deleted(clock.now());
    expect(await play(lasting.urls.snapshot)).toBe('404 not-found');
    await deleted(null);
    expect(await play(lasting.urls.snapshot)).toBe(offline);
  });

  test('can be read by the page of any site, and kept by none', async () => {
    const { urls } = await create();
    const answer = await fetch(urls.snapshot ?? '', { headers: { origin: 'https://tv.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
  });
});
