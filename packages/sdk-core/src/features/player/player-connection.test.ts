import type { LiveMedia } from '@watchpost/contract/protocols/live';
import { describe, expect, test, vi } from 'vitest';
import { createTestClient, signIn } from '../../testing/index.ts';
import type { TestClientOptions } from '../../testing/index.ts';

async function liveClient(options: TestClientOptions = {}) {
  const parts = createTestClient(options);
  await signIn(parts.client, parts.server);
  const live = parts.client.player.live();
  const socket = (): (typeof parts.server.sockets)[number] => {
    const last = parts.server.sockets.at(-1);
    if (!last) throw new Error('no socket was opened');
    return last;
  };
  return { ...parts, live, socket };
}
function handlers() {
  return {
    onTracks: vi.fn(),
    onMedia: vi.fn(),
    onState: vi.fn(),
    onWaiting: vi.fn(),
    onAccess: vi.fn(),
    onError: vi.fn(),
    onReconnecting: vi.fn(),
  };
}
const fragment = (channel: number): LiveMedia => ({
  kind: 'fragment',
  keyFrame: true,
  discontinuity: false,
  channel,
  time: 1_000,
  payload: new Uint8Array([1, 2, 3]),
});

describe('one socket', () => {
  test('is opened by the first subscription and authorized by its first message, never by its URL', async () => {
    const { live, clock, server, socket } = await liveClient();
    expect(server.sockets).toHaveLength(0);
    live.subscribe({ cameraId: 'a', audio: true, quality: 'low' }, {});
    live.subscribe({ cameraId: 'b' }, {});
    expect(live.state.value).toBe('connecting');
    await clock.settle();
    expect(live.state.value).toBe('open');
    expect(server.sockets).toHaveLength(1);
    expect(socket()).toMatchObject({ url: 'wss://watchpost.test/public/api/v3/live', protocols: ['watchpost.live.v1'] });
    expect(socket().received.slice(0, 3)).toEqual([
      { type: 'authorize', token: 'access-1' },
      { type: 'subscribe', channel: 1, cameraId: 'a', quality: 'low', audio: true },
      { type: 'subscribe', channel: 2, cameraId: 'b' },
    ]);
  });

  test('delivers each camera’s messages to its subscriber', async () => {
    const { live, clock, socket } = await liveClient();
    const [a, b] = [handlers(), handlers()];
    live.subscribe({ cameraId: 'a' }, a);
    live.subscribe({ cameraId: 'b' }, b);
    await clock.settle();
    const tracks = {
      type: 'tracks',
      channel: 1,
      mimeType: 'video/mp4; codecs="avc1.4d401f"',
      width: 1280,
      height: 720,
      hasAudio: false,
      quality: 'high',
      isTranscoded: false,
    } as const;
    socket().send(tracks);
    socket().send({ type: 'state', channel: 2, state: 'offline', since: 5, reason: 'camera-offline' });
    socket().send({ type: 'waiting', channel: 2, interval: 20_000 });
    socket().send({ type: 'access', channel: 2 });
    socket().sendMedia(fragment(1));
    await clock.settle();
    expect(a.onTracks).toHaveBeenCalledWith(tracks);
    expect(a.onMedia).toHaveBeenCalledWith(fragment(1));
    expect(a.onState).not.toHaveBeenCalled();
    expect(b.onState).toHaveBeenCalledTimes(1);
    expect([a.onAccess.mock.calls.length, b.onAccess.mock.calls.length]).toEqual([0, 1]);
    expect([a.onWaiting.mock.calls, b.onWaiting.mock.calls]).toEqual([[], [[{ type: 'waiting', channel: 2, interval: 20_000 }]]]);
    expect(b.onMedia).not.toHaveBeenCalled();
  });

  test('a listener that throws doesn’t affect others', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => {});
    const { live, clock, socket } = await liveClient();
    const good = handlers();
    live.subscribe(
      { cameraId: 'a' },
      {
        onMedia: () => {
          throw new Error('theirs');
        },
      },
    );
    live.subscribe({ cameraId: 'b' }, good);
    await clock.settle();
    socket().sendMedia(fragment(1));
    socket().sendMedia(fragment(2));
    await clock.settle();
    expect(good.onMedia).toHaveBeenCalledTimes(1);
    expect(error).toHaveBeenCalledTimes(1);
    error.mockRestore();
  });

  test('stays for 5 s after the last subscription, then closes and leaves no timer', async () => {
    const { live, clock, server, socket } = await liveClient();
    const stop = live.subscribe({ cameraId: 'a' }, {});
    await clock.settle();
    stop();
    stop();
    expect(socket().channelsOf('a')).toEqual([]);
    await clock.advance(4_000);
    const again = live.subscribe({ cameraId: 'a' }, {});
    await clock.advance(10_000);
    expect(server.sockets).toHaveLength(1);
    expect(socket().received.filter(({ type }) => type === 'unsubscribe')).toHaveLength(1);
    again();
    await clock.advance(5_000);
    expect(socket().isOpen).toBe(false);
    expect(live.state.value).toBe('idle');
    expect(clock.pending).toBe(0);
    live.subscribe({ cameraId: 'a' }, {});
    await clock.settle();
    expect(server.sockets).toHaveLength(2);
  });

  test('a subscription changes on its channel, and keeps the change after a reconnect', async () => {
    const { live, clock, server, socket } = await liveClient();
    const flow = live.subscribe({ cameraId: 'a', quality: 'high', audio: true, hevc: false }, {});
    await clock.settle();
    flow.update({ quality: 'low', frames: 'key' });
    await clock.settle();
    const changed = { type: 'subscribe', channel: 1, cameraId: 'a', quality: 'low', audio: true, hevc: false, frames: 'key' };
    expect(socket().received.filter(({ type }) => type === 'subscribe')).toEqual([
      { type: 'subscribe', channel: 1, cameraId: 'a', quality: 'high', audio: true, hevc: false },
      changed,
    ]);
    socket().drop();
    flow.update({ quality: 'high' });
    await clock.advance(3_000);
    expect(server.sockets).toHaveLength(2);
    expect(socket().received.filter(({ type }) => type === 'subscribe')).toEqual([{ ...changed, quality: 'high' }]);
    flow();
    flow.update({ quality: 'low' });
    await clock.settle();
    expect(socket().received.at(-1)).toMatchObject({ type: 'unsubscribe' });
  });

  test('knows the server’s time', async () => {
    const { live, clock } = await liveClient();
    const truth = clock.now();
    // From the answer to the authorization.
    clock.setWallClock(truth - 86_400_000);
    expect(live.serverNow()).toBe(truth);
    clock.setWallClock(truth);
    live.subscribe({ cameraId: 'a' }, {});
    await clock.settle();
    clock.setWallClock(truth + 86_400_000);
    expect(live.serverNow()).toBe(truth);
  });
});

