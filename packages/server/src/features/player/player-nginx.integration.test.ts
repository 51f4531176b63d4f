import { signOut } from '@watchpost/contract/endpoints/session';
import { archiveMedia } from '@watchpost/contract/endpoints/archive';
import { listCameras } from '@watchpost/contract/endpoints/cameras';
import { createEmbedToken } from '@watchpost/contract/endpoints/embeds';
import { liveMedia, livePlaylist } from '@watchpost/contract/endpoints/player';
import { fillPath } from '@watchpost/contract/kernel';
import { cameraListSchema } from '@watchpost/contract/schemas/cameras';
import { createdEmbedTokenSchema, type CreateEmbedTokenBody } from '@watchpost/contract/schemas/embeds';
import { request as requestHttp } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { LiveCamera } from '../../testing/authorization/authorization-scene.ts';
import { waitForLiveCamera } from '../../testing/live-camera.ts';
import { checkShippedConfiguration, hasNginx, startNginx, type NginxProcess } from '../../testing/processes/nginx-process.ts';
import { startTestServer, type TestServer, type TestSession } from '../../testing/test-server.ts';
import { atMost } from '../../../../../tooling/tests/slow-machine.ts';

const origin = 'https://shop.example';
const metricsToken = 'scraper-9f31c2aa77';
const viewerCount = 10;
const requestsOfViewer = 10;

