import { createEmbedToken } from '@watchpost/contract/endpoints/embeds';
import { getQualitySummary, sendQualityReport } from '@watchpost/contract/endpoints/quality';
import { createdEmbedTokenSchema } from '@watchpost/contract/schemas/embeds';
import { qualitySummarySchema, type QualityReport, type QualitySummary } from '@watchpost/contract/schemas/quality';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../db/database.ts';
import { loadKeys } from '../../kernel/keys.ts';
import { createLog } from '../../kernel/log.ts';
import { createMetrics } from '../../kernel/metrics.ts';
import { createTokens, signGuestToken } from '../../kernel/tokens.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../testing/databases.ts';
import { createKey, outcomeOf } from '../../testing/partners/api-keys.ts';
import { insertCamera, insertCustomer, insertGrant, insertGuest, insertInvite } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createQualityModule } from './quality-module.ts';

const noon = Date.UTC(2026, 10, 23, 12);
const day = 86_400_000;
const shop = 'https://shop.example';
type RequestHeaders = Record<string, string>;

function buildReport(over: Partial<QualityReport> = {}): QualityReport {
  return {
    viewId: crypto.randomUUID().replaceAll('-', ''),
    sequence: 0,
    page: 'partner',
    startupMs: 400,
    watchedMs: 60_000,
    stallCount: 1,
    stallMs: 500,
    latencyP50Ms: 450,
    latencyP95Ms: 800,
    framesDecoded: 1_500,
    framesDropped: 3,
    transport: 'websocket',
    transports: ['websocket'],
    transportSwitches: 0,
    renditionSwitches: 0,
    errors: {},
    browser: 'chrome',
    browserVersion: 141,
    system: 'linux',
    elementVersion: '0.2.0',
    ...over,
  };
}

