import { getCamera, getPreview, listCameras, removeCamera } from '@watchpost/contract/endpoints/cameras';
import { fillPath } from '@watchpost/contract/kernel';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../db/database.ts';
import { loadKeys } from '../kernel/keys.ts';
import { createTokens } from '../kernel/tokens.ts';
import { insertEmbedToken } from '../testing/partners/partners.ts';
import { insertCamera } from '../testing/people.ts';
import { startTestServer, type TestServer, type TestSession } from '../testing/test-server.ts';

let server: TestServer;
let db: Db;
let session: TestSession;
let cameraId: string;
const origin = 'https://shop.example';

beforeAll(async () => {
  server = await startTestServer();
  db = openDatabase(locateDatabase(server.config));
  session = await server.signIn('owner@example.com');
  cameraId = await insertCamera(db, session.customer_id);
});
afterAll(async () => {
  await db.destroy();
  await server.close();
});

const read = async (headers: Record<string, string>, endpoint: { method: 'GET'; path: string } = getCamera) =>
  (await server.call({ method: 'GET', path: fillPath(endpoint.path, { id: cameraId }) }, { headers })).status;

test('on our own pages the cookie opens pictures and video, but no other site and no other call', async () => {
  const cookie = `watchpost_session=${session.access_token}`;
  expect(await read({ cookie })).toBe(200);
  expect(await read({ cookie, 'sec-fetch-site': 'same-origin' })).toBe(200);
  expect(await read({ cookie, 'sec-fetch-site': 'cross-site' })).toBe(401);
  expect(await read({ cookie, 'sec-fetch-site': 'same-site' })).toBe(401);
  expect(await read({ cookie }, listCameras)).toBe(401);
  expect(await read({ cookie: 'watchpost_session=nonsense' })).toBe(401);
  // The cookie does not make up for a wrong bearer token.
  expect(await read({ cookie, authorization: 'Bearer nonsense' })).toBe(401);
});

test('an embed token reads its camera from its page, and nothing else', async () => {
  const tokens = createTokens(loadKeys(server.config).tokens);
  const [familyId = ''] = tokens.verify('access', session.access_token)?.split(' ') ?? [];
  const token = await insertEmbedToken(db, tokens, {
    cameraIds: [cameraId],
    customerId: session.customer_id,
    familyId,
    exp: Date.UTC(2100, 0),
  });
  const authorization = `Bearer ${token}`;
  expect(await read({ authorization, origin })).toBe(200);
  expect(await read({ authorization, origin: 'https://evil.example' })).toBe(403);
  expect(await read({ authorization })).toBe(403);
  expect(await read({ authorization, origin }, listCameras)).toBe(401);
  expect(
    (await server.call({ method: 'DELETE', path: fillPath(removeCamera.path, { id: cameraId }) }, { headers: { authorization, origin } }))
      .status,
  ).toBe(401);
  const foreign = await server.signIn('foreign@example.com');
  const notMine = await insertCamera(db, foreign.customer_id);
  expect(
    (await server.call({ method: 'GET', path: fillPath(getPreview.path, { id: notMine }) }, { headers: { authorization, origin } })).status,
  ).toBe(404);
});

test.each(['', 'Bearer', 'Bearer ', 'Basic YTpi', 'Bearer a b', `Bearer ${'x'.repeat(5000)}`, 'Bearer embed.e30.x', 'Bearer access..'])(
  '%s is not a session',
  async (authorization) => {
    expect(await read({ authorization })).toBe(401);
  },
);
