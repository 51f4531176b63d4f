import { revokeApiKey, updateApiKey } from '@watchpost/contract/endpoints/api-keys';
import { getFootage } from '@watchpost/contract/endpoints/archive';
import { getCamera } from '@watchpost/contract/endpoints/cameras';
import { createEmbedToken, listEmbedTokens, revokeEmbedToken, revokeEmbedTokens } from '@watchpost/contract/endpoints/embeds';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import type { ApiKeyScope } from '@watchpost/contract/schemas/api-keys';
import { cameraSchema } from '@watchpost/contract/schemas/cameras';
import { createdEmbedTokenSchema, embedTokensSchema, type CreateEmbedTokenBody } from '@watchpost/contract/schemas/embeds';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../../db/database.ts';
import { createKey, outcomeOf } from '../../../testing/partners/api-keys.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../../testing/databases.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

type RequestHeaders = Record<string, string>;

const shop = 'https://shop.example';
const tokenScopes: ApiKeyScope[] = ['embed-tokens', 'live', 'sound', 'archive', 'ptz', 'talk'];

describeDatabases('embed tokens', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let db: Db;
  let clock: ManualClock;
  let owner: string;
  let session: RequestHeaders;
  let cameraId: string;
  let second: string;

  beforeAll(async () => {
    clock = createManualClock();
    place = await createDatabasePlace(engine);
    server = await startTestServer({ ...place, clock });
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
    second = await insertCamera(db, owner);
  });

  const call = ({ method, path }: Endpoint, headers: RequestHeaders, id = cameraId, body?: unknown): Promise<Response> =>
    server.call({ method, path: fillPath(path, { id }) }, { headers, body });
  const outcome = (endpoint: Endpoint, headers: RequestHeaders, id?: string) => outcomeOf(call(endpoint, headers, id));
  const ask = (headers: RequestHeaders, over: Partial<CreateEmbedTokenBody> = {}) =>
    server.call(createEmbedToken, { headers, body: { cameraIds: [cameraId], origins: [shop], ...over } });
  const create = async (headers: RequestHeaders, over: Partial<CreateEmbedTokenBody> = {}) => {
    const created = createdEmbedTokenSchema.parse(await (await ask(headers, over)).json());
    return { ...created, page: { authorization: `Bearer ${created.token}`, origin: shop } };
  };
  const list = async (headers: RequestHeaders) => embedTokensSchema.parse(await (await call(listEmbedTokens, headers)).json());
  const seen = async (page: RequestHeaders, id = cameraId) => cameraSchema.parse(await (await call(getCamera, page, id)).json());
  const claimsOf = (token: string): object => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

  describe('by a key', () => {
    test('open the key’s cameras, with what the key can do', async () => {
      const key = await createKey(server, session, { scopes: tokenScopes, cameraIds: [cameraId] });
      const { page } = await create(key.headers, { withAudio: true, withPtz: true, withTalk: true, archive: { kind: 'all' } });
      expect(await seen(page)).toMatchObject({
        withAudio: true,
        withArchive: true,
        isOwner: false,
        grant: { access: 'view', withPtz: true, withTalk: true },
      });
      expect(await outcome(getCamera, page, second)).toBe('404 not-found');
    });

    test.each([
      ['live', {}],
      ['archive', { archive: { kind: 'last-hours', hours: 1 } }],
      ['sound', { withAudio: true }],
      ['ptz', { withPtz: true }],
      ['talk', { withTalk: true }],
    ] as const)('need its scope %s for each right', async (scope, over) => {
      const lacking = await createKey(server, session, { scopes: tokenScopes.filter((one) => one !== scope) });
      expect(await outcomeOf(ask(lacking.headers, over))).toBe('403 scope-missing');
      const having = await createKey(server, session, { scopes: [...new Set<ApiKeyScope>(['embed-tokens', 'live', scope])] });
      expect(await outcomeOf(ask(having.headers, over))).toBe('201');
    });

    test('are for the key’s cameras and origins, and its creator must manage access', async () => {
      const { headers } = await createKey(server, session, { cameraIds: [cameraId], origins: [shop, 'https://shop2.example'] });
      expect(await outcomeOf(ask(headers, { cameraIds: [cameraId, second] }))).toBe('404 not-found');
      expect(await outcomeOf(ask(headers, { origins: [shop, 'https://evil.example'] }))).toBe('403 origin-forbidden');
      expect(await outcomeOf(ask(headers, { origins: ['https://shop2.example'] }))).toBe('201');
      const viewer = await insertCustomer(db, `${crypto.randomUUID()}@example.com`);
      await insertGrant(db, cameraId, viewer);
      const ofViewer = await createKey(server, { authorization: `Bearer ${await server.openSession(viewer)}` });
      expect(await outcomeOf(ask(ofViewer.headers))).toBe('403 forbidden');
    });

    test('end with the key, and are narrowed with it at once', async () => {
      const key = await createKey(server, session, { scopes: tokenScopes });
      const { page } = await create(key.headers, { withAudio: true });
      expect(await seen(page)).toMatchObject({ withAudio: true });
      const update = (change: object) => call(updateApiKey, session, key.id, change);
      await update({ scopes: ['embed-tokens', 'live'] });
      expect(await seen(page)).toMatchObject({ withAudio: false });
      await update({ cameraIds: [second] });
      expect(await outcome(getCamera, page)).toBe('404 not-found');
      await update({ cameraIds: null, origins: ['https://shop2.example'] });
      expect(await outcome(getCamera, page)).toBe('403 origin-forbidden');
      await update({ origins: [], scopes: ['live'] });
      expect(await outcome(getCamera, page)).toBe('401 unauthorized');
      await update({ scopes: tokenScopes });
      expect(await outcome(getCamera, page)).toBe('200');
      await call(revokeApiKey, session, key.id);
      expect(await outcome(getCamera, page)).toBe('401 unauthorized');
      expect((await list(session)).count).toBe(0);
    });

    test('are 120 a minute', async () => {
      const { headers } = await createKey(server, session);
      for (let count = 0; count < 120; count += 1) await (await ask(headers)).body?.cancel();
      const refused = await ask(headers);
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 60]);
      clock.advance(60_000);
      expect((await ask(headers)).status).toBe(201);
    }, 30_000);
  });

  test('open several cameras on several pages, without a word about them', async () => {
    const { token, page } = await create(session, { cameraIds: [cameraId, second], origins: [shop, 'https://shop2.example'] });
    for (const origin of [shop, 'https://shop2.example'])
      expect([await outcome(getCamera, { ...page, origin }), await outcome(getCamera, { ...page, origin }, second)]).toEqual([
        '200',
        '200',
      ]);
    expect(Object.keys(claimsOf(token)).toSorted()).toEqual(['exp', 'iat', 'id', 'rights']);
    expect(JSON.stringify(claimsOf(token))).not.toContain(owner);
  });

  test('a renewed one differs in id, iat and exp alone; one with other rights in more', async () => {
    const rights = async (over: Partial<CreateEmbedTokenBody>) => {
      clock.advance(1000);
      return { ...claimsOf((await create(session, over)).token), id: '', iat: 0, exp: 0 };
    };
    const lastHours = { archive: { kind: 'last-hours', hours: 24 } } as const;
    expect(await rights(lastHours)).toEqual(await rights(lastHours));
    expect(await rights(lastHours)).not.toEqual(await rights({ archive: { kind: 'last-hours', hours: 25 } }));
    expect(await rights({})).not.toEqual(await rights({ cameraIds: [second] }));
  });

  test('the last hours are those before it was made; a period is what it says', async () => {
    const now = clock.now();
    const { page } = await create(session, { archive: { kind: 'last-hours', hours: 2 }, live: false });
    expect(await seen(page)).toMatchObject({ grant: { withLive: false, archiveFrom: now - 7_200_000, archiveUntil: null } });
    const ofPeriod = await create(session, { archive: { kind: 'period', from: 100, until: 200 } });
    expect(await seen(ofPeriod.page)).toMatchObject({ grant: { archiveFrom: 100, archiveUntil: 200 } });
    const footage = (query: string) =>
      outcomeOf(server.call({ method: 'GET', path: `${fillPath(getFootage.path, { id: cameraId })}${query}` }, { headers: ofPeriod.page }));
    expect([await footage('?from=100&to=150'), await footage('?from=0&to=100')]).toEqual(['200', '403 no-archive-access']);
    expect((await ask(session, { archive: { kind: 'period', from: 2, until: 2 } })).status).toBe(422);
  });

  test('are listed for their session and their key, while they work', async () => {
    const key = await createKey(server, session);
    const first = await create(session, { ttlSeconds: 60 });
    clock.advance(1);
    const ofKey = await create(key.headers, { viewerId: 'order 1042', cameraIds: [second] });
    expect(await list(session)).toMatchObject({
      count: 2,
      lastExpiresAt: ofKey.expiresAt,
      tokens: [
        { id: ofKey.id, apiKeyId: key.id, cameraIds: [second], origins: [shop], viewerId: 'order 1042' },
        { id: first.id, apiKeyId: null },
      ],
    });
    expect(await list(key.headers)).toMatchObject({ count: 1, tokens: [{ id: ofKey.id }] });
    clock.advance(60_000);
    expect(await list(session)).toMatchObject({ count: 1 });
    const again = { authorization: `Bearer ${await server.openSession(owner)}` };
    await create(session);
    expect((await list(again)).count).toBe(2);
    // Signed out: what was made with that session has ended.
    await db.updateTable('session_families').set({ revoked_at: clock.now() }).where('customer_id', '=', owner).execute();
    const third = { authorization: `Bearer ${await server.openSession(owner)}` };
    expect(await list(third)).toMatchObject({ count: 1, tokens: [{ id: ofKey.id }] });
  });

  test('are revoked at once, one or all, by their creator', async () => {
    const key = await createKey(server, session);
    const [one, other, ofKey] = [await create(session), await create(session), await create(key.headers)];
    expect(await outcome(revokeEmbedToken, key.headers, one.id)).toBe('404 not-found');
    const both = await Promise.all([outcome(revokeEmbedToken, session, one.id), outcome(revokeEmbedToken, session, one.id)]);
    expect(both.toSorted()).toEqual(['204', '404 not-found']);
    expect([await outcome(getCamera, one.page), await outcome(getCamera, other.page)]).toEqual(['401 unauthorized', '200']);
    expect(await outcome(revokeEmbedTokens, key.headers)).toBe('204');
    expect([await outcome(getCamera, other.page), await outcome(getCamera, ofKey.page)]).toEqual(['200', '401 unauthorized']);
    expect(await outcome(revokeEmbedTokens, session)).toBe('204');
    expect(await outcome(getCamera, other.page)).toBe('401 unauthorized');
    const stranger = {
      authorization: `Bearer ${await server.openSession(await insertCustomer(db, `${crypto.randomUUID()}@example.com`))}`,
    };
    const last = await create(session);
    expect(await outcome(revokeEmbedToken, stranger, last.id)).toBe('404 not-found');
    expect(await list(stranger)).toEqual({ count: 0, lastExpiresAt: null, tokens: [] });
  });

  test('are deleted after their end', async () => {
    const { id } = await create(session, { ttlSeconds: 60 });
    const rows = () => db.selectFrom('embed_tokens').select('id').where('id', '=', id).execute();
    clock.advance(59_000);
    expect(await rows()).toHaveLength(1);
    clock.advance(61_000);
    await expect.poll(rows).toEqual([]);
  });

  test('leave an entry in the log of each camera, not again with each renewal', async () => {
    const key = await createKey(server, session, { name: 'Website' });
    const entries = () =>
      db
        .selectFrom('access_log')
        .select(['camera_id', 'viewer_kind', 'viewer_id', 'viewer_name', 'subject', 'grant_kind', 'grant_name'])
        .where('kind', '=', 'embed-token-created')
        .where('camera_id', 'in', [cameraId, second])
        .execute();
    await create(key.headers, { viewerId: 'order 1042' });
    await create(key.headers);
    const byKey = { viewer_kind: 'api-key', viewer_id: key.id, viewer_name: 'Website', grant_kind: 'api-key', grant_name: 'Website' };
    expect(await entries()).toEqual([{ ...byKey, camera_id: cameraId, subject: 'order 1042' }]);
    await create(session, { cameraIds: [second] });
    expect(await entries()).toContainEqual(
      expect.objectContaining({ camera_id: second, viewer_kind: 'user', viewer_id: owner, subject: shop, grant_kind: 'owner' }),
    );
    clock.advance(600_000);
    await create(key.headers);
    expect(await entries()).toHaveLength(3);
  });

  test('that are revoked leave an entry in the log of each camera: who, when and how many', async () => {
    const key = await createKey(server, session, { name: 'Website' });
    const entries = () =>
      db
        .selectFrom('access_log')
        .select(['camera_id', 'at', 'viewer_kind', 'viewer_id', 'viewer_name', 'subject', 'grant_kind', 'grant_name'])
        .where('kind', '=', 'embed-tokens-revoked')
        .where('camera_id', 'in', [cameraId, second])
        .orderBy('at')
        .execute();
    const one = await create(session);
    await create(session, { cameraIds: [cameraId, second] });
    await create(session, { ttlSeconds: 60 });
    await create(key.headers);
    expect(await outcome(revokeEmbedToken, session, one.id)).toBe('204');
    const byOwner = { viewer_kind: 'user', viewer_id: owner, viewer_name: null, grant_kind: 'owner', grant_name: null };
    expect(await entries()).toEqual([{ ...byOwner, at: clock.now(), camera_id: cameraId, subject: '1' }]);
    // Nothing is left of it to revoke.
    expect(await outcome(revokeEmbedToken, session, one.id)).toBe('404 not-found');
    clock.advance(1);
    expect(await outcome(revokeEmbedTokens, key.headers)).toBe('204');
    const byKey = { viewer_kind: 'api-key', viewer_id: key.id, viewer_name: 'Website', grant_kind: 'api-key', grant_name: 'Website' };
    expect((await entries()).slice(1)).toEqual([{ ...byKey, at: clock.now(), camera_id: cameraId, subject: '1' }]);
    clock.advance(59_998);
    await create(session);
    // One has expired by now: nobody lost anything by it.
    clock.advance(1);
    expect(await outcome(revokeEmbedTokens, session)).toBe('204');
    const last = (await entries()).slice(2);
    expect(last).toHaveLength(2);
    expect(last).toContainEqual({ ...byOwner, at: clock.now(), camera_id: cameraId, subject: '2' });
    expect(last).toContainEqual({ ...byOwner, at: clock.now(), camera_id: second, subject: '1' });
    expect(await outcome(revokeEmbedTokens, session)).toBe('204');
    expect(await entries()).toHaveLength(4);
  });
});
