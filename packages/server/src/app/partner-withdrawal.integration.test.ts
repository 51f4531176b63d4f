import { revokeApiKey } from '@watchpost/contract/endpoints/api-keys';
import { createEmbedLink, createEmbedToken, openEmbedLink, revokeEmbedLink, revokeEmbedToken } from '@watchpost/contract/endpoints/embeds';
import { liveMedia, livePlaylist, startWhep } from '@watchpost/contract/endpoints/player';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { createdEmbedTokenSchema, embedLinkSchema, openedEmbedLinkSchema } from '@watchpost/contract/schemas/embeds';
import { accessLogPageSchema, type AccessEntry } from '@watchpost/contract/schemas/sharing';
import { getAccessLog } from '@watchpost/contract/endpoints/sharing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createKey } from '../testing/partners/api-keys.ts';
import { createDatabasePlace, describeDatabases, type DatabasePlace } from '../testing/databases.ts';
import { waitForLiveCamera } from '../testing/live-camera.ts';
import { openLiveViewer } from '../testing/live-viewer.ts';
import { startTestServer, type TestServer, type TestSession } from '../testing/test-server.ts';
import { createWhepViewer } from '../testing/whep-viewer.ts';
import { atMost } from '../../../../tooling/tests/slow-machine.ts';

const shop = 'https://shop.example';

interface Held {
  readonly token: string;
  readonly origin: string | null;
  readonly who: Partial<AccessEntry>;
  readonly revoke: () => Promise<unknown>;
}

/** Live video for partners, on a real server. */
describeDatabases('live video, when a partner’s access is revoked meanwhile', (engine) => {
  let place: DatabasePlace;
  let server: TestServer;
  let owner: TestSession;
  let cameraId: string;
  let liveInit: string;

  beforeAll(async () => {
    place = await createDatabasePlace(engine);
    server = await startTestServer({ ...place, demo: true });
    owner = await server.signIn('owner@example.com');
    ({ cameraId, liveInit } = await waitForLiveCamera(server, owner.access_token));
  });
  afterAll(async () => {
    await server.close();
    await place.remove();
  });

  const call = ({ method, path }: Endpoint, id: string, headers: Record<string, string>, body?: unknown): Promise<Response> =>
    server.call({ method, path: fillPath(path, { id, file: liveInit }) }, { headers, body });
  const headersOf = ({ token, origin }: Held) => ({ authorization: `Bearer ${token}`, ...(origin !== null && { origin }) });
  const statusOf = async (response: Promise<Response>): Promise<number> => {
    const { status, body } = await response;
    await body?.cancel();
    return status;
  };
  const tokenBody = () => ({ cameraIds: [cameraId], origins: [shop] });
  const held: readonly (readonly [string, () => Promise<Held>])[] = [
    [
      'an API key',
      async () => {
        const { id, secret } = await createKey(server, owner.headers, { name: 'Recorder', scopes: ['live', 'sound'] });
        const who = { who: { kind: 'api-key', apiKeyId: id, name: 'Recorder' }, grant: { kind: 'api-key', name: 'Recorder' } } as const;
        return { token: secret, origin: null, who, revoke: () => call(revokeApiKey, id, owner.headers) };
      },
    ],
    [
      'an embed token of a key',
      async () => {
        const key = await createKey(server, owner.headers, { name: 'Website', scopes: ['embed-tokens', 'live'] });
        const body = { ...tokenBody(), viewerId: 'order 1042' };
        const { id, token } = createdEmbedTokenSchema.parse(await (await call(createEmbedToken, '', key.headers, body)).json());
        const who = {
          who: { kind: 'website', origin: shop, viewerId: 'order 1042' },
          grant: { kind: 'api-key', name: 'Website' },
        } as const;
        return { token, origin: shop, who, revoke: () => call(revokeEmbedToken, id, key.headers) };
      },
    ],
    [
      'an embed link',
      async () => {
        const options = { name: 'Beach', withAudio: false, archive: null, origins: [], maxViewers: 5, expiresAt: null };
        const link = await call(createEmbedLink, '', owner.headers, { ...options, cameraIds: [cameraId] });
        const { id } = embedLinkSchema.parse(await link.json());
        const origin = server.url;
        const { token } = openedEmbedLinkSchema.parse(await (await call(openEmbedLink, id, { origin })).json());
        const who = { who: { kind: 'website', origin, viewerId: null }, grant: { kind: 'embed-link', name: 'Beach' } } as const;
        return { token, origin, who, revoke: () => call(revokeEmbedLink, id, owner.headers) };
      },
    ],
  ];

  test.each(held)(
    'R24: the live socket of %s gets no byte more, HLS is refused, and the log says who it was',
    async (_, hold) => {
      const partner = await hold();
      const live = await openLiveViewer(server.url, partner.origin);
      live.send({ type: 'authorize', token: partner.token });
      live.send({ type: 'subscribe', channel: 1, cameraId });
      await live.next('tracks');
      await expect.poll(() => live.media.length).toBeGreaterThan(1);
      const requests = [livePlaylist, liveMedia] as const;
      for (const endpoint of requests) expect(await statusOf(call(endpoint, cameraId, headersOf(partner)))).toBe(200);
      await partner.revoke();
      expect(await live.next('error')).toMatchObject({ channel: null, error: { code: 'unauthorized' } });
      expect(await live.closed).toBe(4401);
      for (const endpoint of requests) expect(await statusOf(call(endpoint, cameraId, headersOf(partner)))).toBe(401);
      const entries = async () => {
        const path = `${getAccessLog.path}?cameraId=${cameraId}&kind=live`;
        return accessLogPageSchema.parse(await (await server.call({ method: 'GET', path }, { headers: owner.headers })).json()).entries;
      };
      await expect.poll(entries, { timeout: atMost(10_000) }).toContainEqual(expect.objectContaining({ kind: 'live', ...partner.who }));
    },
    atMost(30_000),
  );

  test.each(held)(
    'R24: a WebRTC session of %s ends at once',
    async (_, hold) => {
      const partner = await hold();
      const peer = await createWhepViewer();
      const response = await fetch(server.url + fillPath(startWhep.path, { id: cameraId }), {
        method: 'POST',
        headers: { ...headersOf(partner), 'content-type': 'application/sdp' },
        body: peer.offer,
      });
      expect(response.status).toBe(201);
      await peer.accept(await response.text());
      await peer.received(5);
      await partner.revoke();
      // Packets that were sent before may still arrive.
      let count = -1;
      await expect.poll(() => count === (count = peer.packets.length), { interval: 500, timeout: atMost(5000) }).toBe(true);
      await peer.close();
    },
    atMost(30_000),
  );
});
