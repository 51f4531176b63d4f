import { getFootage } from '@watchpost/contract/endpoints/archive';
import { getPreview, listCameras, renameCamera } from '@watchpost/contract/endpoints/cameras';
import { createEmbedToken } from '@watchpost/contract/endpoints/embeds';
import { fillPath } from '@watchpost/contract/kernel';
import type { Endpoint } from '@watchpost/contract/kernel';
import { createdEmbedTokenSchema, type CreateEmbedTokenBody } from '@watchpost/contract/schemas/embeds';
import { createManualClock } from '@watchpost/contract/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../../db/database.ts';
import { openLiveViewer } from '../../../testing/live-viewer.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const origin = 'https://shop.example';
const clock = createManualClock();
let server: TestServer;
let db: Db;
let cameraId: string;
let owner: string;
let partner: string;

beforeAll(async () => {
  server = await startTestServer({ clock });
  db = openDatabase(locateDatabase(server.config));
});
afterAll(async () => {
  await db.destroy();
  await server.close();
});
/** Each test has its own camera, and a partner with full access to it. */
beforeEach(async () => {
  const unique = crypto.randomUUID();
  owner = await insertCustomer(db, `owner-${unique}@example.com`);
  partner = await insertCustomer(db, `partner-${unique}@example.com`);
  cameraId = await insertCamera(db, owner);
  await insertGrant(db, cameraId, partner, { access: 'full' });
});

const bearer = (token: string, from: string | null = null): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  ...(from !== null && { origin: from }),
});
const session = async (customerId: string): Promise<Record<string, string>> => bearer(await server.openSession(customerId));
const call = (
  endpoint: Endpoint,
  headers: Record<string, string>,
  options: { id?: string; query?: string; body?: unknown } = {},
): Promise<Response> =>
  server.call(
    { method: endpoint.method, path: fillPath(endpoint.path, { id: options.id ?? cameraId }) + (options.query ?? '') },
    { headers, body: options.body },
  );
const outcome = async (answer: Promise<Response>): Promise<string> => {
  const response = await answer;
  const text = await response.text();
  if (response.ok) return String(response.status);
  const { error }: { error: { code: string } } = JSON.parse(text);
  return `${response.status} ${error.code}`;
};
const request = (): CreateEmbedTokenBody => ({ cameraIds: [cameraId], origins: [origin] });
const archive = { kind: 'all' } as const;
const askFor = (customerId: string, body: Partial<CreateEmbedTokenBody> = {}) =>
  session(customerId).then((headers) => call(createEmbedToken, headers, { body: { ...request(), ...body } }));
const embedToken = async (customerId: string, body: Partial<CreateEmbedTokenBody> = {}) =>
  createdEmbedTokenSchema.parse(await (await askFor(customerId, body)).json());
const footage = (token: string, options: { id?: string; from?: string | null } = {}): Promise<string> =>
  outcome(
    call(getFootage, bearer(token, options.from === undefined ? origin : options.from), {
      ...(options.id !== undefined && { id: options.id }),
      query: '?from=0&to=1000',
    }),
  );

describe('creating an embed token', () => {
  test.each([
    ['the owner', '201', null],
    ['one with full access', '201', { access: 'full' }],
    ['a viewer', '403 forbidden', { access: 'view' }],
    ['a viewer without audio and archive', '403 forbidden', { access: 'view', with_audio: 0, with_archive: 0 }],
    ['one whose full access has ended', '404 not-found', { access: 'full', expires_at: 1 }],
  ] as const)('%s: %s', async (_, expected, grant) => {
    const customerId = grant ? await insertCustomer(db, `${crypto.randomUUID()}@example.com`) : owner;
    if (grant) await insertGrant(db, cameraId, customerId, grant);
    expect(await outcome(askFor(customerId))).toBe(expected);
  });

  test('is refused without a session, for an invisible camera, and with an embed token', async () => {
    const body = request();
    expect(await outcome(call(createEmbedToken, {}, { body }))).toBe('401 unauthorized');
    const stranger = await insertCustomer(db, `${crypto.randomUUID()}@example.com`);
    expect(await outcome(askFor(stranger))).toBe('404 not-found');
    const { token } = await embedToken(owner);
    expect(await outcome(call(createEmbedToken, bearer(token, origin), { body }))).toBe('401 unauthorized');
  });
});

