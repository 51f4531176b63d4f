// @vitest-environment jsdom
import { buildCamera } from '@watchpost/sdk-core/testing';
import { describe, expect, test, vi } from 'vitest';
import type { QualityEvent } from './engine/player-events.ts';
import { setUp, show, stands } from './testing/player-stand.ts';

const types = (reported: readonly QualityEvent[]): string[] => reported.map(({ type }) => type);

describe('the first picture', () => {
  test('is live over WebSocket, reports the time to the first frame, and needs nothing else', async () => {
    const { player, reported, frame, pass, current } = await setUp();
    expect(player.state.value).toEqual({ kind: 'connecting', mode: 'live' });
    await pass(120);
    await frame();
    expect(player.state.value).toEqual({ kind: 'live' });
    expect(current()).toEqual(['websocket']);
    expect(reported).toContainEqual({ type: 'first-frame', transport: 'websocket', after: 120 });
    expect([player.transport.value, player.canTalk.value, player.camera.value?.id]).toEqual(['websocket', true, 'c1']);
  });

  test('WebKit draws it before its seek ends: the end counts, for a key frame has no other picture after it', async () => {
    const { player, video, frame, settle } = await setUp({ frames: 'key' });
    let seeking = true;
    Object.defineProperty(video, 'seeking', { get: () => seeking });
    await frame();
    expect(player.state.value.kind).toBe('connecting');
    seeking = false;
    video.dispatchEvent(new Event('seeked'));
    await settle();
    expect(player.state.value).toEqual({ kind: 'live' });
  });

  test('key frames alone have their keeper before the first picture: WebKitGTK holds that one back without it', async () => {
    const { last, pass } = await setUp({ frames: 'key' });
    await pass(1_500);
    expect(last().port?.keeper).toBeTruthy();
  });

  test('the end of a seek alone does not count: a browser that draws afterwards reports its frame', async () => {
    const { player, video, frame, settle } = await setUp();
    video.dispatchEvent(new Event('seeked'));
    await settle();
    expect(player.state.value.kind).toBe('connecting');
    await frame();
    expect(player.state.value).toEqual({ kind: 'live' });
  });

  test.each([
    ['a wide picture requests the main stream', {}, 'high'],
    ['the chosen substream is requested', { quality: 'low' }, 'low'],
  ] as const)('%s', async (_, options, quality) => {
    expect((await setUp(options)).last().wants.quality).toBe(quality);
  });
});

test('a page that is muted does not ask for sound; one that is heard asks for it at once, and keeps it when it is muted again', async () => {
  const { player, last, frame, pass } = await setUp();
  await frame();
  expect(last().wants.audio).toBe(false);
  player.setMuted(false);
  expect(last()).toMatchObject({ wants: { audio: true }, calls: ['start', 'refresh'] });
  player.setMuted(true);
  expect(last()).toMatchObject({ wants: { audio: false }, calls: ['start', 'refresh'] });
  await pass(1000);
  expect((await setUp({ muted: false })).last().wants.audio).toBe(true);
});

test('a picture that begins again with other tracks stays on the screen until the next one', async () => {
  const { player, last, frame } = await setUp();
  await frame();
  last().listener.onRebuild();
  expect(player.state.value).toEqual({ kind: 'live' });
  await frame();
  expect(player.state.value).toEqual({ kind: 'live' });
});

