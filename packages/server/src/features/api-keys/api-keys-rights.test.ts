import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApiKey, getOwnApiKey, listApiKeys, updateApiKey } from '@watchpost/contract/endpoints/api-keys';
import { getFootage } from '@watchpost/contract/endpoints/archive';
import { getCamera, getCameraMetrics, getPreview, listCameras } from '@watchpost/contract/endpoints/cameras';
import { createEmbedToken } from '@watchpost/contract/endpoints/embeds';
import { getEventTimeline, listEvents } from '@watchpost/contract/endpoints/events';
import { getPresence } from '@watchpost/contract/endpoints/locations';
import { getPtz } from '@watchpost/contract/endpoints/ptz';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { cameraSchema } from '@watchpost/contract/schemas/cameras';
import { eventPageSchema } from '@watchpost/contract/schemas/events';
import { createManualClock } from '@watchpost/contract/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { allScopes, createKey, outcomeOf } from '../../testing/partners/api-keys.ts';
import { examplePlans } from '../../testing/billing/example-plans.ts';
import { openLiveViewer } from '../../testing/live-viewer.ts';
import { insertCamera, insertCustomer, insertEvent, insertGrant } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const clock = createManualClock();
let folder: string;
let server: TestServer;
let db: Db;
let owner: string;
let session: Record<string, string>;
let cameraId: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'watchpost-plans-'));
  // Without plans, the calls of billing don't exist for anyone.
  const plansFile = join(folder, 'plans.json');
  writeFileSync(plansFile, JSON.stringify(examplePlans));
  server = await startTestServer({ clock, plansFile, trustedProxies: ['127.0.0.1', '::1'] });
  db = openDatabase(locateDatabase(server.config));
});
afterAll(async () => {
  await db.destroy();
  await server.close();
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  owner = await insertCustomer(db, `owner-${crypto.randomUUID()}@example.com`);
  session = { authorization: `Bearer ${await server.openSession(owner)}` };
  cameraId = await insertCamera(db, owner);
});

const queries = new Map<Endpoint, string>([
  [getFootage, '?from=0&to=1000'],
  [getEventTimeline, '?from=0&to=1000&step=1000'],
]);
const outcome = (endpoint: Endpoint, headers: Record<string, string>, id = cameraId): Promise<string> =>
  outcomeOf(server.call({ method: endpoint.method, path: fillPath(endpoint.path, { id }) + (queries.get(endpoint) ?? '') }, { headers }));

test('every other call of the server is closed to a key, whatever its scopes', async () => {
  const { headers } = await createKey(server, session);
  const closed = server.server.app.contractRoutes.filter(({ options }) => options.access === 'session' || options.access === 'camera');
  expect(closed.length).toBeGreaterThan(60);
  for (const { endpoint } of closed) {
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => (name === 'id' ? cameraId : 'x'));
    expect([endpoint.path, await outcomeOf(server.call({ method: endpoint.method, path }, { headers }))]).toEqual([
      endpoint.path,
      '401 unauthorized',
    ]);
  }
});

test('a call for keys is closed to a session', async () => {
  expect(await outcome(getOwnApiKey, session)).toBe('401 unauthorized');
  expect(await outcome(getOwnApiKey, {})).toBe('401 unauthorized');
});

test.each([
  ['live', getPreview],
  ['live', getCameraMetrics],
  ['archive', getFootage],
  ['events', getEventTimeline],
  ['ptz', getPtz],
  ['presence', getPresence],
] as const)('the scope %s opens its calls, and no other does', async (scope, endpoint) => {
  const others = await createKey(server, session, { scopes: allScopes.filter((one) => one !== scope) });
  expect(await outcome(endpoint, others.headers)).toBe('403 scope-missing');
  const only = await createKey(server, session, { scopes: [scope] });
  expect(await outcome(endpoint, only.headers)).not.toMatch(/^40[13]/);
  // Whatever its scope, a key sees that its camera exists.
  expect(await outcome(getCamera, only.headers)).toBe('200');
});