describe('the access of an embed token', () => {
  test('excludes the archive unless requested', async () => {
    expect(await footage((await embedToken(owner)).token)).toBe('403 no-archive-access');
    expect(await footage((await embedToken(owner, { archive })).token)).toBe('200');
  });

  test('is limited to its issuer’s', async () => {
    await db.updateTable('camera_grants').set({ with_archive: 0 }).where('customer_id', '=', partner).execute();
    expect(await footage((await embedToken(partner, { archive })).token)).toBe('403 no-archive-access');
  });

  test('works on this server’s own page, which names no origin when it reads', async () => {
    const read = async (token: string, headers: Record<string, string>): Promise<string> =>
      outcome(call(getFootage, { ...bearer(token), ...headers }, { query: '?from=0&to=1000' }));
    const { token } = await embedToken(owner, { archive, origins: [server.url] });
    expect(await read(token, { 'sec-fetch-site': 'same-origin' })).toBe('200');
    expect(await read(token, { 'sec-fetch-site': 'cross-site' })).toBe('403 origin-forbidden');
    expect(await read(token, {})).toBe('403 origin-forbidden');
    const { token: foreign } = await embedToken(owner, { archive });
    expect(await read(foreign, { 'sec-fetch-site': 'same-origin' })).toBe('403 origin-forbidden');
  });

  test('is denied to a foreign page, and without an origin', async () => {
    const { token } = await embedToken(owner, { archive });
    for (const from of [
      'https://evil.example',
      'http://shop.example',
      'https://shop.example:8443',
      'https://shop.example.evil.example',
      'null',
      server.url,
      null,
    ]) {
      expect([from, await footage(token, { from })]).toEqual([from, '403 origin-forbidden']);
    }
  });

  test('excludes other cameras, even of the same owner, without revealing whether they exist', async () => {
    const { token } = await embedToken(owner, { archive });
    expect(await footage(token, { id: await insertCamera(db, owner) })).toBe('404 not-found');
    expect(await footage(token, { id: 'unknown' })).toBe('404 not-found');
  });

  test('excludes lists and changes', async () => {
    const { token } = await embedToken(owner, { archive });
    expect(await outcome(call(listCameras, bearer(token, origin)))).toBe('401 unauthorized');
    expect(await outcome(call(renameCamera, bearer(token, origin), { body: { name: 'X' } }))).toBe('401 unauthorized');
  });

  test('ends when its claims are changed', async () => {
    const [purpose, payload = '', signature] = (await embedToken(owner)).token.split('.');
    const claims: object = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, exp: clock.now() + 86_400_000 })).toString('base64url');
    expect(await footage([purpose, forged, signature].join('.'))).toBe('401 unauthorized');
  });
});

describe('the origin of an embed token', () => {
  test.each([
    'https://shop.example',
    'https://Shop.example',
    'http://shop.example:8080',
    'https://[::1]:8443',
    'http://localhost:3000',
    'https://xn--80ak6aa92e.example',
  ])('%s is valid', async (own) => {
    expect(await outcome(askFor(owner, { origins: [own] }))).toBe('201');
  });

  // None of these is ever the Origin of a request: the token would be useless, without any explanation.
  test.each([
    ['https://*.example', 'A wildcard matches no page. List each origin, for example https://www.example.'],
    ['*', 'Use the origin of the page, for example https://shop.example.'],
    ['shop.example', 'Use the origin of the page, for example https://shop.example.'],
    ['null', 'Use the origin of the page, for example https://shop.example.'],
    ['file:///x', 'Use the origin of the page, for example https://shop.example.'],
    ['https://shop.example:443', 'Use https://shop.example: this is how browsers name the origin.'],
    ['http://shop.example:80', 'Use http://shop.example: this is how browsers name the origin.'],
    ['https://shop.example/', 'Use https://shop.example: this is how browsers name the origin.'],
    ['https://shop.example/cams?a#b', 'Use https://shop.example: this is how browsers name the origin.'],
    ['https://a:b@shop.example', 'Use https://shop.example: this is how browsers name the origin.'],
    ['https://магазин.example', 'Use https://xn--80aairftm.example: this is how browsers name the origin.'],
    ['https://127.1', 'Use https://127.0.0.1: this is how browsers name the origin.'],
  ])('%s is refused with the right form', async (wrong, message) => {
    const answer = await askFor(owner, { origins: [wrong] });
    expect(answer.status).toBe(422);
    expect(await answer.json()).toMatchObject({
      error: { code: 'invalid-request', details: { fields: [{ field: 'origins.0', message }] } },
    });
  });
});

