import { getFootage } from '@watchpost/contract/endpoints/archive';
import { getPreview, listCameras, renameCamera } from '@watchpost/contract/endpoints/cameras';
import { createEmbedToken } from '@watchpost/contract/endpoints/player';
import { fillPath } from '@watchpost/contract/kernel';
import type { Endpoint } from '@watchpost/contract/kernel';
import { createEmbedTokenAnswer } from '@watchpost/contract/schemas/player';
import type { CreateEmbedTokenBody } from '@watchpost/contract/schemas/player';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { openLiveViewer } from '../../testing/live-viewer.ts';
import { createManualClock } from '../../testing/manual-clock.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

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
/** A camera of its own for each test, and a partner with full access to it. */
beforeEach(async () => {
  const unique = crypto.randomUUID();
  owner = await insertCustomer(db, `owner-${unique}@example.com`);
  partner = await insertCustomer(db, `partner-${unique}@example.com`);
  cameraId = await insertCamera(db, owner);
  await insertGrant(db, cameraId, partner, { access: 'full' });
});

const bearer = (token: string, from: string | null = null): Record<string, string> => ({ authorization: `Bearer ${token}`, ...(from !== null && { origin: from }) });
const session = async (customerId: string): Promise<Record<string, string>> => bearer(await server.openSession(customerId));
const call = (endpoint: Endpoint, headers: Record<string, string>, options: { id?: string; query?: string; body?: unknown } = {}): Promise<Response> =>
  server.call({ method: endpoint.method, path: fillPath(endpoint.path, { id: options.id ?? cameraId }) + (options.query ?? '') }, { headers, body: options.body });
const outcome = async (answer: Promise<Response>): Promise<string> => {
  const response = await answer;
  const text = await response.text();
  if (response.ok) return String(response.status);
  const { error }: { error: { code: string } } = JSON.parse(text);
  return `${response.status} ${error.code}`;
};
const askFor = (customerId: string, body: Partial<CreateEmbedTokenBody> = {}) => session(customerId).then((headers) => call(createEmbedToken, headers, { body: { origin, ...body } }));
const embedToken = async (customerId: string, body: Partial<CreateEmbedTokenBody> = {}) => createEmbedTokenAnswer.parse(await (await askFor(customerId, body)).json());
const footage = (token: string, options: { id?: string; from?: string | null } = {}): Promise<string> =>
  outcome(call(getFootage, bearer(token, options.from === undefined ? origin : options.from), { ...(options.id !== undefined && { id: options.id }), query: '?from=0&to=1000' }));

describe('who may make an embed token', () => {
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

  test('nobody without a session, nobody to whom the camera is invisible, and no embed token', async () => {
    const body = { origin };
    expect(await outcome(call(createEmbedToken, {}, { body }))).toBe('401 unauthorized');
    const stranger = await insertCustomer(db, `${crypto.randomUUID()}@example.com`);
    expect(await outcome(askFor(stranger))).toBe('404 not-found');
    const { token } = await embedToken(owner);
    expect(await outcome(call(createEmbedToken, bearer(token, origin), { body }))).toBe('401 unauthorized');
  });
});

describe('what an embed token opens', () => {
  test('no archive unless it was asked for', async () => {
    expect(await footage((await embedToken(owner)).token)).toBe('403 no-archive-access');
    expect(await footage((await embedToken(owner, { withArchive: true })).token)).toBe('200');
  });

  test('no more than who made it has', async () => {
    await db.updateTable('camera_grants').set({ with_archive: 0 }).where('customer_id', '=', partner).execute();
    expect(await footage((await embedToken(partner, { withArchive: true })).token)).toBe('403 no-archive-access');
  });

  test('nothing from a foreign page, or from none', async () => {
    const { token } = await embedToken(owner, { withArchive: true });
    for (const from of ['https://evil.example', 'http://shop.example', 'https://shop.example:8443', 'https://shop.example.evil.example', 'null', server.url, null]) {
      expect([from, await footage(token, { from })]).toEqual([from, '403 origin-forbidden']);
    }
  });

  test('no other camera, not even of the same owner; nobody can tell whether it exists', async () => {
    const { token } = await embedToken(owner, { withArchive: true });
    expect(await footage(token, { id: await insertCamera(db, owner) })).toBe('404 not-found');
    expect(await footage(token, { id: 'unknown' })).toBe('404 not-found');
  });

  test('no list, no change', async () => {
    const { token } = await embedToken(owner, { withArchive: true });
    expect(await outcome(call(listCameras, bearer(token, origin)))).toBe('401 unauthorized');
    expect(await outcome(call(renameCamera, bearer(token, origin), { body: { name: 'X' } }))).toBe('401 unauthorized');
  });

  test('nothing with its claims changed', async () => {
    const [purpose, payload = '', signature] = (await embedToken(owner)).token.split('.');
    const claims: object = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const forged = Buffer.from(JSON.stringify({ ...claims, withArchive: true })).toString('base64url');
    expect(await footage([purpose, forged, signature].join('.'))).toBe('401 unauthorized');
  });
});

describe('the end of an embed token', () => {
  test('comes when it said, to the millisecond', async () => {
    const start = clock.now();
    const { token, expiresAt } = await embedToken(owner, { withArchive: true, ttlSeconds: 60 });
    expect(expiresAt).toBe(start + 60_000);
    clock.advance(59_999);
    expect(await footage(token)).toBe('200');
    clock.advance(1);
    expect(await footage(token)).toBe('401 unauthorized');
    expect(await outcome(call(getPreview, bearer(token, origin)))).toBe('401 unauthorized');
  });

  test('comes at once when who made it loses the camera', async () => {
    const { token } = await embedToken(partner, { withArchive: true });
    expect(await footage(token)).toBe('200');
    await db.deleteFrom('camera_grants').where('customer_id', '=', partner).execute();
    expect(await footage(token)).toBe('404 not-found');
  });
});

describe('a live connection that is open', () => {
  const watch = async (token: string, from: string | null) => {
    const viewer = await openLiveViewer(server.url, from);
    viewer.send({ type: 'authorize', token });
    viewer.send({ type: 'subscribe', channel: 3, cameraId });
    expect((await viewer.next('state')).channel).toBe(3);
    return viewer;
  };
  /** What was answered before this is there after it. */
  const sync = async (viewer: Awaited<ReturnType<typeof watch>>, id: number): Promise<void> => {
    viewer.send({ type: 'ping', id });
    expect((await viewer.next('pong')).id).toBe(id);
  };

  test('R24: loses a camera within 10 s of the grant’s end, and only that', async () => {
    const viewer = await watch(await server.openSession(partner), null);
    const second = await insertCamera(db, partner);
    viewer.send({ type: 'subscribe', channel: 4, cameraId: second });
    expect((await viewer.next('state')).channel).toBe(4);
    await db.deleteFrom('camera_grants').where('customer_id', '=', partner).execute();
    clock.advance(10_000);
    expect(await viewer.next('error')).toMatchObject({ channel: 3, error: { code: 'not-found' } });
    viewer.send({ type: 'subscribe', channel: 5, cameraId });
    expect(await viewer.next('error')).toMatchObject({ channel: 5, error: { code: 'not-found' } });
    await sync(viewer, 1);
    viewer.close();
    await viewer.closed;
  });

  test('is closed within 10 s of its embed token’s end', async () => {
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