test('a key for some cameras can’t say who is home', async () => {
  const { headers } = await createKey(server, session, { cameraIds: [cameraId], scopes: ['presence'] });
  expect(await outcome(getPresence, headers)).toBe('404 not-found');
});

test('a key names the scope that it lacks', async () => {
  const { headers } = await createKey(server, session, { scopes: ['live'] });
  const answer = await server.call({ method: 'GET', path: `${fillPath(getFootage.path, { id: cameraId })}?from=0&to=1` }, { headers });
  expect(await answer.json()).toMatchObject({ error: { code: 'scope-missing', details: { scope: 'archive' } } });
  const body = { cameraIds: [cameraId], origins: ['https://shop.example'] };
  expect(await outcomeOf(server.call(createEmbedToken, { headers, body }))).toBe('403 scope-missing');
});

test('sound and talk are scopes of their own', async () => {
  const grantOf = async (scopes: typeof allScopes) => {
    const { headers } = await createKey(server, session, { scopes });
    const answer = await server.call({ method: 'GET', path: fillPath(getCamera.path, { id: cameraId }) }, { headers });
    return cameraSchema.parse(await answer.json());
  };
  expect(await grantOf(['live'])).toMatchObject({ withAudio: false, grant: { withAudio: false, withTalk: false, withPtz: false } });
  expect(await grantOf(['live', 'sound', 'talk'])).toMatchObject({ withAudio: true, grant: { withAudio: true, withTalk: true } });
});

test('a camera that a key doesn’t have is like one that doesn’t exist', async () => {
  const other = await insertCamera(db, owner);
  const { headers } = await createKey(server, session, { cameraIds: [cameraId] });
  const bodyOf = async (id: string) => (await server.call({ method: 'GET', path: fillPath(getCamera.path, { id }) }, { headers })).text();
  expect(await outcome(getCamera, headers, other)).toBe('404 not-found');
  expect(await bodyOf(other)).toBe(await bodyOf('unknown'));
});

test('a key lists events of its cameras', async () => {
  const other = await insertCamera(db, owner);
  const [own] = await Promise.all([insertEvent(db, cameraId), insertEvent(db, other)]);
  const { headers } = await createKey(server, session, { cameraIds: [cameraId], scopes: ['events'] });
  const page = eventPageSchema.parse(await (await server.call(listEvents, { headers })).json());
  expect(page.events.map(({ id }) => id)).toEqual([own]);
  const named = { method: 'GET', path: `${listEvents.path}?cameraId=${other}` } as const;
  expect(await outcomeOf(server.call(named, { headers }))).toBe('404 not-found');
  const blind = await createKey(server, session, { scopes: ['live', 'archive'] });
  expect(await outcomeOf(server.call(listEvents, { headers: blind.headers }))).toBe('403 scope-missing');
});

test('a key scrapes the metrics of its cameras', async () => {
  const other = await insertCamera(db, owner);
  const { headers } = await createKey(server, session, { cameraIds: [cameraId], scopes: ['live'] });
  const answer = await server.call(getCameraMetrics, { headers });
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  const text = await answer.text();
  expect(text).toContain(`watchpost_camera_up{camera="${cameraId}"} 0`);
  expect(text).not.toContain(other);
});

test('a key is at no moment more than its creator', async () => {
  const partner = await insertCustomer(db, `${crypto.randomUUID()}@example.com`);
  await insertGrant(db, cameraId, partner, { with_archive: 0 });
  const headers = { authorization: `Bearer ${await server.openSession(partner)}` };
  const key = await createKey(server, headers);
  const outcomes = async () => [
    await outcome(getCamera, key.headers),
    await outcome(getPreview, key.headers),
    await outcome(getFootage, key.headers),
    await outcome(getPtz, key.headers),
  ];
  // There is no picture yet.
  expect(await outcomes()).toEqual(['200', '404 not-found', '403 no-archive-access', '403 forbidden']);
  // It is 15:00 in Moscow.
  const change = (values: Parameters<typeof insertGrant>[3]) =>
    db
      .updateTable('camera_grants')
      .set({ ...values })
      .where('customer_id', '=', partner)
      .execute();
  await change({ with_archive: 1, with_ptz: 1 });
  expect(await outcomes()).toEqual(['200', '404 not-found', '200', '200']);
  await change({ daily_from: 60, daily_until: 120 });
  const later = '403 access-outside-hours';
  expect(await outcomes()).toEqual(['200', later, later, later]);
  await db.deleteFrom('camera_grants').where('customer_id', '=', partner).execute();
  expect(await outcomes()).toEqual(Array.from({ length: 4 }, () => '404 not-found'));
});

