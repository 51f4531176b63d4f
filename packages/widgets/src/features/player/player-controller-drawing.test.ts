// @vitest-environment jsdom
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { drawing } from './engine/drawing/drawing-storage.ts';
import type { PlayerControllerOptions } from './player-controller.ts';
import { setUp, show, stands } from './testing/player-stand.ts';
import type { PlayerStand, Stand } from './testing/player-stand.ts';

const faultsKey = 'watchpost.webcodecs-faults';
const isConfigSupported = vi.fn(async (_config: VideoDecoderConfig) => ({ supported: true }));
let savesData = false;

beforeEach(() => {
  localStorage.clear();
  localStorage.setItem('watchpost.webcodecs', 'on');
  drawing.hasFailed = false;
  savesData = false;
  isConfigSupported.mockClear();
  vi.stubGlobal(
    'VideoDecoder',
    class {
      static isConfigSupported = isConfigSupported;
    },
  );
  vi.stubGlobal('matchMedia', () => ({ matches: savesData }));
});

/** A player whose picture by MediaSource has just come. */
async function live(options: Partial<PlayerControllerOptions> = {}): Promise<PlayerStand> {
  const stage = document.createElement('div');
  Object.assign(stage, { requestFullscreen: async () => {} });
  Object.defineProperty(stage, 'clientWidth', { value: 1_200 });
  const stand = await setUp({ stage, ...options });
  Object.assign(stand.last().port ?? {}, {
    tracks: () => ({ mimeType: 'video/mp4; codecs="avc1.4d401f,mp4a.40.2"', width: 1_280, height: 720, isTranscoded: false }),
  });
  await stand.frame();
  return stand;
}
const opened = (): Stand | undefined => stands.findLast(({ name }) => name === 'webcodecs');

/** Lets the time pass after which WebCodecs opens beside MediaSource. */
async function wait({ pass }: PlayerStand): Promise<void> {
  await pass(250);
  await pass(1_500);
}
async function opening(options: Partial<PlayerControllerOptions> = {}): Promise<PlayerStand & { readonly drawn: Stand }> {
  const stand = await live(options);
  await wait(stand);
  const drawn = opened();
  if (!drawn) throw new Error('WebCodecs was not opened.');
  return { ...stand, drawn };
}
/** A player whose picture WebCodecs draws. */
async function drawnPlayer(options: Partial<PlayerControllerOptions> = {}): Promise<PlayerStand & { readonly drawn: Stand }> {
  const stand = await opening(options);
  await take(stand, stand.drawn);
  return stand;
}
async function take({ clock, settle }: PlayerStand, drawn: Stand): Promise<void> {
  drawn.listener.onTake();
  drawn.at = clock.now();
  drawn.listener.onPicture();
  await settle();
}
/** MediaSource, opened beside WebCodecs, takes the picture back. */
async function takeBack({ last, frame }: PlayerStand): Promise<void> {
  last().listener.onTake();
  await frame();
}
const types = ({ reported }: PlayerStand, type: string): unknown[] => reported.filter((event) => event.type === type);

