// @vitest-environment jsdom
import { buildCamera } from '@watchpost/sdk-core/testing';
import { describe, expect, test, vi } from 'vitest';
import type { QualityEvent } from './engine/player-events.ts';
import { setUp, show, stands } from './testing/player-stand.ts';

const types = (told: readonly QualityEvent[]): string[] => told.map(({ type }) => type);

describe('the first picture', () => {
  test('is live over WebSocket, tells how long it took, and needs nothing else', async () => {
    const { player, told, frame, pass, current } = await setUp();
    expect(player.state.value).toEqual({ kind: 'connecting', mode: 'live' });
    await pass(120);
    await frame();
    expect(player.state.value).toEqual({ kind: 'live' });
    expect(current()).toEqual(['websocket']);
    expect(told).toContainEqual({ type: 'first-frame', transport: 'websocket', after: 120 });
    expect([player.transport.value, player.canTalk.value, player.camera.value?.id]).toEqual(['websocket', true, 'c1']);
  });

  test.each([
    ['a wide picture asks for the full stream', {}, 'high'],
    ['who wants little gets little', { quality: 'low' }, 'low'],
  ] as const)('%s', async (_, options, quality) => {
    expect((await setUp(options)).last().wants.quality).toBe(quality);
  });
});

describe('the ladder', () => {
  test('a silent socket gets a rival beside it; whoever has a picture first stays', async () => {
    const { last, frame, settle, current, player } = await setUp();
    const [socket] = stands;
    socket?.listener.onNews({ type: 'unreachable', isSilent: true });
    await settle();
    expect(current()).toEqual(['websocket', 'hls']);
    await frame();
    expect(player.transport.value).toBe('hls');
    // The socket came through after all.
    socket?.listener.onTake();
    expect(current()).toEqual(['websocket']);
    expect(player.transport.value).toBe('websocket');
    expect(last().isStopped).toBe(true);
  });

  test('each way that does not work leads to the next; after the last there is a pause, and the usual way again', async () => {
    const { last, settle, pass, current, player } = await setUp();
    const seen: (string | undefined)[] = [];
    for (let way = 0; way < 3; way += 1) {
      seen.push(current().at(-1));
      last().listener.onNews({ type: 'unreachable', isSilent: false });
      await settle();
    }
    expect(seen).toEqual(['websocket', 'hls', 'webrtc']);
    expect(current()).toEqual([]);
    await pass(500);
    expect(current()).toEqual(['websocket']);
    expect(player.state.value).toEqual({ kind: 'connecting', mode: 'live' });
  });

  test('while nobody answers at all no other way is tried: the socket itself tries on', async () => {
    const { last, settle, current, server } = await setUp();
    server.offline = true;
    for (const isSilent of [true, false]) {
      last().listener.onNews({ type: 'unreachable', isSilent });
      await settle();
    }
    expect(current()).toEqual(['websocket']);
    expect(stands).toHaveLength(1);
    server.offline = false;
    last().listener.onNews({ type: 'unreachable', isSilent: false });
    await settle();
    expect(current()).toEqual(['hls']);
  });

  test('a socket that has worked is not blamed for a network that was away: its own next try decides', async () => {
    const { client, last, settle, frame, pass, current, server } = await setUp();
    const live = client.player.live();
    live.subscribe({ cameraId: 'c1' }, {});
    await pass(100);
    await frame();
    server.offline = true;
    server.sockets[0]?.drop();
    server.offline = false;
    last().listener.onNews({ type: 'unreachable', isSilent: true });
    await settle();
    expect([live.state.value, current()]).toEqual(['waiting', ['websocket']]);
    await pass(2_000);
    expect([live.state.value, current(), stands.length]).toEqual(['open', ['websocket'], 1]);
  });

  test('a chosen way goes first; without MediaSource it is WebCodecs', async () => {
    expect((await setUp({ transport: 'webrtc' })).current()).toEqual(['webrtc']);
    vi.stubGlobal('MediaSource', undefined);
    const { current, last, settle, player } = await setUp();
    expect(current().at(-1)).toBe('webcodecs');
    last().listener.onPicture();
    await settle();
    expect(player.state.value).toEqual({ kind: 'live' });
    expect(player.picture()).toBeInstanceOf(HTMLCanvasElement);
  });

  test('a browser that has none of it is told so', async () => {
    for (const name of ['MediaSource', 'RTCPeerConnection', 'VideoDecoder']) vi.stubGlobal(name, undefined);
    expect((await setUp()).player.state.value).toEqual({ kind: 'error', mode: 'live', code: 'codec-unsupported-here' });
  });

  test('another way may be chosen while one plays', async () => {
    const { player, frame, settle, current } = await setUp();
    await frame();
    player.setTransport('webrtc');
    await settle();
    expect(current()).toEqual(['webrtc']);
    player.setTransport('auto');
    await settle();
    expect(current()).toEqual(['websocket']);
  });
});