describe('a key in a page', () => {
  test.each([getOwnApiKey, getCamera, listCameras])('is refused by $path, known or not', async (endpoint) => {
    const { headers } = await createKey(server, session);
    for (const origin of ['https://shop.example', server.url, 'null']) {
      expect(await outcome(endpoint, { ...headers, origin })).toBe('403 origin-forbidden');
      expect(await outcome(endpoint, { authorization: `Bearer wp_live_${'a'.repeat(32)}`, origin })).toBe('403 origin-forbidden');
    }
    expect(await outcome(endpoint, headers)).toBe('200');
  });

  test('opens no live connection', async () => {
    const { secret } = await createKey(server, session);
    const viewer = await openLiveViewer(server.url, server.url);
    viewer.send({ type: 'authorize', token: secret });
    expect(await viewer.next('error')).toMatchObject({ error: { code: 'origin-forbidden' } });
    expect(await viewer.closed).toBe(4403);
  });
});

describe('a key with addresses', () => {
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const ipRanges = ['203.0.113.4', '198.51.100.0/24', '2001:db8::/32'];

  test.each([
    ['203.0.113.4', '200'],
    ['203.0.113.5', '403 key-address-forbidden'],
    ['198.51.100.255', '200'],
    ['198.51.101.0', '403 key-address-forbidden'],
    ['::ffff:198.51.100.7', '200'],
    ['2001:db8:ffff::1', '200'],
    ['2001:db9::1', '403 key-address-forbidden'],
    // The proxy that the operator trusts wrote the last one; anyone can write what is before it.
    ['203.0.113.4, 192.0.2.1', '403 key-address-forbidden'],
    ['192.0.2.1, 203.0.113.4', '200'],
    ['nonsense', '403 key-address-forbidden'],
  ])('from %s: %s', async (address, expected) => {
    const { headers } = await createKey(server, session, { ipRanges });
    expect(await outcome(getCamera, { ...headers, ...from(address) })).toBe(expected);
    expect(await outcome(getOwnApiKey, { ...headers, ...from(address) })).toBe(expected);
  });

  test('opens a live connection from there alone, and loses it when they change', async () => {
    const { secret, id } = await createKey(server, session, { ipRanges: ['203.0.113.0/24'] });
    const open = async (address: string) => {
      const viewer = await openLiveViewer(server.url, null, from(address));
      viewer.send({ type: 'authorize', token: secret });
      return viewer;
    };
    const refused = await open('192.0.2.1');
    expect(await refused.next('error')).toMatchObject({ error: { code: 'key-address-forbidden' } });
    await refused.closed;
    const viewer = await open('203.0.113.9');
    viewer.send({ type: 'subscribe', channel: 1, cameraId });
    await viewer.next('state');
    const path = fillPath(updateApiKey.path, { id });
    await server.call({ method: 'PATCH', path }, { headers: session, body: { ipRanges: ['192.0.2.0/24'] } });
    expect(await viewer.next('error')).toMatchObject({ channel: 1, error: { code: 'key-address-forbidden' } });
    viewer.close();
    await viewer.closed;
  });
});

test('neither a key nor an embed token creates keys', async () => {
  const { headers } = await createKey(server, session);
  expect(await outcome(createApiKey, headers)).toBe('401 unauthorized');
  expect(await outcome(listApiKeys, headers)).toBe('401 unauthorized');
});