describeDatabases('quality reports', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let db: Db;
  let clock: ManualClock;
  let owner: string;
  let session: RequestHeaders;
  let cameraId: string;

  beforeAll(async () => {
    clock = createManualClock(noon);
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
    clock.setWallClock(noon);
    owner = await insertCustomer(db, `owner-${crypto.randomUUID()}@example.com`);
    session = await sessionOf(owner);
    cameraId = await insertCamera(db, owner);
  });

  const sessionOf = async (customerId: string): Promise<RequestHeaders> => ({
    authorization: `Bearer ${await server.openSession(customerId)}`,
  });
  /** Access tokens last minutes. */
  const moveTo = async (at: number): Promise<void> => {
    clock.setWallClock(at);
    session = await sessionOf(owner);
  };
  const send = (report: unknown, headers = session, id = cameraId): Promise<Response> =>
    server.call({ method: 'POST', path: `${sendQualityReport.path}?cameraId=${id}` }, { headers, body: report });
  const summary = async (days = 7, headers = session): Promise<QualitySummary> =>
    qualitySummarySchema.parse(
      await (await server.call({ method: 'GET', path: `${getQualitySummary.path}?days=${days}` }, { headers })).json(),
    );
  const rows = async (days?: number) => (await summary(days)).rows;

  test('are summed up by camera and browser, with percentiles', async () => {
    const other = await insertCamera(db, owner);
    for (let view = 0; view < 19; view += 1) await send(buildReport({ browserVersion: 140 + (view % 2) }));
    await send(buildReport({ startupMs: 9_000, transport: 'hls', latencyP50Ms: 3_000, latencyP95Ms: 5_000, errors: { network: 3 } }));
    await send(buildReport({ browser: 'safari', browserVersion: null, transport: null, startupMs: null, watchedMs: 0 }), session, other);
    // Both cameras were added within a millisecond: their order is the order of their random ids.
    const list = await rows();
    const [chrome, safari] = [cameraId, other].map((id) => list.find((row) => row.cameraId === id));
    expect(chrome).toMatchObject({ cameraId, browser: 'chrome', browserVersions: [140, 141], views: 20, viewsWithErrors: 1 });
    expect(chrome).toMatchObject({ watchedMs: 1_200_000, stallCount: 20, stallMs: 10_000, framesDecoded: 30_000, framesDropped: 60 });
    expect(chrome?.transports).toEqual([
      { transport: 'websocket', watchedMs: 1_140_000 },
      { transport: 'hls', watchedMs: 60_000 },
    ]);
    for (const [value, exact] of [
      [chrome?.startupP50Ms, 400],
      [chrome?.startupP95Ms, 400],
      [chrome?.latencyP50Ms, 450],
      [chrome?.latencyP95Ms, 800],
    ] as const)
      expect(Math.abs((value ?? 0) - exact) / exact).toBeLessThan(0.2);
    expect(safari).toMatchObject({ cameraId: other, browserVersions: [], startupP50Ms: null, transports: [] });
  });

  test('of one view count once, whatever is sent again or late', async () => {
    const first = buildReport();
    const second = buildReport({ viewId: first.viewId, sequence: 1, startupMs: null, errors: { network: 1 } });
    const third = { ...second, sequence: 2 };
    for (const report of [first, first, third, second, third]) expect((await send(report)).status).toBe(204);
    await Promise.all([1, 2, 3].map(() => send({ ...second, sequence: 3 })));
    expect(await rows()).toMatchObject([{ views: 1, viewsWithErrors: 1, watchedMs: 180_000, stallCount: 3 }]);
    // The same id for another camera is another view.
    const other = await insertCamera(db, owner);
    await send(first, session, other);
    expect((await rows()).map(({ views }) => views)).toEqual([1, 1]);
  });

  test('count on the server’s day; a view over midnight counts on both', async () => {
    const report = buildReport();
    await send(report);
    await moveTo(noon + day);
    await send({ ...report, sequence: 1, startupMs: null });
    expect([await rows(1), await rows(7)]).toMatchObject([[{ views: 1, watchedMs: 60_000 }], [{ views: 2, watchedMs: 120_000 }]]);
    await moveTo(noon + 8 * day);
    expect([await rows(7), (await rows(30)).length]).toEqual([[], 1]);
  });

  test('by whatever lets someone watch: a session, an embed token, a guest; not by an API key, nor after the access has ended', async () => {
    const friend = await insertCustomer(db, `friend-${crypto.randomUUID()}@example.com`);
    await insertGrant(db, cameraId, friend);
    expect((await send(buildReport(), await sessionOf(friend))).status).toBe(204);
    const created = await server.call(createEmbedToken, { headers: session, body: { cameraIds: [cameraId], origins: [shop] } });
    const { token } = createdEmbedTokenSchema.parse(await created.json());
    const embed = { authorization: `Bearer ${token}`, origin: shop };
    expect((await send(buildReport(), embed)).status).toBe(204);
    expect(await outcomeOf(send(buildReport(), { ...embed, origin: 'https://other.example' }))).toBe('403 origin-forbidden');
    const inviteId = await insertInvite(db, cameraId, owner);
    const guestId = await insertGuest(db, inviteId);
    const guest = signGuestToken(createTokens(loadKeys(server.config).tokens), { guestId, inviteId, exp: clock.now() + 60_000 });
    expect((await send(buildReport(), { authorization: `Bearer ${guest}` })).status).toBe(204);
    expect((await rows())[0]?.views).toBe(3);

    const { secret } = await createKey(server, session, { name: 'Recorder', scopes: ['live'] });
    expect((await send({}, { authorization: `Bearer ${secret}` })).status).toBe(403);
    await db.deleteFrom('camera_grants').where('camera_id', '=', cameraId).execute();
    expect((await send(buildReport(), await sessionOf(friend))).status).toBe(404);
    const unknown = await (await send(buildReport(), session, 'unknown')).text();
    expect(await (await send(buildReport(), await sessionOf(friend))).text()).toBe(unknown);
    expect((await server.call(sendQualityReport, { headers: session, body: buildReport() })).status).toBe(404);
  });

  test('come from pages of any site, which the browser asks for first; the sums stay the product’s own', async () => {
    const url = `${sendQualityReport.path}?cameraId=${cameraId}`;
    const asked = await fetch(server.url + url, {
      method: 'OPTIONS',
      headers: { origin: shop, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization,content-type' },
    });
    expect([asked.status, asked.headers.get('access-control-allow-origin'), asked.headers.get('access-control-allow-methods')]).toEqual([
      204,
      '*',
      'POST',
    ]);
    expect((await send(buildReport())).headers.get('access-control-allow-origin')).toBe('*');
    const read = await server.call(getQualitySummary, { headers: { ...session, origin: shop } });
    expect(read.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('are shown to owners and users with full access only', async () => {
    const [viewer, manager] = await Promise.all(
      ['viewer', 'manager'].map((name) => insertCustomer(db, `${name}-${crypto.randomUUID()}@example.com`)),
    );
    await insertGrant(db, cameraId, viewer ?? '');
    await insertGrant(db, cameraId, manager ?? '', { access: 'full' });
    await send(buildReport());
    expect((await summary(7, await sessionOf(viewer ?? ''))).rows).toEqual([]);
    expect((await summary(7, await sessionOf(manager ?? ''))).rows).toHaveLength(1);
  });

  test('with anything else in them are refused', async () => {
    for (const wrong of [{ ...buildReport(), sentAt: 1 }, { ...buildReport(), watchedMs: 700_000 }, {}])
      expect((await send(wrong)).status).toBe(422);
    expect(await rows()).toEqual([]);
  });

  test('stay few rows, whatever versions are claimed', async () => {
    for (let version = 1; version <= 210; version += 1) await send(buildReport({ browserVersion: version }));
    const { total } = await db
      .selectFrom('quality_sums')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .where('camera_id', '=', cameraId)
      .executeTakeFirstOrThrow();
    expect(Number(total)).toBe(201);
    expect((await rows()).map(({ browser, views }) => [browser, views])).toEqual([
      ['chrome', 200],
      ['other', 10],
    ]);
  });

  test('are limited by viewer', async () => {
    clock.advance(60_000);
    const report = buildReport({ startupMs: null });
    for (let sent = 0; sent < 600; sent += 60)
      await Promise.all(Array.from({ length: 60 }, (_, at) => send({ ...report, sequence: sent + at })));
    const refused = await send(report);
    expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([429, 60]);
    clock.advance(60_000);
    expect((await send(report)).status).toBe(204);
  });

  test('are deleted after 30 days, and what counts a view once after one', async () => {
    await send(buildReport());
    await moveTo(noon + day);
    await send(buildReport());
    const count = async (table: 'quality_views' | 'quality_sums' | 'quality_histograms'): Promise<number> =>
      (await db.selectFrom(table).select('camera_id').where('camera_id', '=', cameraId).execute()).length;
    expect([await count('quality_views'), await count('quality_sums')]).toEqual([2, 2]);
    for (const [later, views, sums] of [
      [1, 1, 2],
      [29, 0, 2],
      [30, 0, 1],
      [31, 0, 0],
    ] as const) {
      const hourly = createManualClock(noon + later * day + 1_000);
      const module = createQualityModule({
        db,
        clock: hourly,
        log: createLog({ level: 'warn', format: 'json' }),
        metrics: createMetrics(),
      });
      await module.start?.();
      hourly.advance(3_600_000);
      await module.stop?.();
      expect([later, await count('quality_views'), await count('quality_sums')]).toEqual([later, views, sums]);
    }
    expect(await count('quality_histograms')).toBe(0);
  });

  test('are metrics for the operator', async () => {
    await send(buildReport({ transport: 'webrtc', stallCount: 2 }));
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/watchpost_player_startup_seconds_bucket\{le="0.5",transport="webrtc"\} 1/);
    expect(metrics).toMatch(/watchpost_player_stalls_total\{transport="webrtc"\} 2/);
  });
});
