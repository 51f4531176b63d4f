import { getCamera, getPreview, removeCamera, takeSnapshot } from '@watchpost/contract/endpoints/cameras';
import { authorizeMqtt } from '@watchpost/contract/endpoints/events';
import { endWhep, liveMedia, livePlaylist, startWhep } from '@watchpost/contract/endpoints/player';
import { fillPath, type Endpoint } from '@watchpost/contract/kernel';
import { cameraEventsTopic, customerCamerasTopic } from '@watchpost/contract/protocols/mqtt';
import { mqttAuthorizationAnswer } from '@watchpost/contract/schemas/events';
import mqtt from 'mqtt';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { locateDatabase, openDatabase, type Db } from '../db/database.ts';
import { loadKeys } from '../kernel/keys.ts';
import { createTokens, signGuestToken } from '../kernel/tokens.ts';
import { waitForLiveCamera } from '../testing/live-camera.ts';
import { openLiveViewer, type LiveViewer } from '../testing/live-viewer.ts';
import { insertGrant, insertGuest, insertInvite } from '../testing/people.ts';
import { startTestServer, type TestServer, type TestSession } from '../testing/test-server.ts';
import { createWhepViewer } from '../testing/whep-viewer.ts';
import { atMost } from '../../../../tooling/tests/slow-machine.ts';

