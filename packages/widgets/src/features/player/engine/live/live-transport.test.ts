// @vitest-environment jsdom
import type { LiveHandlers, ViewerClient } from '@watchpost/sdk-core';
import { createFakeClock } from '@watchpost/sdk-core/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { onDecodeError } from '../media/hevc-errors.ts';
import type { TransportListener } from '../transport.ts';
import { createLiveTransport } from './live-transport.ts';

class FakeSourceBuffer extends EventTarget {
  updating = false;
  timestampOffset = 0;
  buffered = { length: 1, start: () => 0, end: () => 1 };
  appendBuffer(): void {
    this.dispatchEvent(new Event('updateend'));
  }
}
class FakeSource extends EventTarget {
  static isTypeSupported = (type: string): boolean => type !== '';
  readyState = 'open';
  duration = 0;
  constructor() {
    super();
    queueMicrotask(() => this.dispatchEvent(new Event('sourceopen')));
  }
  addSourceBuffer(): FakeSourceBuffer {
    return new FakeSourceBuffer();
  }
}

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal('MediaSource', FakeSource);
  vi.stubGlobal('URL', { createObjectURL: () => 'blob:x', revokeObjectURL() {} });
  vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {});
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const clock = createFakeClock();

/** A transport with its first key frame. */
async function openTransport(mimeType: string) {
  let handlers: Partial<LiveHandlers> = {};
  const request = vi.fn();
  const client = {
    player: {
      live: () => ({
        state: { subscribe: () => () => {} },
        subscribe(wanted: object, given: Partial<LiveHandlers>) {
          request(wanted);
          handlers = given;
          return Object.assign(() => {}, { update() {} });
        },
      }),
    },
  } as unknown as ViewerClient;
  const video = document.createElement('video');
  const listener = {
    onTake: vi.fn(),
    onRebuild: vi.fn(),
    onPicture: vi.fn(),
    onOnline: vi.fn(),
    onOffline: vi.fn(),
    onStall: vi.fn(),
    onBlocked: vi.fn(),
    onFail: vi.fn(),
    onAudio: vi.fn(),
    onQuality: vi.fn(),
    onEvent: vi.fn(),
  } satisfies TransportListener;
  const wants = { quality: 'high', frames: 'all', audio: false } as const;
  const transport = createLiveTransport({
    client,
    cameraId: 'c1',
    video,
    canvas: document.createElement('canvas'),
    clock,
    listener,
    wants,
  });
  transport.start();
  handlers.onTracks?.({ type: 'tracks', channel: 1, mimeType, width: 1, height: 1, hasAudio: false, quality: 'high', isTranscoded: false });
  const payload = new Uint8Array(8);
  handlers.onMedia?.({ kind: 'init', keyFrame: false, discontinuity: false, channel: 1, time: 0, payload });
  handlers.onMedia?.({ kind: 'fragment', keyFrame: true, discontinuity: false, channel: 1, time: 1_000, payload });
  await clock.settle();
  const send = (media: object): void =>
    handlers.onMedia?.({ kind: 'fragment', keyFrame: false, discontinuity: false, channel: 1, time: 0, payload, ...media });
  return { video, listener, request, transport, send };
}

test('a browser that refuses to start the video is asked once', async () => {
  const play = vi
    .spyOn(HTMLMediaElement.prototype, 'play')
    .mockRejectedValue(Object.assign(new Error('press first'), { name: 'NotAllowedError' }));
  const { listener, transport } = await openTransport('video/mp4; codecs="avc1.4d401f"');
  await clock.settle();
  // What comes later finds the video paused, and would ask again with each picture.
  transport.port?.play();
  expect([listener.onBlocked.mock.calls.length, play.mock.calls.length]).toEqual([1, 1]);
  transport.stop();
});

test.each([
  [12, 0],
  [0, 1],
])(
  'WebKit on Linux seeks half a second after the first media; with %d pictures shown by then, it starts over %d times',
  async (shown, rebuilds) => {
    vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 Safari/605.1.15');
    vi.spyOn(navigator, 'vendor', 'get').mockReturnValue('Apple Computer, Inc.');
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    const { video, listener, send, transport } = await openTransport('video/mp4; codecs="avc1.4d401f"');
    vi.spyOn(video, 'paused', 'get').mockReturnValue(false);
    Object.assign(video, { getVideoPlaybackQuality: () => ({ totalVideoFrames: shown }) });
    await clock.advance(499);
    send({ time: 1_040 });
    await clock.settle();
    expect([video.currentTime, play.mock.calls.length]).toEqual([0, 0]);
    await clock.advance(1);
    expect([video.currentTime, play.mock.calls.length]).toEqual([0.85, 1]);
    await clock.advance(60_000);
    expect(listener.onRebuild).toHaveBeenCalledTimes(rebuilds);
    transport.stop();
  },
);

test.each([
  ['H.264', 'avc1.4d401f', 0],
  // Firefox fails to decode what goes back in time.
  ['H.265', 'hvc1.1.6.L93.B0', 1],
])('a group of pictures of %s (%s) is sent again: the picture starts over %d times', async (_, codec, rebuilds) => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  const { listener, transport, send } = await openTransport(`video/mp4; codecs="${codec}"`);
  send({ time: 1_040 });
  await clock.settle();
  send({ kind: 'init' });
  send({ time: 1_000, keyFrame: true });
  await clock.settle();
  expect([listener.onRebuild.mock.calls.length, listener.onFail.mock.calls]).toEqual([rebuilds, []]);
  transport.stop();
});

test('a device that has failed at H.265 before does not request it, from the first request on', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  localStorage.setItem('watchpost.hevc', navigator.userAgent);
  const { request, transport } = await openTransport('video/mp4; codecs="avc1.4d401f"');
  expect(request).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ hevc: false }));
  transport.stop();
});

test('ManagedMediaSource alone, as on an iPhone: it plays, and the video stays on this screen, without which the source never opens', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  vi.stubGlobal('MediaSource', undefined);
  vi.stubGlobal('ManagedMediaSource', FakeSource);
  const { video, listener, request, transport } = await openTransport('video/mp4; codecs="avc1.4d401f"');
  expect(request).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ hevc: true }));
  expect([video.disableRemotePlayback, play.mock.calls.length, listener.onFail.mock.calls]).toEqual([true, 1, []]);
  transport.stop();
});

test('H.265 that fails twice in the decoder is not requested the third time', async () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  for (const hevc of [true, true, false]) {
    const { video, request, listener, transport } = await openTransport('video/mp4; codecs="hvc1.1.6.L93.B0"');
    // As the player's extensions do.
    listener.onFail.mockImplementation(() => onDecodeError(transport.port?.tracks()?.mimeType ?? '', clock.monotonic()));
    expect(request).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ hevc }));
    video.dispatchEvent(new Event('error'));
    expect(listener.onFail).toHaveBeenCalledWith('media-error', false);
    transport.stop();
    await clock.advance(2_000);
  }
});
