// @vitest-environment jsdom
import type { LiveMedia } from '@watchpost/sdk-core';
import { createFakeClock, createTestClient } from '@watchpost/sdk-core/testing';
import { expect, test, vi } from 'vitest';
import type { BufferedRange } from '../media/buffered-range.ts';
import { startVideo } from '../media/start-video.ts';
import type { LivePort } from '../transport.ts';
import { createLiveKeeper } from './live-keeper.ts';

function setUp(frames: 'all' | 'key' = 'all') {
  const clock = createFakeClock();
  const video = document.createElement('video');
  const state = {
    isOpen: true,
    time: 9.85,
    paused: false,
    seeking: false,
    readyState: 4,
    ranges: [{ start: 0, end: 10 }] as BufferedRange[],
  };
  const source = {
    readyState: 'open',
    duration: Number.POSITIVE_INFINITY,
    sourceBuffers: [{ updating: false }],
    endOfStream: vi.fn(() => Object.assign(source, { readyState: 'ended', duration: 10 })),
  };
  Object.defineProperties(video, {
    currentTime: {
      get: () => state.time,
      set(time: number) {
        state.time = time;
      },
    },
    paused: { get: () => state.paused },
    seeking: { get: () => state.seeking },
    readyState: { get: () => state.readyState },
  });
  const play = vi.spyOn(video, 'play').mockImplementation(async () => void (state.paused = false));
  vi.spyOn(video, 'pause').mockImplementation(() => void (state.paused = true));
  const keep = vi.fn();
  const listener = {
    onTake: vi.fn(),
    onRebuild: vi.fn(),
    onPicture: vi.fn(),
    onOnline: vi.fn(),
    onOffline: vi.fn(),
    onStall: vi.fn(),
    onBlocked: vi.fn(),
    onFail: vi.fn(),
    onEvent: vi.fn(),
    onAudio: vi.fn(),
    onQuality: vi.fn(),
  };
  const port: LivePort = {
    options: {
      client: createTestClient().client,
      cameraId: 'c1',
      video,
      canvas: document.createElement('canvas'),
      clock,
      listener,
      wants: { quality: 'high', frames, audio: true },
    },
    keeper: null,
    buffer: () =>
      state.isOpen
        ? {
            originMs: 0,
            mimeType: '',
            append() {},
            source: source as unknown as MediaSource,
            changeType() {},
            ranges: () => state.ranges,
            keep,
            clearQueue() {},
            close() {},
          }
        : null,
    tracks: () => ({
      type: 'tracks',
      channel: 1,
      mimeType: 'video/mp4; codecs="avc1.4d401f, mp4a.40.2"',
      width: 1280,
      height: 720,
      hasAudio: true,
      quality: 'high',
      isTranscoded: true,
    }),
    play: () => startVideo(video, listener.onBlocked),
    refresh: vi.fn(),
  };
  const keeper = createLiveKeeper(port);
  const fragment = (time: number, more: Partial<LiveMedia> = {}): void =>
    keeper.onFragment({
      kind: 'fragment',
      keyFrame: false,
      discontinuity: false,
      channel: 1,
      time,
      payload: new Uint8Array(10_000),
      ...more,
    });
  return { clock, video, state, source, play, keep, listener, port, keeper, fragment };
}

test('a hole in arriving media requests the current group of pictures again, unless a key frame follows', () => {
  const { fragment, port } = setUp();
  fragment(1_000);
  fragment(1_040);
  fragment(3_000);
  expect(port.refresh).toHaveBeenCalledTimes(1);
  fragment(3_040);
  fragment(6_000, { keyFrame: true });
  expect(port.refresh).toHaveBeenCalledTimes(1);
});

test('what the camera itself left out is missing in a group of pictures that is sent again, too: each hole is asked for once', () => {
  const { fragment, port } = setUp();
  const group = [1_000, 1_040, 2_000, 2_040, 4_000, 4_040, 7_500, 7_540];
  const send = (): void => group.forEach((time, index) => fragment(time, { keyFrame: index === 0 }));
  send();
  expect(port.refresh).toHaveBeenCalledTimes(1);
  for (let again = 0; again < 5; again += 1) send();
  expect(port.refresh).toHaveBeenCalledTimes(1);
  fragment(9_000);
  expect(port.refresh).toHaveBeenCalledTimes(2);
  send();
  fragment(9_000);
  expect(port.refresh).toHaveBeenCalledTimes(2);
});

test('pictures of an earlier time, after the server’s clock was set back, are the newest ones', () => {
  const { fragment, keeper } = setUp();
  fragment(86_400_000, { keyFrame: true });
  fragment(86_400_040);
  fragment(20_000, { keyFrame: true });
  fragment(20_040);
  expect(keeper.stats()?.buffer).toBeLessThan(21_000);
});

test('requests frames with a lost start again, once a second', async () => {
  const { clock, state, port, fragment } = setUp();
  state.isOpen = false;
  for (let frame = 0; frame < 60; frame += 1) {
    fragment(1_000 + frame * 40);
    await clock.advance(40);
  }
  expect(port.refresh).toHaveBeenCalledTimes(2);
  state.isOpen = true;
  for (let frame = 60; frame < 120; frame += 1) {
    fragment(1_000 + frame * 40);
    await clock.advance(40);
  }
  expect(port.refresh).toHaveBeenCalledTimes(2);
});