describe('WebCodecs in MediaSource’s place', () => {
  test('opens beside the first picture and takes over with its own: the player stays live, and knows of the sound', async () => {
    const stand = await live();
    const { player, current, last, pass, clock } = stand;
    last().listener.onAudio(true);
    await pass(250);
    await pass(750);
    expect(current()).toEqual(['websocket']);
    await pass(500);
    expect(current()).toEqual(['websocket', 'webcodecs']);
    const asked = { codec: 'avc1.4d401f', codedWidth: 1_280, codedHeight: 720, optimizeForLatency: true };
    expect(isConfigSupported.mock.calls).toEqual([[asked]]);
    expect(player.transport.value).toBe('websocket');
    const drawn = last();
    await take(stand, drawn);
    drawn.listener.onAudio(false);
    expect(current()).toEqual(['webcodecs']);
    expect([player.transport.value, player.state.value, player.hasAudio.value]).toEqual(['webcodecs', { kind: 'live' }, true]);
    const picture = player.picture();
    expect([picture instanceof HTMLCanvasElement, picture.hidden]).toEqual([true, false]);
    drawn.at = clock.now() - 40;
    await pass(250);
    expect(player.position.value).toBe(drawn.at);
    expect(types(stand, 'first-frame')).toEqual([expect.objectContaining({ transport: 'websocket' })]);
    expect(types(stand, 'transport-change')).toEqual([
      { type: 'transport-change', transport: 'websocket' },
      { type: 'transport-change', transport: 'webcodecs' },
    ]);
    player.dispose();
    expect(current()).toEqual([]);
  });

  test.each([
    ['nothing is chosen: the policy’s default, which is off', null],
    ['it is switched off', 'off'],
  ])('stays away where %s', async (_, choice) => {
    localStorage.clear();
    if (choice !== null) localStorage.setItem('watchpost.webcodecs', choice);
    const stand = await live();
    await wait(stand);
    await stand.pass(20_000);
    expect([stand.current(), isConfigSupported.mock.calls.length]).toEqual([['websocket'], 0]);
  });

  test.each<[string, () => Promise<PlayerStand>]>([
    ['sound is wanted', () => live({ muted: false })],
    ['only key frames are', () => live({ frames: 'key' })],
    ['another transport is chosen', () => live({ transport: 'websocket' })],
    [
      'a second picture is on the page',
      async () => {
        await live();
        return live();
      },
    ],
    [
      'data is to be saved',
      async () => {
        savesData = true;
        return live();
      },
    ],
    ['only a video element has full screen', () => live({ stage: document.createElement('div') })],
    [
      'the browser waits for a press',
      async () => {
        const stand = await live();
        stand.last().listener.onBlocked();
        await stand.settle();
        return stand;
      },
    ],
    [
      'this stream can’t be decoded',
      async () => {
        isConfigSupported.mockResolvedValueOnce({ supported: false });
        return live();
      },
    ],
    [
      'the device has failed twice',
      async () => {
        localStorage.setItem(faultsKey, `2 ${navigator.userAgent}`);
        return live();
      },
    ],
  ])('stays away where %s', async (_, begin) => {
    const stand = await begin();
    await wait(stand);
    await stand.pass(5_000);
    expect(opened()).toBeUndefined();
  });

  test('stays away while the picture is in its small window', async () => {
    const stand = await live();
    const { video, pass } = stand;
    Object.defineProperty(video, 'webkitPresentationMode', { value: 'picture-in-picture', configurable: true });
    await wait(stand);
    await pass(5_000);
    expect(opened()).toBeUndefined();
    Reflect.deleteProperty(video, 'webkitPresentationMode');
    await wait(stand);
    expect(opened()).toBeDefined();
  });

  test.each<[string, (stand: PlayerStand) => void]>([
    ['the page was hidden', () => show('hidden')],
    ['the sound was turned on', ({ player }) => player.setMuted(false)],
    ['MediaSource’s picture stalled', () => stands[0]?.listener.onStall()],
  ])('does not take over when meanwhile %s', async (_, change) => {
    const stand = await opening();
    change(stand);
    stand.drawn.listener.onTake();
    expect([stand.drawn.isStopped, stand.player.transport.value]).toEqual([true, 'websocket']);
  });

  test('is given up when it has no picture in 12 s, can’t connect, or is refused; MediaSource goes on', async () => {
    for (const end of [
      async ({ pass }: PlayerStand) => pass(12_500),
      async (_stand: PlayerStand, { listener }: Stand) => listener.onEvent({ type: 'unreachable', mayStillConnect: false }),
      async (_stand: PlayerStand, { listener }: Stand) => listener.onFail('viewer-limit-reached', true),
    ]) {
      const stand = await opening();
      const { current, pass, player } = stand;
      await end(stand, stand.drawn);
      const before = stands.length;
      await pass(30_000);
      expect([player.state.value, player.transport.value, stand.drawn.isStopped]).toEqual([{ kind: 'live' }, 'websocket', true]);
      expect(stands).toHaveLength(before);
      player.dispose();
      expect(current()).toEqual([]);
    }
    expect(localStorage.getItem(faultsKey)).toBeNull();
  });

  test('ends with the picture that it is beside: a recording, a pause', async () => {
    for (const leave of [
      ({ player, clock }: PlayerStand) => player.seek(clock.now() - 3_600_000),
      ({ player }: PlayerStand) => player.pause(),
    ]) {
      const stand = await opening();
      leave(stand);
      await stand.pass(250);
      expect(stand.drawn.isStopped).toBe(true);
      stand.player.dispose();
    }
  });
});

