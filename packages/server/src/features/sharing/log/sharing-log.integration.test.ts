import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { archiveMedia, archivePlaylist, downloadClip, getFootage } from '@watchpost/contract/endpoints/archive';
import { createEmbedToken } from '@watchpost/contract/endpoints/embeds';
import { endWhep, liveMedia, livePlaylist, startWhep } from '@watchpost/contract/endpoints/player';
import { getAccessLog } from '@watchpost/contract/endpoints/sharing';
import { fillPath } from '@watchpost/contract/kernel';
import { createdEmbedTokenSchema } from '@watchpost/contract/schemas/embeds';
import { accessLogPageSchema, type AccessEntry } from '@watchpost/contract/schemas/sharing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../../../db/database.ts';
import { loadKeys } from '../../../kernel/keys.ts';
import { createTokens, signGuestToken } from '../../../kernel/tokens.ts';
import type { LiveCamera } from '../../../testing/authorization/authorization-scene.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../../../testing/databases.ts';
import { waitForLiveCamera } from '../../../testing/live-camera.ts';
import { openLiveViewer } from '../../../testing/live-viewer.ts';
import { insertGrant, insertInvite } from '../../../testing/people.ts';
import { startTestServer, type TestServer, type TestSession } from '../../../testing/test-server.ts';
import { createWhepViewer } from '../../../testing/whep-viewer.ts';
import { atMost } from '../../../../../../tooling/tests/slow-machine.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:131.0) Gecko/20100101 Firefox/131.0';
const main = join(import.meta.dirname, '../../../cli/main.ts');