/** Access that ends while it is used, on a real server. */
describe('access that is withdrawn meanwhile', () => {
  let server: TestServer;
  let db: Db;
  let owner: TestSession;
  let viewer: TestSession;
  let cameraId: string;
  let liveInit: string;

  beforeAll(async () => {
    server = await startTestServer({ demo: true });
    owner = await server.signIn('owner@example.com');
    viewer = await server.signIn('viewer@example.com');
    db = openDatabase(locateDatabase(server.config));
    ({ cameraId, liveInit } = await waitForLiveCamera(server, owner.access_token));
  });
  afterAll(async () => {
    await db.destroy();
    await server.close();
  });
  beforeEach(async () => {
    await db.deleteFrom('camera_grants').execute();
    await insertGrant(db, cameraId, viewer.customer_id);
  });

  const call = ({ method, path }: Endpoint, headers: Record<string, string>, parameters: Record<string, string> = {}): Promise<Response> =>
    server.call({ method, path: fillPath(path, { id: cameraId, ...parameters }) }, { headers });
  const statusOf = async (response: Promise<Response>): Promise<number> => {
    const { status, body } = await response;
    await body?.cancel();
    return status;
  };
  /** Withdraws it by a call: the viewer gives it up. */
  const leave = async (): Promise<void> => expect(await statusOf(call(removeCamera, viewer.headers))).toBe(204);
  const watch = async (token: string): Promise<LiveViewer> => {
    const live = await openLiveViewer(server.url, null);
    live.send({ type: 'authorize', token });
    live.send({ type: 'subscribe', channel: 1, cameraId });
    await live.next('tracks');
    await expect.poll(() => live.media.length).toBeGreaterThan(1);
    return live;
  };
  const guestHeaders = async (): Promise<{ authorization: string; inviteId: string; token: string }> => {
    const inviteId = await insertInvite(db, cameraId, owner.customer_id);
    const guestId = await insertGuest(db, inviteId);
    const token = signGuestToken(createTokens(loadKeys(server.config).tokens), { guestId, inviteId, exp: Date.now() + 3_600_000 });
    return { authorization: `Bearer ${token}`, inviteId, token };
  };

  test('R24: the live socket ends the channel at once, says why, and stays open', async () => {
    const live = await watch(viewer.access_token);
    await leave();
    expect(await live.next('error')).toMatchObject({ channel: 1, error: { code: 'access-ended' } });
    const before = live.media.length;
    live.send({ type: 'ping', id: 7 });
    await live.next('pong');
    expect(live.media.length).toBe(before);
    live.close();
    await live.closed;
  });

  test('R24: the live socket ends the channel when the access expires', async () => {
    await db
      .updateTable('camera_grants')
      .set({ expires_at: Date.now() + 2000 })
      .execute();
    const live = await watch(viewer.access_token);
    expect(await live.next('error')).toMatchObject({ channel: 1, error: { code: 'access-ended' } });
    live.close();
    await live.closed;
  });

  test('R24: a WebRTC session ends at once, and the next request says that the camera is gone', async () => {
    const peer = await createWhepViewer();
    const response = await fetch(server.url + fillPath(startWhep.path, { id: cameraId }), {
      method: 'POST',
      headers: { ...viewer.headers, 'content-type': 'application/sdp' },
      body: peer.offer,
    });
    expect(response.status).toBe(201);
    await peer.accept(await response.text());
    await peer.received(5);
    await leave();
    const sessionId = response.headers.get('location')?.split('/').at(-1) ?? '';
    expect(await statusOf(call(endWhep, viewer.headers, { sessionId }))).toBe(404);
    // Packets that were sent before may still arrive.
    let count = -1;
    await expect.poll(() => count === (count = peer.packets.length), { interval: 500, timeout: atMost(5000) }).toBe(true);
    await peer.close();
  });

  test('R24: every request for live HLS, previews and snapshots is decided again', async () => {
    const requests = [
      [livePlaylist, {}],
      [liveMedia, { file: liveInit }],
      [getPreview, {}],
      [takeSnapshot, {}],
    ] as const;
    const answers = () => Promise.all(requests.map(([endpoint, parameters]) => statusOf(call(endpoint, viewer.headers, parameters))));
    expect(await answers()).toEqual([200, 200, 200, 200]);
    const minutes = (new Date().getUTCHours() * 60 + new Date().getUTCMinutes() + 720) % 1440;
    await db.updateTable('cameras').set({ time_zone: 'UTC' }).where('id', '=', cameraId).execute();
    await db
      .updateTable('camera_grants')
      .set({ daily_from: minutes, daily_until: (minutes + 60) % 1440 })
      .execute();
    expect(await answers()).toEqual([403, 403, 403, 403]);
    const { error }: { error: { code: string; details: { opensAt: number } } } = JSON.parse(
      await (await call(livePlaylist, viewer.headers)).text(),
    );
    expect(error).toMatchObject({ code: 'access-outside-hours', details: { opensAt: expect.any(Number) } });
    // The camera itself stays visible.
    expect(await statusOf(call(getCamera, viewer.headers))).toBe(200);
    await leave();
    expect(await answers()).toEqual([404, 404, 404, 404]);
  });

  test('R24: a subscription to its events ends at once, and the page hears that its cameras changed', async () => {
    const { clientId, username, password, topics, url } = mqttAuthorizationAnswer.parse(
      await (await server.call(authorizeMqtt, { headers: viewer.headers })).json(),
    );
    expect(topics).toContain(cameraEventsTopic(cameraId));
    const client = mqtt.connect(server.url.replace('http', 'ws') + url, { clientId, username, password, reconnectPeriod: 0 });
    const heard: string[] = [];
    client.on('message', (topic) => heard.push(topic));
    await new Promise<void>((resolve) => client.once('connect', () => resolve()));
    await client.subscribeAsync(topics);
    await leave();
    await expect.poll(() => heard).toContain(customerCamerasTopic(viewer.customer_id));
    await expect(client.subscribeAsync(cameraEventsTopic(cameraId))).rejects.toThrow();
    await client.endAsync(true);
  });

  test('a guest watches without a session, and only that; revoking the link ends it', async () => {
    const { authorization, inviteId, token } = await guestHeaders();
    const live = await watch(token);
    expect(await statusOf(call(livePlaylist, { authorization }))).toBe(200);
    expect(await statusOf(call(getCamera, { authorization }))).toBe(200);
    expect(await statusOf(call(removeCamera, { authorization }))).toBe(401);
    expect(await statusOf(server.call({ method: 'GET', path: '/public/api/v3/cameras' }, { headers: { authorization } }))).toBe(401);
    await db.updateTable('invites').set({ revoked_at: 1 }).where('id', '=', inviteId).execute();
    expect(await statusOf(call(livePlaylist, { authorization }))).toBe(404);
    expect(await live.next('error')).toMatchObject({ channel: 1, error: { code: 'access-ended' } });
    live.close();
    await live.closed;
  });
});