describe('reconnecting', () => {
  test('checks every 0.5 to 2 s whether the server is reachable, opens no socket before, subscribes again, and resets the back-off after a stable connection', async () => {
    const { live, clock, server, socket } = await liveClient();
    const viewer = handlers();
    live.subscribe({ cameraId: 'a' }, viewer);
    await clock.settle();
    server.offline = true;
    socket().drop();
    expect(live.state.value).toBe('waiting');
    const times: number[] = [];
    let last = clock.monotonic();
    const asked = (): number => server.requests.filter(({ path }) => path === '/healthz').length;
    for (let known = asked(); times.length < 8; await clock.advance(100)) {
      if (asked() === known) continue;
      known = asked();
      times.push(Math.round((clock.monotonic() - last) / 100) * 100);
      last = clock.monotonic();
    }
    expect(times.map((time) => Math.round(time / 500) * 500)).toEqual([500, 1000, 2000, 2000, 2000, 2000, 2000, 2000]);
    expect(server.sockets).toHaveLength(1);
    expect(viewer.onReconnecting).toHaveBeenCalledTimes(1);
    server.offline = false;
    // R6: within 5 s, even without an event that the network is back.
    await clock.advance(3_000);
    expect(live.state.value).toBe('open');
    expect(socket().channelsOf('a')).toEqual([1]);
    await clock.advance(6_000);
    socket().drop();
    await clock.advance(500);
    expect(live.state.value).toBe('open');
  });

  test('a silent connection is closed within 10 s', async () => {
    const { live, clock, server } = await liveClient();
    live.subscribe({ cameraId: 'a' }, {});
    await clock.settle();
    server.offline = true;
    await clock.advance(10_000);
    expect(live.state.value).not.toBe('open');
    server.offline = false;
    await clock.advance(5_000);
    expect(live.state.value).toBe('open');
  });

  test('R6: 60 s offline, live within 5 s of the event that the network is back', async () => {
    let hint: (online: boolean) => void = () => {};
    let online = true;
    const { live, clock, server, client } = await liveClient({
      network: {
        isOnline: () => online,
        subscribe: (listener) => {
          hint = listener;
          return () => {};
        },
      },
    });
    const viewer = handlers();
    live.subscribe({ cameraId: 'a' }, viewer);
    await clock.settle();
    server.offline = true;
    online = false;
    hint(false);
    await clock.advance(60_000);
    server.offline = false;
    online = true;
    hint(true);
    await clock.advance(5_000);
    expect(live.state.value).toBe('open');
    expect(viewer.onReconnecting).toHaveBeenCalledTimes(1);
    expect(viewer.onError).not.toHaveBeenCalled();
    expect(client.session.current.value).not.toBeNull();
    server.offline = true;
    hint(true);
    await clock.advance(2_000);
    expect(live.state.value).not.toBe('open');
  });

  test('an attempt times out after 10 s without an answer', async () => {
    const opened: string[] = [];
    const { live, clock } = await liveClient({
      webSocket: (url) => {
        opened.push(url);
        return { binaryType: 'blob', send() {}, close() {}, addEventListener() {} };
      },
    });
    live.subscribe({ cameraId: 'a' }, {});
    await clock.advance(10_500);
    expect(opened).toHaveLength(2);
  });

  test('a server that drops requests is asked again after 2 s', async () => {
    const { live, clock, server, socket } = await liveClient();
    live.subscribe({ cameraId: 'a' }, {});
    await clock.settle();
    server.latency = 60_000;
    socket().drop();
    for (let second = 0; second < 20; second += 1) await clock.advance(1_000);
    expect(server.requests.filter(({ path }) => path === '/healthz').length).toBeGreaterThanOrEqual(4);
    expect(server.sockets).toHaveLength(1);
  });

  test.each([
    ['text that is no JSON', '{'],
    ['media that is too short', new ArrayBuffer(3)],
  ])('%s closes the connection', async (_name, data) => {
    const { live, clock, socket } = await liveClient();
    live.subscribe({ cameraId: 'a' }, {});
    await clock.settle();
    const first = socket();
    first.sendRaw(data);
    await clock.settle();
    expect(first.isOpen).toBe(false);
    expect(live.state.value).toBe('waiting');
  });
});