describe('transport ladder', () => {
  test('a socket that does not connect competes with the next transport; the first picture wins', async () => {
    const { last, frame, settle, current, player } = await setUp();
    const [socket] = stands;
    socket?.listener.onEvent({ type: 'unreachable', mayStillConnect: true });
    await settle();
    expect(current()).toEqual(['websocket', 'hls']);
    await frame();
    expect(player.transport.value).toBe('hls');
    // The socket connected after all.
    socket?.listener.onTake();
    expect(current()).toEqual(['websocket']);
    expect(player.transport.value).toBe('websocket');
    expect(last().isStopped).toBe(true);
  });

  test('each failed transport leads to the next; after the last one it pauses and starts over with the default', async () => {
    const { last, settle, pass, current, player } = await setUp();
    const seen: (string | undefined)[] = [];
    for (let failures = 0; failures < 3; failures += 1) {
      seen.push(current().at(-1));
      last().listener.onEvent({ type: 'unreachable', mayStillConnect: false });
      await settle();
    }
    expect(seen).toEqual(['websocket', 'hls', 'webrtc']);
    expect(current()).toEqual([]);
    await pass(500);
    expect(current()).toEqual(['websocket']);
    expect(player.state.value).toEqual({ kind: 'connecting', mode: 'live' });
  });

  test('while the server does not answer at all, no other transport is tried: the socket itself retries', async () => {
    const { last, settle, current, server } = await setUp();
    server.offline = true;
    for (const mayStillConnect of [true, false]) {
      last().listener.onEvent({ type: 'unreachable', mayStillConnect });
      await settle();
    }
    expect(current()).toEqual(['websocket']);
    expect(stands).toHaveLength(1);
    server.offline = false;
    last().listener.onEvent({ type: 'unreachable', mayStillConnect: false });
    await settle();
    expect(current()).toEqual(['hls']);
  });

  test('a socket that has worked is not blamed for an outage: its own next attempt decides', async () => {
    const { client, last, settle, frame, pass, current, server } = await setUp();
    const live = client.player.live();
    live.subscribe({ cameraId: 'c1' }, {});
    await pass(100);
    await frame();
    server.offline = true;
    server.sockets[0]?.drop();
    server.offline = false;
    last().listener.onEvent({ type: 'unreachable', mayStillConnect: true });
    await settle();
    expect([live.state.value, current()]).toEqual(['waiting', ['websocket']]);
    await pass(2_000);
    expect([live.state.value, current(), stands.length]).toEqual(['open', ['websocket'], 1]);
  });

  test('a chosen transport goes first; without MediaSource it is WebCodecs', async () => {
    expect((await setUp({ transport: 'webrtc' })).current()).toEqual(['webrtc']);
    vi.stubGlobal('MediaSource', undefined);
    const { current, last, settle, player } = await setUp();
    expect(current().at(-1)).toBe('webcodecs');
    last().listener.onPicture();
    await settle();
    expect(player.state.value).toEqual({ kind: 'live' });
    expect(player.picture()).toBeInstanceOf(HTMLCanvasElement);
  });

  test('a partner’s page with WebRTC only keeps trying it: the video element’s own HLS needs the server’s origin', async () => {
    vi.spyOn(HTMLVideoElement.prototype, 'canPlayType').mockReturnValue('maybe');
    for (const name of ['MediaSource', 'VideoDecoder']) vi.stubGlobal(name, undefined);
    const { last, settle, pass, current, player } = await setUp();
    expect(current()).toEqual(['webrtc']);
    last().listener.onEvent({ type: 'unreachable', mayStillConnect: false });
    await settle();
    expect(player.state.value).toEqual({ kind: 'connecting', mode: 'live' });
    await pass(500);
    expect(current()).toEqual(['webrtc']);
  });

  test('a browser without any transport gets an error', async () => {
    for (const name of ['MediaSource', 'RTCPeerConnection', 'VideoDecoder']) vi.stubGlobal(name, undefined);
    expect((await setUp()).player.state.value).toEqual({ kind: 'error', mode: 'live', code: 'browser-unsupported' });
  });

  test('the transport can be changed during playback', async () => {
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

describe('return to the WebSocket', () => {
  test('after a minute on another transport, probes the socket in the background, and switches back when it works', async () => {
    const { last, frame, pass, settle, current, server } = await setUp();
    last().listener.onEvent({ type: 'unreachable', mayStillConnect: false });
    await settle();
    await frame();
    expect(current()).toEqual(['hls']);
    await pass(59_000);
    expect(server.sockets).toHaveLength(0);
    await pass(1_500);
    expect(current()).toEqual(['hls']);
    const socket = server.sockets.at(-1);
    const [channel] = socket?.channelsOf('c1') ?? [];
    if (!socket || channel === undefined) throw new Error('no subscription');
    socket.send({
      type: 'tracks',
      channel,
      mimeType: 'video/mp4; codecs="avc1.4d401f"',
      width: 1,
      height: 1,
      hasAudio: false,
      quality: 'high',
      isTranscoded: false,
    });
    await settle();
    expect(current()).toEqual(['websocket']);
    expect(socket.channelsOf('c1')).toEqual([]);
  });

  test('a failed probe leaves the picture alone and lengthens the wait for the next one', async () => {
    const { last, frame, pass, settle, current, server } = await setUp();
    last().listener.onEvent({ type: 'unreachable', mayStillConnect: false });
    await settle();
    await frame();
    server.offline = true;
    const asked: number[] = [];
    for (let second = 1; second <= 400; second += 1) {
      const before = server.requests.length;
      await pass(1_000);
      if (server.requests.length > before && second - (asked.at(-1) ?? -100) > 20) asked.push(second);
    }
    // A probe takes 5 s; the next one follows after 120 s, and the one after it after 240 s.
    expect(asked.length).toBeLessThanOrEqual(3);
    expect(current()).toEqual(['hls']);
    expect(stands).toHaveLength(2);
  });
});

describe('a stalled or missing picture', () => {
  test('is reported with its duration; the player reopens the stream, then switches to the next transport', async () => {
    const { player, last, frame, pass, reported, current } = await setUp();
    await frame();
    await pass(20_000);
    last().listener.onStall();
    expect(player.state.value).toEqual({ kind: 'connecting', mode: 'live' });
    await pass(2_400);
    expect(stands).toHaveLength(1);
    await pass(100);
    expect(stands.map(({ name }) => name)).toEqual(['websocket', 'websocket']);
    // Twice as long as the first time: restarting does not help a slow machine.
    await pass(7_900);
    expect(stands).toHaveLength(2);
    await pass(100);
    expect(current()).toEqual(['hls']);
    await frame();
    expect(types(reported).filter((type) => type === 'stall')).toHaveLength(1);
    expect(player.state.value).toEqual({ kind: 'live' });
  });

  test('an offline camera is not the transport’s fault', async () => {
    const { last, pass, player, clock } = await setUp();
    last().listener.onOffline(clock.now());
    await pass(60_000);
    expect(stands).toHaveLength(1);
    expect(player.state.value.kind).toBe('offline');
    last().listener.onOnline();
    expect(player.state.value).toEqual({ kind: 'connecting', mode: 'live' });
  });

  test('without the socket, the server is asked whether the camera is offline', async () => {
    const { last, frame, settle, pass, player, server } = await setUp({ transport: 'hls' });
    await frame();
    server.cameras = [buildCamera({ id: 'c1', state: 'offline', stateSince: 5 })];
    last().listener.onStall();
    await pass(2_500);
    await settle();
    expect(player.state.value).toEqual({ kind: 'offline', since: 5 });
  });

  test('retries temporary failures with back-off, 0.5 s doubling to 15 s', async () => {
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

  test('when the network is back, the next attempt starts early', async () => {
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

  test('a permanent failure is an error; late callbacks of a replaced transport change nothing', async () => {
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

describe('not visible', () => {
  test('a hidden tab releases decoder and network within a second, and resumes as it was', async () => {
    const { frame, pass, current, player, clock } = await setUp();
    await frame();
    show('hidden');
    await pass(999);
    expect(current()).toEqual([]);
    expect(player.state.value).toEqual({ kind: 'live' });
    show('visible');
    expect(current()).toEqual(['websocket']);
    expect(clock.pending).toBeLessThan(8);
  });

  test('a tab hidden only briefly keeps playing', async () => {
    const { frame, pass, current } = await setUp();
    await frame();
    show('hidden');
    await pass(500);
    show('visible');
    await pass(5_000);
    expect(stands).toHaveLength(1);
    expect(current()).toEqual(['websocket']);
  });

  test('an inactive tile releases its resources immediately; a paused one is still paused when active again', async () => {
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
  test('changes on the current transport, and is reported once it is on the screen', async () => {
    const { player, last, frame, reported } = await setUp();
    last().listener.onQuality('high');
    await frame();
    player.setQuality('low');
    expect(last().calls).toEqual(['start', 'change {"quality":"low","frames":"all","audio":false}']);
    expect(player.shownQuality.value).toBe('high');
    last().listener.onQuality('low');
    expect(player.shownQuality.value).toBe('low');
    expect(reported.at(-1)).toEqual({ type: 'quality-change', quality: 'low' });
    player.setFrames('key');
    expect(last().calls.at(-1)).toBe('change {"quality":"low","frames":"key","audio":false}');
  });

  test('auto lowers the quality after two congestions, and raises it after a calm period', async () => {
    const { player, last, frame, pass } = await setUp();
    await frame();
    last().listener.onEvent({ type: 'congestion' });
    await pass(1_000);
    expect(last().wants.quality).toBe('high');
    last().listener.onEvent({ type: 'congestion' });
    expect(last().wants.quality).toBe('low');
    await pass(16_000);
    expect(last().wants.quality).toBe('high');
    expect(player.quality.value).toBe('auto');
  });
});

test('a player disposed while the extensions load starts nothing when they arrive', async () => {
  const { player, clock, settle } = await setUp();
  player.setVolume(0.5);
  player.dispose();
  await settle();
  expect(clock.pending).toBe(0);
});

test('a disposed player leaves no timer and no transport', async () => {
  const { player, frame, clock, current, settle } = await setUp();
  await frame();
  player.dispose();
  await settle();
  expect(current()).toEqual([]);
  expect(clock.pending).toBe(0);
});