describe('the way back', () => {
  test('after a minute elsewhere the socket is asked quietly; when it works the picture comes over it again', async () => {
    const { last, frame, pass, settle, current, server } = await setUp();
    last().listener.onNews({ type: 'unreachable', isSilent: false });
    await settle();
    await frame();
    expect(current()).toEqual(['hls']);
    await pass(59_000);
    expect(server.sockets).toHaveLength(0);
    await pass(1_500);
    expect(current()).toEqual(['hls']);
    const socket = server.sockets.at(-1);
    const [channel] = socket?.channelsOf('c1') ?? [];
    if (!socket || channel === undefined) throw new Error('nobody asked');
    socket.send({ type: 'tracks', channel, mimeType: 'video/mp4; codecs="avc1.4d401f"', width: 1, height: 1, hasAudio: false, quality: 'high', isTranscoded: false });
    await settle();
    expect(current()).toEqual(['websocket']);
    expect(socket.channelsOf('c1')).toEqual([]);
  });

  test('when it does not, the picture is left alone, and the next look takes longer to come', async () => {
    const { last, frame, pass, settle, current, server } = await setUp();
    last().listener.onNews({ type: 'unreachable', isSilent: false });
    await settle();
    await frame();
    server.offline = true;
    const asked: number[] = [];
    for (let second = 1; second <= 400; second += 1) {
      const before = server.requests.length;
      await pass(1_000);
      if (server.requests.length > before && second - (asked.at(-1) ?? -100) > 20) asked.push(second);
    }
    // A look lasts 5 s; the next one is 120 s, then 240 s after it.
    expect(asked.length).toBeLessThanOrEqual(3);
    expect(current()).toEqual(['hls']);
    expect(stands).toHaveLength(2);
  });
});

describe('a picture that stands still or does not come', () => {
  test('is told with its length; it is opened again, then the next way is taken', async () => {
    const { player, last, frame, pass, told, current } = await setUp();
    await frame();
    await pass(20_000);
    last().listener.onStall();
    expect(player.state.value).toEqual({ kind: 'connecting', mode: 'live' });
    await pass(2_400);
    expect(stands).toHaveLength(1);
    await pass(100);
    expect(stands.map(({ name }) => name)).toEqual(['websocket', 'websocket']);
    // Twice as long as at first: a slow machine is not helped by beginning anew.
    await pass(7_900);
    expect(stands).toHaveLength(2);
    await pass(100);
    expect(current()).toEqual(['hls']);
    await frame();
    expect(types(told).filter((type) => type === 'stall')).toHaveLength(1);
    expect(player.state.value).toEqual({ kind: 'live' });
  });

  test('a camera that is away is no fault of the way', async () => {
    const { last, pass, player, clock } = await setUp();
    last().listener.onOffline(clock.now());
    await pass(60_000);
    expect(stands).toHaveLength(1);
    expect(player.state.value.kind).toBe('offline');
    last().listener.onOnline();
    expect(player.state.value).toEqual({ kind: 'connecting', mode: 'live' });
  });

  test('elsewhere than on the socket the camera itself is asked whether it is away', async () => {
    const { last, frame, settle, pass, player, server } = await setUp({ transport: 'hls' });
    await frame();
    server.cameras = [buildCamera({ id: 'c1', state: 'offline', stateSince: 5 })];
    last().listener.onStall();
    await pass(2_500);
    await settle();
    expect(player.state.value).toEqual({ kind: 'offline', since: 5 });
  });

  test('passing trouble is tried again with back-off, 0.5 s doubling to 15 s', async () => {
    const { last, clock, pass } = await setUp();
    const waits: number[] = [];
    for (let attempt = 0; attempt < 7; attempt += 1) {
      const known = stands.length;
      last().listener.onFail('unavailable', false);
      const from = clock.monotonic();
      while (stands.length === known) await pass(100);
      waits.push(clock.monotonic() - from);
    }
    expect(waits).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]);
  });

  test('the network is back: the next try does not wait for its time', async () => {
    const { last, pass, settle } = await setUp();
    for (let attempt = 0; attempt < 6; attempt += 1) {
      last().listener.onFail('unavailable', false);
      await pass(15_000);
    }
    last().listener.onFail('unavailable', false);
    const known = stands.length;
    await pass(1_000);
    expect(stands).toHaveLength(known);
    dispatchEvent(new Event('online'));
    await settle();
    expect(stands).toHaveLength(known + 1);
  });

  test('what cannot heal is an error; late words of a way that was left change nothing', async () => {
    const { last, player, pass } = await setUp();
    const left = last();
    left.listener.onFail('forbidden', true);
    expect(player.state.value).toEqual({ kind: 'error', mode: 'live', code: 'forbidden' });
    left.listener.onOffline(1);
    left.listener.onFail('network', false);
    await pass(30_000);
    expect(player.state.value.kind).toBe('error');
    expect(stands).toHaveLength(1);
    player.play();
    expect(player.state.value.kind).toBe('connecting');
  });
});

