// @vitest-environment jsdom
import { describe, expect, test, vi } from 'vitest';
import { setUp, show, stands } from './testing/player-stand.ts';

const refusal = (): Error =>
  Object.assign(new Error('play() failed because the user did not interact with the document first.'), { name: 'NotAllowedError' });

describe('a browser that starts video only after a press', () => {
  test('waits for Play with the first frame, and retries nothing; the press itself starts the element', async () => {
    const { player, last, frame, pass, current, play, reported } = await setUp();
    last().listener.onBlocked();
    expect(player.state.value).toEqual({ kind: 'blocked', mode: 'live' });
    await pass(1_000);
    // The first frame is still on its way.
    expect(current()).toEqual(['websocket']);
    await frame();
    expect(player.state.value).toEqual({ kind: 'blocked', mode: 'live' });
    expect(current()).toEqual([]);
    await pass(120_000);
    expect([stands.length, play.mock.calls.length]).toEqual([1, 0]);
    expect(reported.map(({ type }) => type)).not.toContain('first-frame');
    player.toggle();
    expect(play).toHaveBeenCalledOnce();
    expect(current()).toEqual(['websocket']);
    await frame();
    expect(player.state.value).toEqual({ kind: 'live' });
  });

  test('a first frame that never comes is not waited for; WebRTC and HLS are left at once', async () => {
    const first = await setUp();
    first.last().listener.onBlocked();
    await first.pass(1_000);
    await first.pass(4_000);
    expect(first.current()).toEqual([]);
    const second = await setUp({ transport: 'webrtc' });
    second.last().listener.onBlocked();
    await second.settle();
    expect(second.current()).toEqual([]);
    await second.pass(60_000);
    expect(second.player.state.value).toEqual({ kind: 'blocked', mode: 'live' });
  });

  test('pauses a video that gets its sound without a press: that is the same', async () => {
    const { player, video, play, frame, settle, pass, current } = await setUp();
    await frame();
    Object.defineProperties(video, { paused: { value: true }, readyState: { value: 4 } });
    play.mockRejectedValue(refusal());
    player.setMuted(false);
    video.dispatchEvent(new Event('pause'));
    await settle();
    expect([player.state.value, current()]).toEqual([{ kind: 'blocked', mode: 'live' }, []]);
    await pass(60_000);
    expect(stands).toHaveLength(1);
    play.mockResolvedValue();
    player.play();
    await frame();
    expect([player.state.value.kind, player.muted.value]).toEqual(['live', false]);
  });

  test('keeps a recording where it is, and continues there', async () => {
    const { player, last, settle, frame, clock, current } = await setUp();
    player.seek(clock.now() - 3_600_000);
    await settle();
    last().listener.onBlocked();
    expect(player.state.value).toEqual({ kind: 'blocked', mode: 'archive' });
    await frame();
    expect(player.state.value.kind).toBe('blocked');
    expect(current()).toEqual(['archive']);
    player.play();
    await frame();
    expect(player.state.value).toEqual({ kind: 'archive' });
    expect(last().calls).toEqual(['start', 'speed 1', 'pause', 'resume']);
  });

  test('a tab that was hidden, a tile that was away and news of the camera change nothing; pausing does', async () => {
    const { player, last, frame, pass, current, clock } = await setUp();
    last().listener.onBlocked();
    last().listener.onOffline(clock.now());
    await frame();
    show('hidden');
    await pass(2_000);
    show('visible');
    player.setActive(false);
    player.setActive(true);
    expect([player.state.value.kind, current()]).toEqual(['blocked', []]);
    player.pause();
    expect(player.state.value).toEqual({ kind: 'paused', mode: 'live' });
  });
});

test('a browser that cannot say when a frame is shown gets a message, not an empty box', async () => {
  const { player, current, pass } = await setUp({ video: oldVideo() });
  await pass(1_000);
  expect([player.state.value, current()]).toEqual([{ kind: 'error', mode: 'live', code: 'browser-unsupported' }, []]);
});

function oldVideo(): HTMLVideoElement {
  const video = document.createElement('video');
  vi.spyOn(video, 'load').mockImplementation(() => {});
  return video;
}

describe('a browser without MediaSource', () => {
  test('after its transports have failed twice, the player says so; Play tries again', async () => {
    vi.stubGlobal('MediaSource', undefined);
    const { player, last, settle, pass, current } = await setUp();
    const failAll = async (): Promise<void> => {
      for (const name of ['webcodecs', 'webrtc']) {
        expect(current()).toEqual([name]);
        last().listener.onEvent({ type: 'unreachable', mayStillConnect: false });
        await settle();
      }
    };
    await failAll();
    expect(player.state.value).toEqual({ kind: 'connecting', mode: 'live' });
    await pass(500);
    await failAll();
    expect(player.state.value).toEqual({ kind: 'error', mode: 'live', code: 'browser-unsupported' });
    await pass(60_000);
    expect(current()).toEqual([]);
  });

  test('is not blamed while the server does not answer', async () => {
    vi.stubGlobal('MediaSource', undefined);
    vi.stubGlobal('VideoDecoder', undefined);
    const { player, last, settle, pass, server } = await setUp();
    server.offline = true;
    for (let attempt = 0; attempt < 4; attempt += 1) {
      last().listener.onEvent({ type: 'unreachable', mayStillConnect: false });
      await settle();
      await pass(15_000);
    }
    expect(player.state.value).toEqual({ kind: 'connecting', mode: 'live' });
  });
});