describe('authorization', () => {
  test('a refused token is renewed once, and the socket reopened', async () => {
    const { live, clock, server, socket } = await liveClient();
    server.expireAccessTokens();
    const viewer = handlers();
    live.subscribe({ cameraId: 'a' }, viewer);
    await clock.settle();
    expect(live.state.value).toBe('open');
    expect(server.sockets).toHaveLength(2);
    expect(socket().received[0]).toEqual({ type: 'authorize', token: 'access-2' });
    expect(viewer.onError).not.toHaveBeenCalled();
  });

  test('a new token is sent on the same socket before the old one expires', async () => {
    const { live, clock, server, socket } = await liveClient();
    live.subscribe({ cameraId: 'a' }, {});
    await clock.advance(900_000);
    expect(server.sockets).toHaveLength(1);
    expect(socket().received.filter(({ type }) => type === 'authorize')).toEqual([
      { type: 'authorize', token: 'access-1' },
      { type: 'authorize', token: 'access-2' },
    ]);
    expect(socket().received.filter(({ type }) => type === 'subscribe')).toHaveLength(1);
    expect(clock.pending).toBeLessThan(5);
  });

  test('an ended session stops the connection; a new subscription tries again', async () => {
    const { live, client, clock, server } = await liveClient();
    const viewer = handlers();
    live.subscribe({ cameraId: 'a' }, viewer);
    await clock.settle();
    server.revokeSessions({ deviceTokens: true });
    server.sockets[0]?.send({ type: 'error', channel: null, error: { code: 'unauthorized', message: 'Sign in to continue.' } });
    await clock.advance(60_000);
    expect(viewer.onError).toHaveBeenCalledTimes(1);
    expect(viewer.onError.mock.calls[0]?.[0]).toMatchObject({ code: 'session-expired' });
    expect(live.state.value).toBe('stopped');
    expect(server.sockets).toHaveLength(1);
    await signIn(client, server);
    live.subscribe({ cameraId: 'b' }, {});
    await clock.settle();
    expect(live.state.value).toBe('open');
  });

  test('a refused camera gets the error and is not requested again; others stay', async () => {
    const { live, clock, socket } = await liveClient();
    const [a, b] = [handlers(), handlers()];
    live.subscribe({ cameraId: 'a' }, a);
    live.subscribe({ cameraId: 'b' }, b);
    await clock.settle();
    socket().send({ type: 'error', channel: 1, error: { code: 'not-found', message: 'Not found' } });
    await clock.settle();
    expect(a.onError).toHaveBeenCalledTimes(1);
    expect(b.onError).not.toHaveBeenCalled();
    socket().drop();
    await clock.advance(1_000);
    expect(socket().channelsOf('a')).toEqual([]);
    expect(socket().channelsOf('b')).toEqual([2]);
  });

  test('a refused embed token without a renewal stops the connection', async () => {
    const { client, clock, server } = createTestClient({ token: 'embed.x.y' });
    const viewer = handlers();
    client.player.live().subscribe({ cameraId: 'a' }, viewer);
    await clock.settle();
    expect(server.sockets).toHaveLength(1);
    expect(viewer.onError.mock.calls[0]?.[0]).toMatchObject({ code: 'session-expired' });
  });

  test('dispose closes everything', async () => {
    const { live, client, clock, socket } = await liveClient();
    live.subscribe({ cameraId: 'a' }, {});
    await clock.settle();
    client.dispose();
    await clock.settle();
    expect(socket().isOpen).toBe(false);
    expect(clock.pending).toBe(0);
  });
});