describe('back to MediaSource', () => {
  test('the press that turns sound on: it plays in the press, WebCodecs draws until the other has its picture, and does not return', async () => {
    const stand = await drawnPlayer();
    const { player, play, current, settle, last, pass, reported } = stand;
    const before = play.mock.calls.length;
    player.setMuted(false);
    expect(play.mock.calls.length).toBe(before + 1);
    await settle();
    expect([current(), last().wants.audio, player.transport.value]).toEqual([['webcodecs', 'websocket'], true, 'webcodecs']);
    await takeBack(stand);
    expect([current(), player.state.value, player.picture() instanceof HTMLVideoElement]).toEqual([['websocket'], { kind: 'live' }, true]);
    const count = stands.length;
    player.setMuted(true);
    await pass(60_000);
    expect(stands).toHaveLength(count);
    expect(reported.filter(({ type }) => type === 'error' || type === 'stall')).toEqual([]);
    expect(localStorage.getItem(faultsKey)).toBeNull();
  });

  test('an error of the decoder: the picture stays until MediaSource has the next one, and this page does not try again', async () => {
    const stand = await drawnPlayer();
    const { player, current, pass } = stand;
    const picture = player.picture();
    stand.drawn.listener.onFail('media-error', false);
    expect([stand.drawn.isStopped, player.state.value, player.transport.value]).toEqual([true, { kind: 'live' }, 'webcodecs']);
    expect(picture.hidden).toBe(false);
    await takeBack(stand);
    expect([current(), player.state.value, picture.hidden]).toEqual([['websocket'], { kind: 'live' }, true]);
    expect(types(stand, 'error')).toEqual([{ type: 'error', code: 'media-error' }]);
    await pass(60_000);
    player.dispose();
    const next = await live();
    await wait(next);
    expect(stands.filter(({ name }) => name === 'webcodecs')).toHaveLength(1);
    expect(localStorage.getItem(faultsKey)).toBe(`1 ${navigator.userAgent}`);
  });

  test('a stall although pictures arrive: reported, and over with MediaSource’s first picture', async () => {
    const stand = await drawnPlayer();
    const { player, current } = stand;
    stand.drawn.listener.onStall(true);
    expect(player.state.value).toEqual({ kind: 'connecting', mode: 'live' });
    await takeBack(stand);
    expect([current(), player.state.value]).toEqual([['websocket'], { kind: 'live' }]);
    expect(types(stand, 'stall')).toEqual([{ type: 'stall', transport: 'webcodecs' }]);
    expect(types(stand, 'stall-end')).toEqual([expect.objectContaining({ transport: 'websocket' })]);
    expect(localStorage.getItem(faultsKey)).toBe(`1 ${navigator.userAgent}`);
  });

  test('a stall without pictures ends it on this page; the device does not remember it', async () => {
    const stand = await drawnPlayer();
    stand.drawn.listener.onStall(false);
    expect(stand.current()).toEqual(['websocket']);
    expect([drawing.hasFailed, localStorage.getItem(faultsKey)]).toEqual([true, null]);
  });

  test('a cut connection and a camera that is away are not its fault', async () => {
    const stand = await drawnPlayer();
    const { client, server, player, pass, current, clock } = stand;
    stand.drawn.listener.onOffline(clock.now());
    stand.drawn.listener.onStall(true);
    stand.drawn.listener.onOnline();
    expect([drawing.hasFailed, current()]).toEqual([false, ['webcodecs']]);
    const connection = client.player.live();
    connection.subscribe({ cameraId: 'c1' }, {});
    await pass(100);
    server.offline = true;
    server.sockets[0]?.drop();
    stand.drawn.listener.onStall(false);
    expect([connection.state.value, drawing.hasFailed, current()]).toEqual(['waiting', false, ['webcodecs']]);
    // As after any stall, live video is opened again, and that is MediaSource.
    await pass(10_000);
    expect(current()).toEqual(['websocket']);
    expect(player.transport.value).toBe('websocket');
  });

  test('any other error is the player’s', async () => {
    const stand = await drawnPlayer();
    stand.drawn.listener.onFail('forbidden', true);
    expect([stand.player.state.value, stand.current()]).toEqual([{ kind: 'error', mode: 'live', code: 'forbidden' }, []]);
    await stand.pass(250);
    expect(drawing.hasFailed).toBe(false);
  });

  test.each<[string, (stand: PlayerStand) => unknown]>([
    ['key frames alone are wanted', ({ player }) => player.setFrames('key')],
    ['a second picture comes', () => live()],
  ])('when %s', async (_, change) => {
    const stand = await drawnPlayer();
    await change(stand);
    const before = stands.length;
    await stand.pass(250);
    expect(stands.slice(before).map(({ name }) => name)).toEqual(['websocket']);
    stands.at(-1)?.listener.onTake();
    expect([stand.drawn.isStopped, stand.player.transport.value, stand.player.state.value]).toEqual([true, 'websocket', { kind: 'live' }]);
  });

  test('picture in picture waits for the video element, and gets it', async () => {
    const stand = await drawnPlayer();
    const { player, video, settle } = stand;
    const got: Element[] = [];
    void player.pictureForWindow().then((element) => got.push(element));
    await settle();
    expect(got).toEqual([]);
    await takeBack(stand);
    expect(got).toEqual([video]);
  });

  test('picture in picture while WebCodecs opens ends that; without WebCodecs it has the element at once', async () => {
    const stand = await opening();
    expect(await stand.player.pictureForWindow()).toBe(stand.video);
    expect(stand.drawn.isStopped).toBe(true);
    expect(await stand.player.pictureForWindow()).toBe(stand.video);
  });

  test('MediaSource that does not come back in 4 s is opened as after any failure', async () => {
    const stand = await drawnPlayer();
    const { player, pass, current, settle, frame } = stand;
    player.setMuted(false);
    await settle();
    const before = stands.length;
    await pass(4_500);
    expect(stands).toHaveLength(before + 1);
    expect([current(), player.state.value]).toEqual([['websocket'], { kind: 'connecting', mode: 'live' }]);
    await frame();
    expect(player.state.value).toEqual({ kind: 'live' });
  });

  test('a hidden page releases it; shown again, MediaSource has the first picture', async () => {
    const stand = await drawnPlayer();
    show('hidden');
    await stand.pass(1_000);
    expect(stand.current()).toEqual([]);
    show('visible');
    expect(stand.current()).toEqual(['websocket']);
    expect(drawing.hasFailed).toBe(false);
  });
});