describe('nobody looks', () => {
  test('a hidden tab lets go within a second, and is back as it was', async () => {
    const { frame, pass, current, player, clock } = await setUp();
    await frame();
    show('hidden');
    await pass(999);
    expect(current()).toEqual([]);
    expect(player.state.value).toEqual({ kind: 'live' });
    show('visible');
    expect(current()).toEqual(['websocket']);
    expect(clock.timers).toBeLessThan(8);
  });

  test('a glance elsewhere costs nothing', async () => {
    const { frame, pass, current } = await setUp();
    await frame();
    show('hidden');
    await pass(500);
    show('visible');
    await pass(5_000);
    expect(stands).toHaveLength(1);
    expect(current()).toEqual(['websocket']);
  });

  test('a tile lets go at once; a paused one stays paused when it is back', async () => {
    const { player, frame, settle, current } = await setUp();
    await frame();
    player.setActive(false);
    expect(current()).toEqual([]);
    player.setActive(true);
    expect(current()).toEqual(['websocket']);
    await frame();
    player.pause();
    player.setActive(false);
    player.setActive(true);
    await settle();
    expect(current()).toEqual([]);
    expect(player.state.value.kind).toBe('paused');
  });
});

describe('quality', () => {
  test('is changed on the way that plays, and told once it is on the screen', async () => {
    const { player, last, frame, told } = await setUp();
    last().listener.onQuality('high');
    await frame();
    player.setQuality('low');
    expect(last().calls).toEqual(['start', 'change {"quality":"low","frames":"all"}']);
    expect(player.shownQuality.value).toBe('high');
    last().listener.onQuality('low');
    expect(player.shownQuality.value).toBe('low');
    expect(told.at(-1)).toEqual({ type: 'quality-change', quality: 'low' });
    player.setFrames('key');
    expect(last().calls.at(-1)).toBe('change {"quality":"low","frames":"key"}');
  });

  test('auto gives way when frames had to be left out twice, and comes back after a calm time', async () => {
    const { player, last, frame, pass } = await setUp();
    await frame();
    last().listener.onNews({ type: 'congestion' });
    await pass(1_000);
    expect(last().wants.quality).toBe('high');
    last().listener.onNews({ type: 'congestion' });
    expect(last().wants.quality).toBe('low');
    await pass(16_000);
    expect(last().wants.quality).toBe('high');
    expect(player.quality.value).toBe('auto');
  });
});

test('at its end nothing is left: no timer, no transport', async () => {
  const { player, frame, clock, current, settle } = await setUp();
  await frame();
  player.dispose();
  await settle();
  expect(current()).toEqual([]);
  expect(clock.timers).toBe(0);
});