describe.skipIf(!hasNginx)('nginx, as its shipped files configure it', () => {
  let server: TestServer;
  let nginx: NginxProcess;
  let owner: TestSession;
  let live: LiveCamera;
  let viewers: Record<string, string>[];

  beforeAll(async () => {
    server = await startTestServer({ demo: true, trustedProxies: ['loopback'], metricsToken });
    owner = await server.signIn('owner@example.com');
    [live, nginx] = await Promise.all([waitForLiveCamera(server, owner.access_token), startNginx(server.url)]);
    viewers = await Promise.all(Array.from({ length: viewerCount }, () => tokenFor(live.cameraId)));
  });
  afterAll(async () => {
    await nginx?.stop();
    await server?.close();
  });

  /** Headers of a partner's page with a token of its own. */
  const tokenFor = async (cameraId: string, rights: Partial<CreateEmbedTokenBody> = {}): Promise<Record<string, string>> => {
    const body = { cameraIds: [cameraId], origins: [origin], withAudio: true, archive: { kind: 'all' }, ...rights };
    const answer = await server.call(createEmbedToken, { headers: owner.headers, body });
    return { authorization: `Bearer ${createdEmbedTokenSchema.parse(await answer.json()).token}`, origin };
  };
  const get = (url: string, path: string, headers: Record<string, string> = {}): Promise<Response> => fetch(url + path, { headers });
  const partOf = (file: string): string => fillPath(liveMedia.path, { id: live.cameraId, file });
  /** How often the server itself has answered a route. */
  const answered = async (route: string): Promise<number> => {
    const text = await (await get(server.url, '/metrics', { authorization: `Bearer ${metricsToken}` })).text();
    const line = text.split('\n').find((one) => one.includes(`_count{method="GET",route="${route}",status="20`));
    return Number(line?.split(' ').at(-1) ?? 0);
  };
  const mediaRoute = liveMedia.path.replace('{id}', ':id').replace('{file}', ':file');
  const playlistRoute = livePlaylist.path.replace('{id}', ':id');
  const accessRoute = '/public/api/v3/cameras/:id/live/access';
  /** Every viewer asks several times at once. */
  const askAll = (path: string): Promise<Response[]> =>
    Promise.all(viewers.flatMap((headers) => Array.from({ length: requestsOfViewer }, () => get(nginx.url, path, headers))));

  test('accepts them, with TLS', async () => {
    expect(await checkShippedConfiguration()).toContain('test is successful');
  });

  test('a hundred requests of ten viewers for a part that does not exist yet cost the server one, and so does their playlist', async () => {
    const playlistPath = fillPath(livePlaylist.path, { id: live.cameraId });
    const text = await (await get(server.url, playlistPath, owner.headers)).text();
    const hint = /#EXT-X-PRELOAD-HINT:TYPE=PART,URI="([^"]+)"/.exec(text)?.[1] ?? '';
    const [sequence = '', part = ''] = hint.split('.');
    const before = { media: await answered(mediaRoute), playlists: await answered(playlistRoute), access: await answered(accessRoute) };

    const answers = await askAll(partOf(hint));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
    expect(bodies[0]?.byteLength).toBeGreaterThan(0);
    for (const body of bodies) expect(body.equals(bodies[0] ?? Buffer.alloc(0))).toBe(true);
    expect((await answered(mediaRoute)) - before.media).toBe(1);
    // One decision for each viewer, however many of their requests came at once.
    expect((await answered(accessRoute)) - before.access).toBe(viewerCount);

    const lists = await askAll(`${playlistPath}?_HLS_msn=${sequence}&_HLS_part=${part}`);
    for (const list of lists) expect(await list.text()).toContain(`URI="${hint}"`);
    expect((await answered(playlistRoute)) - before.playlists).toBe(1);
    // For pages of other sites, as without nginx; and no browser keeps it.
    expect(lists[0]?.headers.get('access-control-allow-origin')).toBe('*');
    expect(lists[0]?.headers.get('cache-control')).toBe('private, no-store');
  });

  test('viewers without sound never get what is kept for those with it', async () => {
    const [loud, silent] = await Promise.all([tokenFor(live.cameraId), tokenFor(live.cameraId, { withAudio: false })]);
    const playlistPath = fillPath(livePlaylist.path, { id: live.cameraId });
    const newest = async (headers: Record<string, string>): Promise<string> =>
      /URI="([^"]+\.m4s)",INDEPENDENT/.exec(await (await get(nginx.url, playlistPath, headers)).text())?.[1] ?? '';
    const path = partOf(await newest(loud));
    const kept = await get(nginx.url, path, loud);
    expect([kept.status, kept.headers.get('watchpost-media')]).toEqual([200, 'sound']);
    // The same address is another part for them, or none.
    const other = await get(nginx.url, path, silent);
    expect(Buffer.from(await other.arrayBuffer()).equals(Buffer.from(await kept.arrayBuffer()))).toBe(false);
    const own = await get(nginx.url, partOf(await newest(silent)), silent);
    expect([own.status, own.headers.get('watchpost-media')]).toEqual([200, 'silent']);
  });

  test('recordings are fetched once, too', async () => {
    const route = archiveMedia.path.replace('{id}', ':id').replace('{file}', ':file');
    const path = fillPath(archiveMedia.path, { id: live.cameraId, file: live.recordedInit });
    const before = await answered(route);
    const answers = await askAll(path);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect((await answered(route)) - before).toBe(1);
    // A viewer of a part of the archive shares with nobody.
    const ofPart = await tokenFor(live.cameraId, { archive: { kind: 'last-hours', hours: 1 } });
    for (const _ of [1, 2]) expect((await get(nginx.url, path, ofPart)).status).toBe(200);
    expect((await answered(route)) - before).toBe(3);
  });

  test('a viewer without access gets the server’s own answer, also for what is kept; and no address names another camera', async () => {
    const path = partOf(live.liveInit);
    expect((await get(nginx.url, path, owner.headers)).status).toBe(200);
    const stranger = await server.signIn('stranger@example.com');
    for (const headers of [{}, stranger.headers, { authorization: 'Bearer nonsense' }, { ...viewers[0], origin: 'https://evil.example' }]) {
      const [kept, direct] = await Promise.all([get(nginx.url, path, headers), get(server.url, path, headers)]);
      expect([kept.status, await kept.text()]).toEqual([direct.status, await direct.text()]);
      expect(kept.ok).toBe(false);
    }

    const cameras = cameraListSchema.parse(await (await server.call(listCameras, { headers: owner.headers })).json());
    const other = cameras.find(({ id }) => id !== live.cameraId)?.id ?? '';
    const headers = await tokenFor(other);
    for (const step of ['..', '%2e%2e', '.%2E'])
      expect(await rawStatus(nginx.url, path.replace(live.cameraId, `${other}/${step}/${live.cameraId}`), headers)).not.toBe(200);
  });

  test('a session that ended has no media after a few seconds', async () => {
    const session = await server.signIn('owner@example.com');
    const path = partOf(live.liveInit);
    const statusOf = async (): Promise<number> => (await get(nginx.url, path, session.headers)).status;
    expect(await statusOf()).toBe(200);
    expect((await server.call(signOut, { headers: session.headers })).ok).toBe(true);
    await expect.poll(statusOf, { timeout: atMost(10_000), interval: 500 }).toBe(401);
  });

  test('what is not media passes: the app’s API, preflights, WebSockets', async () => {
    expect((await get(nginx.url, '/healthz')).status).toBe(200);
    const preflight = await fetch(nginx.url + partOf(live.liveInit), { method: 'OPTIONS', headers: { origin } });
    expect([preflight.status, preflight.headers.get('access-control-allow-methods')]).toEqual([204, 'GET']);
    const socket = new WebSocket(`${nginx.url.replace('http', 'ws')}/public/api/v3/live`);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', reject);
    });
    socket.close();
  });
});

/** Sends a path as it is: `fetch` would resolve its dots. */
function rawStatus(url: string, path: string, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = requestHttp(url, { path, headers }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    request.on('error', reject);
    request.end();
  });
}