describeDatabases('the access log of a live camera', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let db: Db;
  let owner: TestSession;
  let live: LiveCamera;

  beforeAll(async () => {
    place = await createDatabasePlace(engine);
    server = await startTestServer({ dataDir: place.dataDir, databaseUrl: place.databaseUrl, demo: true });
    db = openDatabase(locateDatabase(server.config));
    owner = await server.signIn('owner@example.com');
    live = await waitForLiveCamera(server, owner.access_token);
    await insertLink('inv', 2);
  });
  afterAll(async () => {
    await db.destroy();
    await server.close();
    await place.remove();
  });

  const insertLink = (id: string, maxViewers: number | null): Promise<string> =>
    insertInvite(db, live.cameraId, owner.customer_id, { id, label: 'Courier', max_viewers: maxViewers, allows_guests: 0 });
  const addViewer = async (name: string, over: Parameters<typeof insertGrant>[3] = {}): Promise<TestSession> => {
    const session = await server.signIn(`${name}@example.com`);
    await insertGrant(db, live.cameraId, session.customer_id, over);
    return session;
  };
  const get = (path: string, session: TestSession, parameters: Record<string, string> = {}, query = ''): Promise<Response> =>
    server.call(
      { method: 'GET', path: fillPath(path, { id: live.cameraId, ...parameters }) + query },
      { headers: { ...session.headers, 'user-agent': firefox } },
    );
  const entriesOf = async ({ customer_id }: TestSession): Promise<AccessEntry[]> => {
    const answer = await server.call({ method: 'GET', path: `${getAccessLog.path}?viewerId=${customer_id}` }, { headers: owner.headers });
    return accessLogPageSchema.parse(await answer.json()).entries.toReversed();
  };
  const kindsOf = async (session: TestSession) =>
    (await entriesOf(session)).map(({ kind, until, subject }) => [kind, until === null ? 'is watching' : 'over', subject]);
  const untilKinds = (session: TestSession, expected: unknown[]) =>
    expect.poll(() => kindsOf(session), { timeout: atMost(15_000) }).toEqual(expected);
  const watch = async (session: TestSession) => {
    const viewer = await openLiveViewer(server.url, null);
    viewer.send({ type: 'authorize', token: session.access_token });
    await viewer.next('authorized');
    viewer.send({ type: 'subscribe', channel: 1, cameraId: live.cameraId });
    return viewer;
  };
  const seesMedia = (viewer: Awaited<ReturnType<typeof watch>>) =>
    expect.poll(() => viewer.media.length, { timeout: atMost(15_000) }).toBeGreaterThan(0);

  test('watching by WebSocket: one entry for two tabs, from the beginning to the end of the last', async () => {
    const session = await addViewer('socket', { access: 'full' });
    const before = Date.now();
    const tabs = [await watch(session), await watch(session)];
    for (const tab of tabs) await seesMedia(tab);
    await untilKinds(session, [['live', 'is watching', null]]);
    tabs[0]?.close();
    await tabs[0]?.closed;
    tabs[1]?.send({ type: 'unsubscribe', channel: 1 });
    await untilKinds(session, [['live', 'over', null]]);
    const [entry] = await entriesOf(session);
    expect(entry).toMatchObject({
      cameraId: live.cameraId,
      who: { kind: 'user', customerId: session.customer_id, email: 'socket@example.com' },
      range: null,
      grant: { kind: 'full' },
    });
    expect(entry?.at).toBeGreaterThanOrEqual(before);
    expect(entry?.until).toBeGreaterThanOrEqual(entry?.at ?? Infinity);
    expect(entry?.until).toBeLessThanOrEqual(Date.now());
    tabs[1]?.close();
  });

  test('watching by WHEP: from the answer to the end of the session', async () => {
    const session = await addViewer('whep', { invite_id: 'inv' });
    const viewer = await createWhepViewer();
    const answer = await fetch(server.url + fillPath(startWhep.path, { id: live.cameraId }), {
      method: 'POST',
      headers: { ...session.headers, 'content-type': 'application/sdp', 'user-agent': firefox },
      body: viewer.offer,
    });
    expect(answer.status).toBe(201);
    await viewer.accept(await answer.text());
    await viewer.received(1);
    await untilKinds(session, [['live', 'is watching', null]]);
    const sessionId = answer.headers.get('location')?.split('/').at(-1) ?? '';
    const path = fillPath(endWhep.path, { id: live.cameraId, sessionId });
    expect((await server.call({ method: 'DELETE', path }, { headers: session.headers })).status).toBe(204);
    await untilKinds(session, [['live', 'over', null]]);
    expect((await entriesOf(session))[0]).toMatchObject({
      grant: { kind: 'link', inviteId: 'inv', label: 'Courier' },
      device: { browser: 'Firefox', system: 'Linux' },
    });
    await viewer.close();
  });

  test('watching by HLS: one entry for many requests', async () => {
    const session = await addViewer('hls');
    const playlist = await (await get(livePlaylist.path, session)).text();
    const [file = ''] = /\d+(\.\d+)?\.m4s/.exec(playlist) ?? [];
    for (let request = 0; request < 3; request += 1) expect((await get(liveMedia.path, session, { file })).status).toBe(200);
    await untilKinds(session, [['live', 'is watching', null]]);
    expect((await entriesOf(session))[0]).toMatchObject({ grant: { kind: 'view' }, device: { browser: 'Firefox', system: 'Linux' } });
  });

  test('the archive and a clip: exactly the recordings that were played and downloaded', async () => {
    const session = await addViewer('archive');
    const range = `?from=${live.recordedFrom}&to=${live.recordedTo}`;
    const playlist = await (await get(archivePlaylist.path, session, {}, range)).text();
    const starts = [...playlist.matchAll(/^(\d+)\.m4s/gm)].map(([, start]) => Number(start));
    const durations = [...playlist.matchAll(/^#EXTINF:([\d.]+)/gm)].map(([, seconds]) => Math.round(Number(seconds) * 1000));
    const [start = 0, duration = 0] = [starts[0], durations[0]];
    await get(archiveMedia.path, session, { file: `${start}.m4s` });
    await untilKinds(session, [['archive', 'is watching', null]]);
    const [played] = await entriesOf(session);
    expect(played?.range?.from).toBe(start);
    expect(Math.abs((played?.range?.until ?? 0) - start - duration)).toBeLessThanOrEqual(100);

    const [from, to] = [live.recordedFrom + 500, live.recordedFrom + 1500];
    for (let part = 0; part < 2; part += 1) {
      const clip = await get(downloadClip.path, session, {}, `?from=${from}&to=${to}`);
      expect(clip.status).toBe(200);
      await clip.arrayBuffer();
    }
    await untilKinds(session, [
      ['archive', 'is watching', null],
      ['download', 'over', null],
    ]);
    expect((await entriesOf(session))[1]).toMatchObject({ range: { from, until: to } });
  });

  test('a guest of a link and a partner’s page: watched by whom, and by which access', async () => {
    await insertLink('guests', null);
    await db.updateTable('invites').set({ allows_guests: 1 }).where('id', '=', 'guests').execute();
    await db.insertInto('guests').values({ id: 'gst_1', invite_id: 'guests', secret_hash: 'x', joined_at: 1, last_seen_at: 1 }).execute();
    const tokens = createTokens(loadKeys(server.config).tokens);
    const guest = signGuestToken(tokens, { guestId: 'gst_1', inviteId: 'guests', exp: Date.now() + 600_000 });
    const origin = 'https://shop.example';
    const request = { cameraIds: [live.cameraId], origins: [origin], viewerId: 'order 1042' };
    const created = await server.call(createEmbedToken, { headers: owner.headers, body: request });
    const { token: embed } = createdEmbedTokenSchema.parse(await created.json());
    const path = fillPath(livePlaylist.path, { id: live.cameraId });
    for (const token of [guest, embed]) {
      const answer = await server.call({ method: 'GET', path }, { headers: { authorization: `Bearer ${token}`, origin } });
      expect(answer.status).toBe(200);
    }
    const entryOf = async (viewerId: string) => {
      const answer = await server.call({ method: 'GET', path: `${getAccessLog.path}?viewerId=${viewerId}` }, { headers: owner.headers });
      return accessLogPageSchema.parse(await answer.json()).entries[0];
    };
    await expect
      .poll(() => entryOf('gst_1'), { timeout: atMost(15_000) })
      .toMatchObject({
        kind: 'live',
        who: { kind: 'guest', guestId: 'gst_1' },
        grant: { kind: 'link', inviteId: 'guests', label: 'Courier' },
      });
    await expect
      .poll(() => entryOf(encodeURIComponent(origin)), { timeout: atMost(15_000) })
      .toMatchObject({ kind: 'live', who: { kind: 'website', origin, viewerId: 'order 1042' }, grant: { kind: 'view' } });
  });

  test('what a grant forbids is refused, and noted once', async () => {
    const session = await addViewer('live-only', { with_archive: 0 });
    for (let attempt = 0; attempt < 3; attempt += 1) expect((await get(getFootage.path, session, {}, '?from=0&to=1')).status).toBe(403);
    await untilKinds(session, [['refused', 'over', 'archive']]);
    const minute = new Date().getUTCHours() * 60 + new Date().getUTCMinutes();
    await db.updateTable('cameras').set({ time_zone: 'UTC' }).where('id', '=', live.cameraId).execute();
    const late = await addViewer('late', { daily_from: (minute + 600) % 1440, daily_until: (minute + 660) % 1440 });
    expect((await get(livePlaylist.path, late)).status).toBe(403);
    const viewer = await watch(late);
    expect((await viewer.next('error')).error.code).toBe('access-outside-hours');
    viewer.close();
    await untilKinds(late, [['refused', 'over', 'hours']]);
  });

  test('the limit of a link: the next viewer is refused on every transport; lowered, it ends the newest; a place is free at once', async () => {
    await insertLink('two', 2);
    const [first, second, third] = [
      await addViewer('first', { invite_id: 'two' }),
      await addViewer('second', { invite_id: 'two' }),
      await addViewer('third', { invite_id: 'two' }),
    ];
    const [one, two] = [await watch(first), await watch(second)];
    const otherTab = await watch(first);
    for (const viewer of [one, two, otherTab]) await seesMedia(viewer);
    const three = await watch(third);
    expect((await three.next('error')).error.code).toBe('viewer-limit-reached');
    const range = `?from=${live.recordedFrom}&to=${live.recordedTo}`;
    expect((await get(livePlaylist.path, third)).status).toBe(409);
    expect((await get(archivePlaylist.path, third, {}, range)).status).toBe(409);
    const whep = await createWhepViewer();
    const offer = { method: 'POST', headers: { ...third.headers, 'content-type': 'application/sdp' }, body: whep.offer };
    expect((await fetch(server.url + fillPath(startWhep.path, { id: live.cameraId }), offer)).status).toBe(409);
    await whep.close();
    expect((await get(archivePlaylist.path, second, {}, range)).status).toBe(200);
    await untilKinds(third, [['refused', 'over', 'viewers']]);

    await db.updateTable('invites').set({ max_viewers: 1 }).where('id', '=', 'two').execute();
    expect((await two.next('error')).error.code).toBe('viewer-limit-reached');
    await seesMedia(one);
    two.close();
    one.send({ type: 'ping', id: 1 });
    await one.next('pong');

    await db.updateTable('invites').set({ max_viewers: 2 }).where('id', '=', 'two').execute();
    // The second viewer's request to the archive keeps its place for some seconds; the first one's is free at once.
    for (const tab of [one, otherTab]) {
      tab.close();
      await tab.closed;
    }
    three.send({ type: 'subscribe', channel: 1, cameraId: live.cameraId });
    await seesMedia(three);
    three.close();
  });

  test('an outage of the log loses no entry, and viewers see nothing of it', async () => {
    const session = await addViewer('outage');
    await db.schema.alterTable('access_log').renameTo('access_log_elsewhere').execute();
    const viewer = await watch(session);
    await seesMedia(viewer);
    await expect
      .poll(() => server.logLines.some((line) => line.includes('The access log cannot be written')), { timeout: atMost(10_000) })
      .toBe(true);
    viewer.close();
    await viewer.closed;
    await db.schema.alterTable('access_log_elsewhere').renameTo('access_log').execute();
    await untilKinds(session, [['live', 'over', null]]);
  });

  test(
    'an orderly stop ends every entry; after kill -9 the next start ends it when the viewer was last seen',
    { timeout: atMost(90_000) },
    async () => {
      const session = await addViewer('stopped');
      const viewer = await watch(session);
      await seesMedia(viewer);
      await server.close();
      const rows = (customerId: string) =>
        db.selectFrom('access_log').select(['at', 'until', 'seen_at']).where('viewer_id', '=', customerId).orderBy('at').execute();
      expect(await rows(session.customer_id)).toMatchObject([{ until: expect.any(Number) }]);

      const killed = spawn(process.execPath, [main, 'start'], {
        env: {
          PATH: process.env['PATH'],
          DATA_DIR: place.dataDir,
          PORT: '0',
          WATCHPOST_DEMO: '0',
          ...(place.databaseUrl !== null && { DATABASE_URL: place.databaseUrl }),
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const over = once(killed, 'close');
      try {
        let output = '';
        killed.stdout.on('data', (data: Buffer) => void (output += data.toString()));
        killed.stderr.on('data', (data: Buffer) => void (output += data.toString()));
        await expect.poll(() => output, { timeout: atMost(20_000) }).toMatch(/http:\/\/localhost:\d+/);
        const url = /http:\/\/localhost:\d+/.exec(output)?.[0] ?? '';
        const token = await server.openSession(owner.customer_id);
        const range = `?from=${live.recordedFrom}&to=${live.recordedTo}`;
        const headers = { authorization: `Bearer ${token}` };
        const playlist = await (await fetch(url + fillPath(archivePlaylist.path, { id: live.cameraId }) + range, { headers })).text();
        const [file = ''] = /\d+\.m4s/.exec(playlist) ?? [];
        expect((await fetch(url + fillPath(archiveMedia.path, { id: live.cameraId, file }), { headers })).status).toBe(200);
        const open = async () => (await rows(owner.customer_id)).filter(({ until }) => until === null).length;
        await expect.poll(open, { timeout: atMost(10_000) }).toBe(1);
      } finally {
        killed.kill('SIGKILL');
        await over;
      }
      server = await startTestServer({ dataDir: place.dataDir, databaseUrl: place.databaseUrl });
      const last = (await rows(owner.customer_id)).at(-1);
      expect(last?.until).not.toBeNull();
      expect(last?.until).toBe(last?.seen_at);
    },
  );
});
