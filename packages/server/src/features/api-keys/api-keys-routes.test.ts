import { createApiKey, getOwnApiKey, listApiKeys, revokeApiKey, updateApiKey } from '@watchpost/contract/endpoints/api-keys';
import { getCamera, listCameras } from '@watchpost/contract/endpoints/cameras';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { apiKeyListSchema, apiKeySchema, type ApiKey, type CreateApiKeyBody } from '@watchpost/contract/schemas/api-keys';
import { cameraListSchema } from '@watchpost/contract/schemas/cameras';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { createKey, keyOptions, outcomeOf } from '../../testing/partners/api-keys.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../testing/databases.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const dayMs = 86_400_000;

describeDatabases('API keys', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let db: Db;
  let clock: ManualClock;
  let owner: string;
  let session: Record<string, string>;
  let cameraId: string;

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
  });

  const call = ({ method, path }: Endpoint, headers: Record<string, string>, id = cameraId, body?: unknown): Promise<Response> =>
    server.call({ method, path: fillPath(path, { id }) }, { headers, body });
  const outcome = (endpoint: Endpoint, headers: Record<string, string>, id?: string, body?: unknown) =>
    outcomeOf(call(endpoint, headers, id, body));
  const create = (over: Partial<CreateApiKeyBody> = {}) => createKey(server, session, over);
  const list = async (): Promise<ApiKey[]> => apiKeyListSchema.parse(await (await call(listApiKeys, session)).json());
  const kindsOf = async (id = cameraId): Promise<string[]> =>
    (await db.selectFrom('access_log').select('kind').where('camera_id', '=', id).execute()).map(({ kind }) => kind).toSorted();

  describe('the secret', () => {
    test('is 32 letters and digits, in one answer and nowhere else', async () => {
      const { secret, apiKey, headers } = await create();
      expect(secret).toMatch(/^wp_live_[0-9A-Za-z]{32}$/);
      expect(apiKey).toMatchObject({ hint: secret.slice(0, 12), state: 'active', lastUsedAt: null, lastUsedIp: null, revokedAt: null });
      expect(await list()).toEqual([apiKey]);
      const answers = await Promise.all([listApiKeys, listCameras].map(async (endpoint) => (await call(endpoint, session)).text()));
      const own = await (await call(getOwnApiKey, headers)).text();
      expect([...answers, own, ...server.logLines].join('\n')).not.toContain(secret.slice(12));
    });

    test('is not in any file of the server', async () => {
      const { secret } = await create();
      const files = (await readdir(server.dataDir, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
      expect(files).not.toEqual([]);
      for (const { parentPath, name } of files) expect((await readFile(join(parentPath, name))).includes(secret.slice(12))).toBe(false);
    });

    test('is stored as a hash that only this server can compute', async () => {
      const { secret, id } = await create();
      const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      expect(JSON.stringify(row)).not.toContain(secret.slice(12));
      expect(row.secret_hash.length).toBe(43);
    });

    test.each(['wp_live_', `wp_live_${'a'.repeat(32)}`, `wp_live_${'a'.repeat(33)}`, 'wp_test_x', `wp_live_${'é'.repeat(32)}`])(
      '%s opens nothing',
      async (wrong) => {
        for (const endpoint of [getOwnApiKey, listCameras, getCamera])
          expect(await outcome(endpoint, { authorization: `Bearer ${encodeURI(wrong)}` })).toBe('401 unauthorized');
      },
    );
  });

  test('are of their creator alone: to anyone else they don’t exist', async () => {
    const { id, headers } = await create();
    const stranger = {
      authorization: `Bearer ${await server.openSession(await insertCustomer(db, `${crypto.randomUUID()}@example.com`))}`,
    };
    expect(await outcome(updateApiKey, stranger, id, { name: 'X' })).toBe('404 not-found');
    expect(await outcome(revokeApiKey, stranger, id)).toBe('404 not-found');
    expect(apiKeyListSchema.parse(await (await call(listApiKeys, stranger)).json())).toEqual([]);
    expect(apiKeySchema.parse(await (await call(getOwnApiKey, headers)).json())).toMatchObject({ id, name: 'Website' });
  });

  test('can be for cameras that their creator sees', async () => {
    const stranger = await insertCustomer(db, `${crypto.randomUUID()}@example.com`);
    const foreign = await insertCamera(db, stranger);
    const body = { ...keyOptions, cameraIds: [cameraId, foreign] };
    expect(await outcome(createApiKey, session, '', body)).toBe('404 not-found');
    expect(await outcome(createApiKey, session, '', { ...body, cameraIds: [cameraId, 'unknown'] })).toBe('404 not-found');
    await insertGrant(db, foreign, owner);
    expect(await outcome(createApiKey, session, '', body)).toBe('201');
    const { id } = await create();
    const hidden = await insertCamera(db, stranger);
    expect(await outcome(updateApiKey, session, id, { cameraIds: [hidden] })).toBe('404 not-found');
  });

  test.each([
    ['an origin that no browser sends', { origins: ['https://shop.example/'] }, 'origins.0'],
    ['an end in the past', { expiresAt: 1 }, 'expiresAt'],
  ])('are refused with %s', async (_, over, field) => {
    const answer = await call(createApiKey, session, '', { ...keyOptions, ...over });
    expect([answer.status, await answer.json()]).toMatchObject([422, { error: { details: { fields: [{ field }] } } }]);
  });

  test('end on the millisecond, and can be extended', async () => {
    const { id, headers } = await create({ expiresAt: clock.now() + 1000 });
    clock.advance(999);
    expect(await outcome(getOwnApiKey, headers)).toBe('200');
    clock.advance(1);
    expect(await outcome(getOwnApiKey, headers)).toBe('401 unauthorized');
    expect(await list()).toMatchObject([{ id, state: 'expired' }]);
    expect(await outcome(updateApiKey, session, id, { name: 'Old' })).toBe('200');
    expect(await outcome(updateApiKey, session, id, { expiresAt: null })).toBe('200');
    expect(await outcome(getOwnApiKey, headers)).toBe('200');
  });

  test('are revoked once and at once, and stay in the list for 90 days', async () => {
    const { id, headers } = await create();
    const answers = await Promise.all([1, 2, 3].map(() => outcome(revokeApiKey, session, id)));
    expect(answers).toEqual(['204', '204', '204']);
    expect(await outcome(getOwnApiKey, headers)).toBe('401 unauthorized');
    expect(await outcome(getCamera, headers)).toBe('401 unauthorized');
    expect(await outcome(updateApiKey, session, id, { name: 'X' })).toBe('409 conflict');
    expect(await list()).toMatchObject([{ id, state: 'revoked', revokedAt: clock.now() }]);
    expect(await kindsOf()).toEqual(['key-created', 'key-revoked']);
    await db
      .updateTable('api_keys')
      .set({ revoked_at: clock.now() - 90 * dayMs })
      .where('id', '=', id)
      .execute();
    expect(await list()).toEqual([]);
  });

  test('are 50 at most, also when several are created at the same moment', async () => {
    const { id } = await create();
    const row = await db.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const others = Array.from({ length: 47 }, (_, index) => ({ ...row, id: `${id}_${index}`, secret_hash: `${id}_${index}` }));
    await db.insertInto('api_keys').values(others).execute();
    const answers = await Promise.all(Array.from({ length: 6 }, () => outcome(createApiKey, session, '', keyOptions)));
    expect(answers.toSorted()).toEqual(['201', '201', ...Array.from({ length: 4 }, () => '409 limit-reached')]);
    // Those that ended don't count, until they are extended.
    await db.updateTable('api_keys').set({ expires_at: clock.now() }).where('id', '=', id).execute();
    expect(await outcome(createApiKey, session, '', keyOptions)).toBe('201');
    expect(await outcome(updateApiKey, session, id, { expiresAt: null })).toBe('409 limit-reached');
    expect(await outcome(updateApiKey, session, id, { name: 'Old' })).toBe('200');
  });

  test('note when and from where they were used last, to the minute and not with each request', async () => {
    const { id, headers } = await create();
    await call(getOwnApiKey, headers);
    const minute = Math.floor(clock.now() / 60_000) * 60_000;
    const stored = () => db.selectFrom('api_keys').select(['last_used_at', 'last_used_ip']).where('id', '=', id).executeTakeFirstOrThrow();
    expect(await list()).toMatchObject([{ lastUsedAt: minute, lastUsedIp: expect.stringMatching(/127\.0\.0\.1|::1/) }]);
    expect(await stored()).toEqual({ last_used_at: null, last_used_ip: null });
    clock.advance(30_000);
    await expect.poll(stored).toMatchObject({ last_used_at: minute });
    expect(await list()).toMatchObject([{ lastUsedAt: minute }]);
  });

  test('make 600 requests a minute', async () => {
    const { headers } = await create();
    const other = await create();
    for (let count = 0; count < 600; count += 1) await (await call(getOwnApiKey, headers)).body?.cancel();
    const refused = await call(getOwnApiKey, headers);
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 60]);
    expect(await outcome(getOwnApiKey, other.headers)).toBe('200');
    clock.advance(60_000);
    expect(await outcome(getOwnApiKey, headers)).toBe('200');
  }, 30_000);

  test('sleep while their creator’s account is deleted', async () => {
    const { headers } = await create();
    const setDeleted = (deleted_at: number | null) => db.updateTable('customers').set({ deleted_at }).where('id', '=', owner).execute();
    await setDeleted(clock.now());
    expect(await outcome(getOwnApiKey, headers)).toBe('401 unauthorized');
    expect(await outcome(getCamera, headers)).toBe('401 unauthorized');
    await setDeleted(null);
    expect(await outcome(getCamera, headers)).toBe('200');
    await db.deleteFrom('customers').where('id', '=', owner).execute();
    expect(await outcome(getOwnApiKey, headers)).toBe('401 unauthorized');
  });

  test('leave entries in the log of each of their cameras', async () => {
    const second = await insertCamera(db, owner);
    const { id } = await create({ cameraIds: [cameraId] });
    await outcome(updateApiKey, session, id, { cameraIds: [second], name: 'Beach' });
    await outcome(revokeApiKey, session, id);
    expect(await kindsOf()).toEqual(['key-changed', 'key-created']);
    expect(await kindsOf(second)).toEqual(['key-changed', 'key-revoked']);
    const entries = await db.selectFrom('access_log').selectAll().where('camera_id', '=', second).execute();
    expect(entries.map((entry) => [entry.viewer_kind, entry.viewer_id, entry.subject, entry.grant_kind])).toEqual([
      ['user', owner, 'Beach', 'owner'],
      ['user', owner, 'Beach', 'owner'],
    ]);
  });

  test('list their own cameras, with what they can do', async () => {
    const second = await insertCamera(db, owner);
    const { headers, id } = await create({ cameraIds: [cameraId], scopes: ['archive', 'sound'] });
    const listed = async () => cameraListSchema.parse(await (await call(listCameras, headers)).json());
    expect(await listed()).toMatchObject([
      {
        id: cameraId,
        isOwner: false,
        isFullAccess: false,
        withArchive: true,
        grant: { access: 'view', withLive: false, withEvents: false },
      },
    ]);
    expect(await outcome(updateApiKey, session, id, { cameraIds: null })).toBe('200');
    expect((await listed()).map((camera) => camera.id).toSorted()).toEqual([cameraId, second].toSorted());
  });
});