describe('an embed token ends', () => {
  test('at its expiry, to the millisecond', async () => {
    const start = clock.now();
    const { token, expiresAt } = await embedToken(owner, { archive, ttlSeconds: 60 });
    expect(expiresAt).toBe(start + 60_000);
    clock.advance(59_999);
    expect(await footage(token)).toBe('200');
    clock.advance(1);
    expect(await footage(token)).toBe('401 unauthorized');
    expect(await outcome(call(getPreview, bearer(token, origin)))).toBe('401 unauthorized');
  });

  test('immediately when its issuer loses the camera', async () => {
    const { token } = await embedToken(partner, { archive });
    expect(await footage(token)).toBe('200');
    await db.deleteFrom('camera_grants').where('customer_id', '=', partner).execute();
    expect(await footage(token)).toBe('404 not-found');
  });
});

describe('an embed token has no more rights than its issuer', () => {
  test('none after the issuer signs out', async () => {
    const headers = await session(owner);
    const { token } = createdEmbedTokenSchema.parse(
      await (await call(createEmbedToken, headers, { body: { ...request(), archive } })).json(),
    );
    expect(await footage(token)).toBe('200');
    await db.updateTable('session_families').set({ revoked_at: clock.now() }).where('customer_id', '=', owner).execute();
    expect(await footage(token)).toBe('401 unauthorized');
    // An issuer who is signed in elsewhere, or again, requests another one.
    expect(await footage((await embedToken(owner, { archive })).token)).toBe('200');
  });

  test('none after the issuer’s access is reduced to viewing', async () => {
    const { token } = await embedToken(partner, { archive });
    await db.updateTable('camera_grants').set({ access: 'view' }).where('customer_id', '=', partner).execute();
    expect(await footage(token)).toBe('403 forbidden');
  });

  test('none after the issuer deletes the account', async () => {
    const { token } = await embedToken(partner, { archive });
    await db.updateTable('customers').set({ deleted_at: clock.now() }).where('id', '=', partner).execute();
    expect(await footage(token)).toBe('401 unauthorized');
  });
});

describe('an open live connection', () => {
  const watch = async (token: string, from: string | null) => {
    const viewer = await openLiveViewer(server.url, from);
    viewer.send({ type: 'authorize', token });
    viewer.send({ type: 'subscribe', channel: 3, cameraId });
    expect((await viewer.next('state')).channel).toBe(3);
    return viewer;
  };
  /** Everything answered before this call has arrived after it. */
  const sync = async (viewer: Awaited<ReturnType<typeof watch>>, id: number): Promise<void> => {
    viewer.send({ type: 'ping', id });
    expect((await viewer.next('pong')).id).toBe(id);
  };

  test('R24: loses a camera within 10 s of the grant’s end, and only that camera', async () => {
    const viewer = await watch(await server.openSession(partner), null);
    const second = await insertCamera(db, partner);
    viewer.send({ type: 'subscribe', channel: 4, cameraId: second });
    expect((await viewer.next('state')).channel).toBe(4);
    await db.deleteFrom('camera_grants').where('customer_id', '=', partner).execute();
    clock.advance(10_000);
    expect(await viewer.next('error')).toMatchObject({ channel: 3, error: { code: 'access-ended' } });
    viewer.send({ type: 'subscribe', channel: 5, cameraId });
    expect(await viewer.next('error')).toMatchObject({ channel: 5, error: { code: 'not-found' } });
    await sync(viewer, 1);
    viewer.close();
    await viewer.closed;
  });

  test.each([
    [
      'signs out',
      () => db.updateTable('session_families').set({ revoked_at: clock.now() }).where('customer_id', '=', partner).execute(),
      { channel: null, error: { code: 'unauthorized' } },
    ],
    [
      'is restricted to viewing',
      () => db.updateTable('camera_grants').set({ access: 'view' }).where('customer_id', '=', partner).execute(),
      { channel: 3, error: { code: 'access-ended' } },
    ],
  ] as const)('R24: ends within 10 s when the issuer of its embed token %s', async (_, change, end) => {
    const viewer = await watch((await embedToken(partner)).token, origin);
    clock.advance(10_000);
    await sync(viewer, 1);
    await change();
    clock.advance(10_000);
    expect(await viewer.next('error')).toMatchObject(end);
    viewer.close();
    await viewer.closed;
  });

  test('is closed within 10 s of its embed token’s expiry', async () => {
    const { token } = await embedToken(owner, { ttlSeconds: 60 });
    const viewer = await watch(token, origin);
    for (const second of [10, 20, 30, 40, 50]) {
      clock.advance(10_000);
      await sync(viewer, second);
    }
    clock.advance(9_999);
    await sync(viewer, 60);
    clock.advance(1 + 10_000);
    expect(await viewer.next('error')).toMatchObject({ channel: null, error: { code: 'unauthorized' } });
    expect(await viewer.closed).toBe(4401);
  });
});