test('reports frames dropped by the server as congestion', () => {
  const { fragment, listener } = setUp();
  fragment(1_000, { discontinuity: true });
  expect(listener.onEvent).toHaveBeenCalledWith({ type: 'congestion' });
});

test('reports a stall once, within 1.5 s and a tick, and resumes playback', async () => {
  const { clock, state, listener, play } = setUp();
  await clock.advance(200);
  state.paused = true;
  await clock.advance(1_400);
  expect(listener.onStall).toHaveBeenCalledTimes(1);
  expect(play).toHaveBeenCalled();
  await clock.advance(5_000);
  expect(listener.onStall).toHaveBeenCalledTimes(1);
  state.time = 9.86;
  await clock.advance(100);
  await clock.advance(1_600);
  expect(listener.onStall).toHaveBeenCalledTimes(2);
});

test('reports a browser that plays only after a press', async () => {
  const { keeper, state, listener, play } = setUp();
  play.mockRejectedValue(Object.assign(new Error('press first'), { name: 'NotAllowedError' }));
  state.paused = true;
  keeper.onAppended({ start: 0, end: 10 });
  await new Promise(setImmediate);
  expect(listener.onBlocked).toHaveBeenCalledOnce();
});

test('after a buffer underrun, jumps to the newest frame once enough has arrived, and then waits for it to show', async () => {
  const { clock, state } = setUp();
  state.readyState = 2;
  state.time = 9.95;
  await clock.advance(300);
  expect(state.time).toBe(9.95);
  state.ranges = [{ start: 0, end: 10.3 }];
  await clock.advance(100);
  expect(state.time).toBeCloseTo(10.15);
  state.ranges = [{ start: 0, end: 10.8 }];
  await clock.advance(500);
  expect(state.time).toBeCloseTo(10.15);
  await clock.advance(100);
  expect(state.time).toBeCloseTo(10.65);
});

test('does not count a frame’s declared extra duration as buffered', async () => {
  const { clock, video, state, fragment } = setUp();
  // The newest frame ends at 9.88 s, whatever the buffer reports.
  fragment(9_800);
  fragment(9_840);
  state.time = 9.73;
  await clock.advance(100);
  expect(video.playbackRate).toBe(1);
});

test('when a source stops sending, the picture stays, and the stall is reported 1.5 s after the newest frame', async () => {
  const { clock, state, listener, fragment } = setUp();
  // The newest frame ends at 9.88 s and is declared to last until 10 s.
  fragment(9_800);
  fragment(9_840);
  state.time = 9.84;
  for (let shown = 9.84; shown < 10; shown += 0.04) {
    state.time = shown;
    await clock.advance(40);
    expect(state.time).toBe(shown);
  }
  await clock.advance(1_500 - 160);
  expect(listener.onStall).toHaveBeenCalledTimes(1);
});

test('jumps when far behind, plays faster when close, and removes old media', async () => {
  const { clock, video, state, keep } = setUp();
  state.time = 5;
  await clock.advance(100);
  expect(state.time).toBeCloseTo(9.85);
  state.time = 9.6;
  await clock.advance(100);
  expect(video.playbackRate).toBeCloseTo(1.12);
  expect(keep).toHaveBeenCalledTimes(1);
  await clock.advance(3_000);
  expect(keep).toHaveBeenCalledTimes(2);
  expect(keep.mock.calls[1]?.[0].start).toBeCloseTo(1.6);
});

test('shows each single key frame on arrival, and does not count the pause between them as a stall', async () => {
  const { clock, keeper, state, listener, port, fragment } = setUp('key');
  fragment(1_000, { keyFrame: true });
  fragment(5_000, { keyFrame: true });
  keeper.onAppended({ start: 14, end: 14.04 });
  expect(state).toMatchObject({ paused: true, time: 14.03 });
  await clock.advance(10_000);
  expect(listener.onStall).not.toHaveBeenCalled();
  expect(port.refresh).not.toHaveBeenCalled();
});

test('a single key frame that the browser holds back, as WebKitGTK until the next one, is brought out by the end of the stream', async () => {
  const { clock, keeper, state, source, port } = setUp('key');
  await clock.advance(1_000);
  expect(source.endOfStream).not.toHaveBeenCalled();
  keeper.onAppended({ start: 14, end: 14.04 });
  state.seeking = true;
  await clock.advance(1_000);
  expect(source.endOfStream).toHaveBeenCalledTimes(1);
  // The next frame opens the stream again; the browser is still reading it.
  Object.assign(source, { readyState: 'open', sourceBuffers: [{ updating: true }] });
  await clock.advance(1_000);
  expect(source.endOfStream).toHaveBeenCalledTimes(1);
  Object.assign(port.options.wants, { frames: 'all' });
  state.seeking = false;
  keeper.onAppended({ start: 14, end: 16 });
  expect(source.duration).toBe(Number.POSITIVE_INFINITY);
});

test('reports statistics, and leaves no timer', async () => {
  const { clock, keeper, fragment } = setUp();
  for (let frame = 0; frame < 75; frame += 1) {
    fragment(1_700_000_000_000 + frame * 40);
    await clock.advance(40);
  }
  const stats = keeper.stats();
  expect(stats).toMatchObject({ codec: 'avc1.4d401f', isTranscoded: true });
  expect(stats.frameRate).toBeCloseTo(25);
  expect((stats.bitrate ?? 0) / 2_000_000).toBeCloseTo(1, 0);
  keeper.stop();
  expect(clock.pending).toBe(0);
});
