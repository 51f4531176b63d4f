import {
  createEmbedLink,
  getOembed,
  listEmbedLinks,
  openEmbedLink,
  revokeEmbedLink,
  updateEmbedLink,
} from '@watchpost/contract/endpoints/embeds';
import { getCamera, listCameras, renameCamera } from '@watchpost/contract/endpoints/cameras';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { cameraSchema } from '@watchpost/contract/schemas/cameras';
import {
  embedLinkListSchema,
  embedLinkSchema,
  oembedSchema,
  openedEmbedLinkSchema,
  type CreateEmbedLinkBody,
  type EmbedLink,
} from '@watchpost/contract/schemas/embeds';
import { createManualClock, type ManualClock } from '@watchpost/contract/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../../db/database.ts';
import { outcomeOf } from '../../../testing/partners/api-keys.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../../testing/databases.ts';
import { openLiveViewer } from '../../../testing/live-viewer.ts';
import { insertCamera, insertCustomer, insertGrant } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

type RequestHeaders = Record<string, string>;

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
function unescapeXml(text: string): string {
  return text.replaceAll(/&([^;]*);/g, (_, name: string) => entities[name] ?? '?');
}

describeDatabases('embed links', (engine) => {
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

  const call = ({ method, path }: Endpoint, headers: RequestHeaders, id = '', body?: unknown): Promise<Response> =>
    server.call({ method, path: fillPath(path, { id }) }, { headers, body });
  const outcome = (...request: Parameters<typeof call>) => outcomeOf(call(...request));
  const bodyOf = (over: Partial<CreateEmbedLinkBody> = {}): CreateEmbedLinkBody => ({
    name: 'Beach',
    cameraIds: [cameraId],
    archive: null,
    withAudio: false,
    origins: [],
    maxViewers: null,
    expiresAt: null,
    ...over,
  });
  const create = async (over: Partial<CreateEmbedLinkBody> = {}): Promise<EmbedLink> =>
    embedLinkSchema.parse(await (await call(createEmbedLink, session, '', bodyOf(over))).json());
  const list = async (): Promise<EmbedLink[]> => embedLinkListSchema.parse(await (await call(listEmbedLinks, session)).json());
  /** What the link's page does. */
  const open = async (id: string, previous: string | null = null) => {
    const headers = { origin: server.url, ...(previous !== null && { authorization: `Bearer ${previous}` }) };
    const opened = openedEmbedLinkSchema.parse(await (await call(openEmbedLink, headers, id)).json());
    return { ...opened, page: { authorization: `Bearer ${opened.token}` } };
  };
  const page = (id: string, headers: RequestHeaders = {}) => fetch(`${server.url}/e/${id}`, { headers });

  test('have a short public address, and open what they name', async () => {
    const link = await create({ cameraIds: [cameraId, second], archive: { kind: 'last-hours', hours: 2 }, withAudio: true });
    expect(link).toMatchObject({ name: 'Beach', state: 'active', viewerCount: 0, revokedAt: null });
    expect(link.id).toMatch(/^[0-9A-Za-z]{10}$/);
    expect(link.url).toBe(`${server.url}/e/${link.id}`);
    expect(await list()).toEqual([link]);
    const opened = await open(link.id);
    expect(opened).toMatchObject({ name: 'Beach', cameraIds: [cameraId, second], hasArchive: true, withAudio: true });
    expect(opened.expiresAt).toBe(clock.now() + 3_600_000);
    const camera = cameraSchema.parse(await (await call(getCamera, opened.page, cameraId)).json());
    expect(camera).toMatchObject({
      isOwner: false,
      withAudio: true,
      canTalk: false,
      sharedBy: null,
      grant: { access: 'view', withPtz: false, withTalk: false, archiveFrom: clock.now() - 7_200_000 },
    });
    expect(await outcome(listCameras, opened.page)).toBe('401 unauthorized');
    expect(await outcome(renameCamera, opened.page, cameraId, { name: 'X' })).toBe('401 unauthorized');
  });

  test('are for those who manage access to every camera', async () => {
    const viewer = await insertCustomer(db, `${crypto.randomUUID()}@example.com`);
    const headers = { authorization: `Bearer ${await server.openSession(viewer)}` };
    expect(await outcome(createEmbedLink, headers, '', bodyOf())).toBe('404 not-found');
    await insertGrant(db, cameraId, viewer);
    expect(await outcome(createEmbedLink, headers, '', bodyOf())).toBe('403 forbidden');
    await insertGrant(db, second, viewer, { access: 'full' });
    const answer = await call(createEmbedLink, headers, '', bodyOf({ cameraIds: [second] }));
    const { id } = embedLinkSchema.parse(await answer.json());
    const { page: opened } = await open(id);
    expect(await outcome(getCamera, opened, second)).toBe('200');
    // It ends with its creator's right, at once.
    await db.updateTable('camera_grants').set({ access: 'view' }).where('camera_id', '=', second).execute();
    expect(await outcome(getCamera, opened, second)).toBe('403 forbidden');
    expect(await outcome(openEmbedLink, {}, id)).toBe('404 not-found');
  });

  test.each([
    ['an origin that no browser sends', { origins: ['https://shop.example/'] }, 'origins.0'],
    ['an end in the past', { expiresAt: 1 }, 'expiresAt'],
    ['an empty period', { archive: { kind: 'period', from: 5, until: 5 } }, 'archive.until'],
  ] as const)('are refused with %s', async (_, over, field) => {
    const answer = await call(createEmbedLink, session, '', { ...bodyOf(), ...over });
    expect([answer.status, await answer.json()]).toMatchObject([422, { error: { details: { fields: [{ field }] } } }]);
  });

  test('are 100 at most, also when several are created at the same moment', async () => {
    const { id } = await create();
    const row = await db.selectFrom('embed_links').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const others = Array.from({ length: 97 }, (_, index) => ({ ...row, id: `${id}${index}` }));
    await db.insertInto('embed_links').values(others).execute();
    const answers = await Promise.all(Array.from({ length: 4 }, () => outcome(createEmbedLink, session, '', bodyOf())));
    expect(answers.toSorted()).toEqual(['201', '201', '409 limit-reached', '409 limit-reached']);
  });

  test('are changed and revoked by their creator; once, and at once', async () => {
    const { id } = await create({ withAudio: true });
    const { page: opened, token } = await open(id);
    expect(await outcome(updateEmbedLink, session, id, { withAudio: false, cameraIds: [second] })).toBe('200');
    expect(await outcome(getCamera, opened, cameraId)).toBe('404 not-found');
    expect(await outcome(getCamera, opened, second)).toBe('200');
    const rightsOf = (text: string): unknown => JSON.parse(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()).rights;
    expect(rightsOf((await open(id, token)).token)).not.toBe(rightsOf(token));
    const stranger = {
      authorization: `Bearer ${await server.openSession(await insertCustomer(db, `${crypto.randomUUID()}@example.com`))}`,
    };
    expect(await outcome(updateEmbedLink, stranger, id, { name: 'X' })).toBe('404 not-found');
    expect(await outcome(revokeEmbedLink, stranger, id)).toBe('404 not-found');
    expect(await Promise.all([1, 2].map(() => outcome(revokeEmbedLink, session, id)))).toEqual(['204', '204']);
    expect(await outcome(getCamera, opened, second)).toBe('401 unauthorized');
    expect(await outcome(openEmbedLink, {}, id)).toBe('404 not-found');
    expect(await outcome(updateEmbedLink, session, id, { name: 'X' })).toBe('409 conflict');
    expect(await list()).toMatchObject([{ id, state: 'revoked', revokedAt: clock.now() }]);
    const kinds = await db.selectFrom('access_log').select('kind').where('camera_id', '=', second).execute();
    expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(['embed-link-changed', 'embed-link-revoked']);
  });

  test('end on the millisecond, and their tokens no later; and with the account', async () => {
    const { id } = await create({ expiresAt: clock.now() + 1000 });
    const { expiresAt, page: opened } = await open(id);
    expect(expiresAt).toBe(clock.now() + 1000);
    clock.advance(1000);
    expect(await outcome(getCamera, opened, cameraId)).toBe('401 unauthorized');
    expect(await list()).toMatchObject([{ id, state: 'expired' }]);
    const lasting = await create();
    const deleted = (deleted_at: number | null) => db.updateTable('customers').set({ deleted_at }).where('id', '=', owner).execute();
    await deleted(clock.now());
    expect(await outcome(openEmbedLink, {}, lasting.id)).toBe('404 not-found');
    await deleted(null);
    expect(await outcome(openEmbedLink, {}, lasting.id)).toBe('200');
  });

  test('a renewed token is the same visitor’s with the same rights; that of another link is not', async () => {
    const [link, other] = [await create(), await create()];
    const claimsOf = (token: string): object => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
    const first = await open(link.id);
    clock.advance(1000);
    const next = await open(link.id, first.token);
    expect({ ...claimsOf(next.token), id: 0, iat: 0, exp: 0 }).toEqual({ ...claimsOf(first.token), id: 0, iat: 0, exp: 0 });
    expect(claimsOf((await open(link.id)).token)).not.toMatchObject({ link: { visitor: expect.stringContaining(visitorOf(first.token)) } });
    expect(visitorOf((await open(other.id, first.token)).token)).not.toBe(visitorOf(first.token));
  });
  const visitorOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).link.visitor;

  describe('their page', () => {
    test('is opened by this server’s own page, not by another site’s', async () => {
      const { id } = await create();
      expect(await outcome(openEmbedLink, { origin: 'https://evil.example' }, id)).toBe('403 origin-forbidden');
      expect(await outcome(openEmbedLink, { origin: 'null' }, id)).toBe('403 origin-forbidden');
      const { token } = await open(id);
      const from = (origin: string) => outcome(getCamera, { authorization: `Bearer ${token}`, origin }, cameraId);
      expect([await from(server.url), await from('https://evil.example')]).toEqual(['200', '403 origin-forbidden']);
    });

    test('is our player under a strict policy, for any site or for the chosen ones', async () => {
      const { id } = await create({ name: 'Beach "<b>&' });
      const answer = await page(id);
      const html = await answer.text();
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(html).toContain('<title>Beach &quot;&lt;b&gt;&amp;</title>');
      expect(html).toContain(`data-cameras="${cameraId}"`);
      expect(html).toContain('<script type="module" src="/embed/watchpost.js"></script>');
      expect(html).toContain(`type="application/json+oembed" href="${server.url}/public/api/v3/oembed?url=`);
      expect(html).toMatch(/type="text\/xml\+oembed" href="[^"]*&amp;format=xml"/);
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("require-trusted-types-for 'script'");
      expect(policy).toMatch(/frame-ancestors \*$/);
      const wall = await create({ cameraIds: [cameraId, second], origins: ['https://shop.example', 'http://localhost:3000'] });
      const ofWall = await page(wall.id, { 'sec-fetch-dest': 'iframe' });
      expect(ofWall.headers.get('content-security-policy')).toMatch(/frame-ancestors https:\/\/shop.example http:\/\/localhost:3000$/);
      expect(await ofWall.text()).toContain('/embed/watchpost-video-wall.js');
    });

    test.each([
      ['en', 'This camera can be shown only on the sites'],
      ['ru', 'Эту камеру можно показывать только на сайтах'],
    ])('explains in %s that it is for its sites only, when it is opened by itself', async (language, text) => {
      const { id } = await create({ origins: ['https://shop.example'] });
      const headers = { 'sec-fetch-dest': 'document', 'accept-language': language };
      const html = await (await page(id, headers)).text();
      expect(html).toContain(text);
      expect(html).not.toContain('<script');
      expect(await (await page((await create()).id, headers)).text()).toContain('<script');
    });

    test.each([
      ['en', 'This link has ended or does not exist.'],
      ['ru', 'Эта ссылка больше не действует или не существует.'],
    ])('is a clear 404 in %s once the link has ended, the same as for one that never was', async (language, text) => {
      const { id } = await create();
      await call(revokeEmbedLink, session, id);
      const headers = { 'accept-language': language };
      const [ended, unknown, wrong] = await Promise.all([page(id, headers), page('aaaaaaaaaa', headers), page('x"><script>', headers)]);
      expect([ended.status, unknown.status, wrong.status]).toEqual([404, 404, 404]);
      const html = await ended.text();
      expect(html).toContain(text);
      expect([await unknown.text(), await wrong.text()]).toEqual([html, html]);
    });
  });

  describe('oEmbed', () => {
    const ask = (url: string, more = '') =>
      server.call({ method: 'GET', path: `${getOembed.path}?url=${encodeURIComponent(url)}${more}` }, {});

    test('answers with the iframe, as large as it may be', async () => {
      const { url } = await create({ name: 'Beach "2"' });
      const answer = oembedSchema.parse(await (await ask(url)).json());
      expect(answer).toMatchObject({
        version: '1.0',
        type: 'video',
        title: 'Beach "2"',
        width: 640,
        height: 360,
        provider_url: server.url,
      });
      expect(answer.html).toContain(`<iframe src="${url}" width="640" height="360" title="Beach &quot;2&quot;"`);
      expect(oembedSchema.parse(await (await ask(url, '&maxwidth=320&format=json')).json())).toMatchObject({ width: 320, height: 180 });
      expect(oembedSchema.parse(await (await ask(url, '&maxheight=90')).json())).toMatchObject({ width: 160, height: 90 });
    });

    test('answers the request of WordPress, which has fields of its own, and sizes that its theme decides', async () => {
      const { url } = await create();
      const query = new URLSearchParams({ maxwidth: '620', maxheight: '930', url, dnt: '1', format: 'json' });
      const answer = oembedSchema.parse(await (await server.call({ method: 'GET', path: `${getOembed.path}?${query}` }, {})).json());
      expect(answer).toMatchObject({ type: 'video', width: 620, height: 348 });
      // WordPress shows the answer of a registered server as it is, if it is one frame.
      expect(answer.html).toMatch(/^<iframe src="[^"]+"[^>]*><\/iframe>$/);
    });

    test('knows no other address', async () => {
      const { id, url } = await create();
      for (const other of [`${url}/x`, `https://evil.example/e/${id}`, `${server.url}/e/aaaaaaaaaa`, `${server.url}/`, 'nonsense', ''])
        expect([other, await outcomeOf(ask(other))]).toEqual([other, '404 not-found']);
      expect(await outcomeOf(ask(url, '&format=yaml'))).toBe('422 invalid-request');
      expect(await outcomeOf(ask(`${url}/x`, '&format=xml'))).toBe('404 not-found');
    });

    test('answers the same as XML', async () => {
      const { url } = await create({ name: 'Beach "2" <b>& \u0007<b>' });
      const answer = await ask(url, '&format=xml&maxwidth=320');
      expect(answer.headers.get('content-type')).toBe('text/xml; charset=utf-8');
      const xml = await answer.text();
      expect(xml).toMatch(
        /^<\?xml version="1\.0" encoding="utf-8" standalone="yes"\?>\n<oembed><version>1\.0<\/version><type>video<\/type>/,
      );
      expect(xml).toContain('<title>Beach &quot;2&quot; &lt;b&gt;&amp; &lt;b&gt;</title>');
      expect(xml).toContain('<width>320</width><height>180</height>');
      const { html } = oembedSchema.parse(await (await ask(url, '&maxwidth=320')).json());
      const [, escaped = ''] = /<html>([^<]*)<\/html><\/oembed>\n$/.exec(xml) ?? [];
      expect(unescapeXml(escaped)).toBe(html.replace('\u0007', ''));
    });
  });

  describe('while they are watched', () => {
    const watch = async (token: string, channel = 1) => {
      const viewer = await openLiveViewer(server.url, server.url);
      viewer.send({ type: 'authorize', token });
      viewer.send({ type: 'subscribe', channel, cameraId });
      return viewer;
    };

    test('have places: each visitor takes one, however often they open it, and the creator sees how many', async () => {
      const { id } = await create({ maxViewers: 1 });
      const first = await open(id);
      const viewer = await watch(first.token);
      await viewer.next('state');
      const again = await watch((await open(id, first.token)).token);
      await again.next('state');
      const other = await watch((await open(id)).token);
      expect(await other.next('error')).toMatchObject({ channel: 1, error: { code: 'viewer-limit-reached' } });
      expect(await list()).toMatchObject([{ id, viewerCount: 1 }]);
      viewer.close();
      again.close();
      await Promise.all([viewer.closed, again.closed]);
      await expect.poll(async () => (await list())[0]?.viewerCount).toBe(0);
      other.send({ type: 'subscribe', channel: 2, cameraId });
      await other.next('state');
      other.close();
      await other.closed;
    });

    test('end at once when they are revoked', async () => {
      const { id } = await create();
      const viewer = await watch((await open(id)).token);
      await viewer.next('state');
      await call(revokeEmbedLink, session, id);
      expect(await viewer.next('error')).toMatchObject({ channel: null, error: { code: 'unauthorized' } });
      expect(await viewer.closed).toBe(4401);
    });
  });
});
