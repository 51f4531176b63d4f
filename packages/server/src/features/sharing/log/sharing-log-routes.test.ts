import { countAccessLog, exportAccessLog, getAccessLog } from '@watchpost/contract/endpoints/sharing';
import { accessLogCountsSchema, accessLogPageSchema, type AccessEntry, type AccessLogPage } from '@watchpost/contract/schemas/sharing';
import { createManualClock } from '@watchpost/contract/testing';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../../db/database.ts';
import type { AccessLogTable } from '../../../db/sharing-tables.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../../testing/databases.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { newEntryId } from './sharing-log-entry-id.ts';

const now = Date.UTC(2026, 0, 15, 12);

describeDatabases('the access log over HTTP', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let db: Db;
  let owner: string;
  let cameraId: string;
  beforeEach(async () => {
    place = await createDatabasePlace(engine);
    server = await startTestServer({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, clock: createManualClock(now) });
    db = openDatabase(locateDatabase(server.config));
    owner = await insertCustomer(db, 'owner@example.com');
    cameraId = await insertCamera(db, owner);
  });
  afterEach(async () => {
    await db.destroy();
    await server.close();
    await place.remove();
  });

  const insert = async (id: string, over: Partial<AccessLogTable> = {}): Promise<void> => {
    const at = over.at ?? now - 1000;
    const row = { camera_id: cameraId, kind: 'live', viewer_kind: 'user', viewer_id: owner, grant_kind: 'owner' } as const;
    await db
      .insertInto('access_log')
      .values({ id, at, until: at, ...row, ...over })
      .execute();
  };
  const get = async (path: string, customerId: string, headers: Record<string, string> = {}): Promise<Response> =>
    server.call({ method: 'GET', path }, { headers: { authorization: `Bearer ${await server.openSession(customerId)}`, ...headers } });
  const page = async (query = '', customerId = owner) =>
    accessLogPageSchema.parse(await (await get(getAccessLog.path + query, customerId)).json());
  const ids = ({ entries }: { entries: readonly AccessEntry[] }) => entries.map(({ id }) => id);

  test('pages, newest first, without a gap or a repetition between entries of the same moment', async () => {
    const other = await insertCamera(db, owner, { title: 'Gate' });
    for (const id of ['a', 'b', 'c', 'd']) await insert(id, { at: now - 5000 });
    await insert('e', { at: now - 9000, camera_id: other });
    await insert('f', { at: now - 1000, camera_id: other });
    const first = await page('?limit=3');
    expect(ids(first)).toEqual(['f', 'd', 'c']);
    expect(first.entries[0]).toMatchObject({ cameraId: other, cameraTitle: 'Gate' });
    const second = await page(`?limit=3&cursor=${first.next}`);
    expect(ids(second)).toEqual(['b', 'a', 'e']);
    expect(second.next).toBeNull();
  });

  test('an account with many cameras: pages with a filter by kind, all entries of one moment', async () => {
    const cameras = await Promise.all(Array.from({ length: 60 }, () => insertCamera(db, owner)));
    const expected: string[] = [];
    for (const [index, id] of cameras.entries()) {
      for (const kind of ['live', 'archive', 'download']) {
        const entry = newEntryId();
        if (kind !== 'live') expected.push(entry);
        await insert(entry, { camera_id: id, kind, at: now - (index % 3) });
      }
    }
    const found: string[] = [];
    for (let next: string | null = ''; next !== null;) {
      const answer: AccessLogPage = await page(`?kind=archive&kind=download&limit=7${next && `&cursor=${next}`}`);
      found.push(...ids(answer));
      next = answer.next;
    }
    expect(found).toHaveLength(120);
    expect(new Set(found)).toEqual(new Set(expected));
  });

  test('who it was is read now: a changed address, a deleted account, a guest, a website', async () => {
    const [viewer, gone] = [await insertCustomer(db, 'old@example.com'), await insertCustomer(db, 'gone@example.com')];
    await insert('a', { at: 4, viewer_id: viewer, kind: 'archive', range_from: 1, range_until: 2, browser: 'Firefox', subject: null });
    await insert('b', { at: 3, viewer_id: gone, grant_kind: 'view' });
    await insert('c', { at: 2, viewer_id: 'g1', viewer_kind: 'guest', grant_kind: 'link', invite_id: 'inv', invite_label: 'Courier' });
    await insert('d', { at: 1, viewer_id: 'https://shop.example', viewer_kind: 'website', until: null, seen_at: 1 });
    await db.updateTable('customers').set({ email: 'new@example.com' }).where('id', '=', viewer).execute();
    await db.updateTable('customers').set({ deleted_at: 1 }).where('id', '=', gone).execute();
    const { entries } = await page();
    expect(entries.map(({ who }) => who)).toEqual([
      { kind: 'user', customerId: viewer, email: 'new@example.com' },
      { kind: 'deleted' },
      { kind: 'guest', guestId: 'g1' },
      { kind: 'website', origin: 'https://shop.example', viewerId: null },
    ]);
    expect(entries[0]).toMatchObject({
      range: { from: 1, until: 2 },
      device: { browser: 'Firefox', system: null },
      grant: { kind: 'owner' },
    });
    expect(entries[2]).toMatchObject({ grant: { kind: 'link', inviteId: 'inv', label: 'Courier' }, device: null });
    expect(entries[3]).toMatchObject({ until: null });
    await db.deleteFrom('customers').where('id', '=', gone).execute();
    expect((await page()).entries[1]?.who).toEqual({ kind: 'deleted' });
  });

  test('filters, and counts with the same filter', async () => {
    await insert('a', { at: 100, kind: 'live' });
    await insert('b', { at: 200, kind: 'archive', viewer_id: 'g1', viewer_kind: 'guest' });
    await insert('c', { at: 300, kind: 'link-created' });
    await insert('d', { at: 400, kind: 'live', camera_id: await insertCamera(db, owner) });
    expect(ids(await page('?kind=live&kind=archive'))).toEqual(['d', 'b', 'a']);
    expect(ids(await page('?viewerId=g1'))).toEqual(['b']);
    expect(ids(await page('?from=200&to=400'))).toEqual(['c', 'b']);
    expect(ids(await page(`?cameraId=${cameraId}`))).toEqual(['c', 'b', 'a']);
    const counts = async (query: string) => accessLogCountsSchema.parse(await (await get(countAccessLog.path + query, owner)).json());
    expect(await counts('')).toEqual({ live: 2, archive: 1, 'link-created': 1 });
    expect(await counts(`?cameraId=${cameraId}&from=150`)).toEqual({ archive: 1, 'link-created': 1 });
    for (const query of ['?cursor=x', '?limit=0', '?limit=201', '?kind=nonsense', '?from=-1'])
      expect((await get(getAccessLog.path + query, owner)).status).toBe(422);
  });

  test('only cameras that the caller manages, asked for or not', async () => {
    const [full, view, expired, stranger] = await Promise.all(
      ['full', 'view', 'expired', 'stranger'].map((name) => insertCustomer(db, `${name}@example.com`)),
    );
    await insertGrant(db, cameraId, full ?? '', { access: 'full' });
    await insertGrant(db, cameraId, view ?? '');
    await insertGrant(db, cameraId, expired ?? '', { access: 'full', expires_at: now });
    await insert('a');
    const answers = async (customerId = ''): Promise<unknown[]> => [
      (await page('', customerId)).entries.length,
      ...(await Promise.all(
        [getAccessLog, countAccessLog, exportAccessLog].map(
          async ({ path }) => (await get(`${path}?cameraId=${cameraId}`, customerId)).status,
        ),
      )),
    ];
    expect(await answers(owner)).toEqual([1, 200, 200, 200]);
    expect(await answers(full)).toEqual([1, 200, 200, 200]);
    expect(await answers(view)).toEqual([0, 403, 403, 403]);
    expect(await answers(expired)).toEqual([0, 404, 404, 404]);
    expect(await answers(stranger)).toEqual([0, 404, 404, 404]);
  });

  test('CSV: all entries of the filter, in the caller’s language and zone', async () => {
    for (let index = 0; index < 1203; index += 1) await insert(`e${String(index).padStart(4, '0')}`, { at: now - index * 1000 });
    await insert('other', { kind: 'download' });
    const answer = await get(`${exportAccessLog.path}?kind=live&timeZone=Asia/Tokyo`, owner, { 'accept-language': 'ru' });
    expect(answer.headers.get('content-type')).toMatch(/^text\/csv; *charset=utf-8/);
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="access-log-2026-01-15.csv"');
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const lines = bytes.toString().split('\r\n');
    expect(lines).toHaveLength(1 + 1203 + 1);
    expect(lines[0]).toContain('Начало,Конец');
    expect(lines[1]).toMatch(/^2026-01-15T21:00:00\+09:00,2026-01-15T21:00:00\+09:00,Yard,Просмотр прямого эфира,,,owner@example.com,,/);
    expect(new Set(lines.slice(1, -1).map((line) => line.slice(0, 19))).size).toBe(1203);
    expect((await get(`${exportAccessLog.path}?timeZone=Mars/Base`, owner)).status).toBe(422);
    await db.updateTable('customers').set({ time_zone: 'America/New_York' }).where('id', '=', owner).execute();
    expect(await (await get(`${exportAccessLog.path}?kind=download`, owner)).text()).toMatch(/\r\n2026-01-15T06:59:59-05:00,/);
  });

  test('HEAD has the headers of the file and reads none of it', async () => {
    const authorization = `Bearer ${await server.openSession(owner)}`;
    const answer = await fetch(server.url + exportAccessLog.path, { method: 'HEAD', headers: { authorization } });
    expect([answer.status, answer.headers.get('content-disposition')]).toEqual([200, 'attachment; filename="access-log-2026-01-15.csv"']);
  });
});
