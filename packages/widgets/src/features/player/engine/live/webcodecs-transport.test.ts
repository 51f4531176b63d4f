// @vitest-environment jsdom
import type { LiveHandlers, LiveMedia, ViewerClient } from '@watchpost/sdk-core';
import { createFakeClock } from '@watchpost/sdk-core/testing';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keyFrameFragment } from '../media/fragment-samples.ts';
import type { Transport, TransportListener } from '../transport.ts';
import { createWebCodecsTransport } from './webcodecs-transport.ts';

let decoders: FakeDecoder[] = [];
class FakeDecoder {
  static isConfigSupported = vi.fn(async (_config: { readonly codec: string }) => ({ supported: false }));
  state = 'configured';
  readonly decoded: { readonly type: string; readonly timestamp: number }[] = [];
  readonly #output: (frame: object) => void;
  constructor({ output }: { output: (frame: object) => void }) {
    this.#output = output;
    decoders.push(this);
  }
  configure(): void {}
  close(): void {
    this.state = 'closed';
  }
  decode(chunk: { readonly type: string; readonly timestamp: number }): void {
    this.decoded.push(chunk);
  }
  show(timestamp: number): void {
    this.#output({ displayWidth: 640, displayHeight: 360, timestamp, close() {} });
  }
}

beforeEach(() => {
  decoders = [];
  vi.stubGlobal('VideoDecoder', FakeDecoder);
  vi.stubGlobal(
    'EncodedVideoChunk',
    class {
      constructor(init: object) {
        Object.assign(this, init);
      }
    },
  );
  // Its MediaSource plays everything.
  vi.stubGlobal('MediaSource', { isTypeSupported: () => true });
});
afterEach(() => vi.unstubAllGlobals());

/** @param from the first moment to show */
async function setUp(from?: () => number) {
  const requests: object[] = [];
  let handlers: Partial<LiveHandlers> = {};
  const client = {
    player: {
      live: () => ({
        subscribe(request: object, given: Partial<LiveHandlers>) {
          requests.push(request);
          handlers = given;
          return Object.assign(() => {}, { update() {} });
        },
      }),
    },
  } as unknown as ViewerClient;
  const listener: TransportListener = {
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
  };
  const canvas = document.createElement('canvas');
  vi.spyOn(canvas, 'getContext').mockReturnValue(null);
  const clock = createFakeClock();
  const wants = { quality: 'high', frames: 'all', audio: false } as const;
  const transport: Transport = createWebCodecsTransport(
    { client, cameraId: 'c1', video: document.createElement('video'), canvas, clock, listener, wants },
    from,
  );
  transport.start();
  await clock.settle();
  handlers.onTracks?.({
    type: 'tracks',
    channel: 1,
    mimeType: 'video/mp4; codecs="avc1.4d401f"',
    width: 640,
    height: 360,
    hasAudio: false,
    quality: 'high',
    isTranscoded: false,
  });
  const send = (kind: LiveMedia['kind'], payload: Uint8Array<ArrayBuffer>): void =>
    handlers.onMedia?.({ kind, keyFrame: false, discontinuity: false, channel: 1, time: 0, payload });
  send('init', Uint8Array.from([0, 0, 0, 12, ...[...'avcC'].map((one) => one.charCodeAt(0)), 1, 2, 3, 4]));
  /** @param at milliseconds */
  const frame = (at: number, isKey = false): void => {
    const fragment = keyFrameFragment(
      { time: at, decodeTime: at * 90, duration: 0, compositionOffset: 0, keyFrame: true, data: Uint8Array.of(1) },
      3_600,
    );
    if (!isKey) new DataView(fragment.buffer).setUint32(96, 0x01010000);
    send('fragment', fragment);
  };
  return {
    requests,
    frame,
    transport,
    listener,
    clock,
    decoded: () => decoders.at(-1)?.decoded.length ?? 0,
    dropped: () => transport.stats()?.frames?.dropped,
  };
}

test.each([false, true])('asks the decoder itself whether it takes H.265, not MediaSource: %s', async (supported) => {
  FakeDecoder.isConfigSupported.mockResolvedValueOnce({ supported });
  const { requests } = await setUp();
  expect(requests).toMatchObject([{ hevc: supported }]);
});

test('a decoder that is a second behind skips to the next key frame, at 10 frames a second too', async () => {
  const { frame, decoded, dropped, transport } = await setUp();
  for (let at = 0; at < 3_000; at += 100) frame(at, at === 0);
  expect([decoded(), dropped()]).toEqual([11, 19]);
  frame(3_000, true);
  expect(decoded()).toBe(12);
  transport.stop();
});

test('the frames that a decoder always holds back are no delay, at one frame a second', async () => {
  const { frame, decoded, dropped, transport } = await setUp();
  for (let at = 0; at < 20_000; at += 1_000) {
    frame(at, at === 0);
    if (at >= 2_000) decoders.at(-1)?.show((at - 2_000) * 1_000);
  }
  expect([decoded(), dropped()]).toEqual([20, 0]);
  transport.stop();
});

test('what is older than the picture beside it is not shown: it takes over with the first frame that is not', async () => {
  let shown = 1_000;
  const { frame, transport, listener } = await setUp(() => shown);
  for (let at = 0; at <= 1_200; at += 200) frame(at, at === 0);
  const decoder = decoders.at(-1);
  for (const at of [0, 200, 400, 600, 800]) decoder?.show(at * 1_000);
  expect([vi.mocked(listener.onTake).mock.calls.length, transport.position()]).toEqual([0, null]);
  decoder?.show(1_000_000);
  expect([vi.mocked(listener.onTake).mock.calls.length, vi.mocked(listener.onPicture).mock.calls.length]).toEqual([1, 1]);
  // Asked only until there is a picture.
  shown = 9_000;
  decoder?.show(1_200_000);
  expect(transport.position()).toBe(1_200);
  transport.stop();
});

test('one that is stopped instead of taking over draws nothing', async () => {
  const { frame, transport, listener } = await setUp();
  vi.mocked(listener.onTake).mockImplementation(() => transport.stop());
  frame(0, true);
  decoders.at(-1)?.show(0);
  expect([transport.position(), vi.mocked(listener.onPicture).mock.calls.length]).toEqual([null, 0]);
});

test.each([
  ['pictures that arrive and are not shown', true],
  ['pictures that do not arrive', false],
] as const)('a stall says what it is: %s', async (_, isFed) => {
  const { frame, transport, listener, clock } = await setUp();
  frame(0, true);
  decoders.at(-1)?.show(0);
  await clock.advance(1_000);
  expect(listener.onStall).not.toHaveBeenCalled();
  if (isFed) frame(1_000);
  await clock.advance(500);
  expect(vi.mocked(listener.onStall).mock.calls).toEqual([[isFed]]);
  transport.stop();
});
