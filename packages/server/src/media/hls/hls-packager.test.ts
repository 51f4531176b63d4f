import { createManualClock } from '@watchpost/contract/testing';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Sample, Tracks } from '../media-types.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createHls } from './hls.ts';
import { walkSegment } from '../packaging/segment-walker.ts';
import { livePlaylist } from './hls-playlist.ts';
import { createHlsPackager } from './hls-packager.ts';

const video = {
  kind: 'video',
  codec: 'avc1.42c01f',
  width: 640,
  height: 360,
  configuration: new Uint8Array([1, 66, 192, 31, 255, 225, 0, 0, 1, 0, 0]),
} as const;
const aac = { kind: 'audio', codec: 'mp4a.40.2', sampleRate: 8000, channels: 1, configuration: new Uint8Array([2]) } as const;
const tracks: Tracks = { video, audio: null };
const start = Date.UTC(2026, 0, 15, 12);

function setUp() {
  const clock = createManualClock(start);
  const streams = createStreamRegistry({ clock, log: pino({ level: 'silent' }) });
  const stream = streams.open('c1');
  let frame = 0;
  /** Feeds 10 frames per second, with a key frame every 2 s. */
  const feed = (frames: number): void => {
    for (let count = 0; count < frames; count++, frame++) {
      const sample: Sample = {
        kind: 'video',
        decodeTime: (start / 1000 + frame / 10) * 90_000,
        compositionOffset: 0,
        duration: 9000,
        keyFrame: frame % 20 === 0,
        data: new Uint8Array(100),
      };
      stream.input.onSample(sample);
    }
  };
  stream.input.onTracks(tracks);
  return { clock, streams, stream, feed };
}

const lines = (playlist: string | null, prefix: string): string[] => (playlist ?? '').split('\n').filter((line) => line.startsWith(prefix));

test('a viewer starts with the first complete segment, which began with the current group of pictures, in parts of 0.2 s', async () => {
  const { clock, stream, feed } = setUp();
  feed(8);
  const packager = createHlsPackager({ stream, audio: true, clock });
  const ready = packager.waitForStart(1);
  feed(13);
  expect(await ready).toBe(true);
  const first = Math.floor(start / 1000);
  const playlist = packager.playlist();
  expect(lines(playlist, '#EXT-X-PART:')).toEqual([
    `#EXT-X-PART:DURATION=0.20000,URI="${first}.0.m4s",INDEPENDENT=YES`,
    ...Array.from({ length: 9 }, (_, part) => `#EXT-X-PART:DURATION=0.20000,URI="${first}.${part + 1}.m4s"`),
  ]);
  expect(playlist).toContain(`#EXT-X-PRELOAD-HINT:TYPE=PART,URI="${first + 1}.0.m4s"`);
  expect(playlist).toContain('#EXT-X-PROGRAM-DATE-TIME:2026-01-15T12:00:00.000Z');
  expect(playlist).toContain('CAN-BLOCK-RELOAD=YES,PART-HOLD-BACK=0.750');
  packager.stop();
});

test('a player that needs two segments waits for the second', async () => {
  const { clock, stream, feed } = setUp();
  const packager = createHlsPackager({ stream, audio: true, clock });
  feed(21);
  const ready = packager.waitForStart(2);
  let isReady = false;
  void ready.then(() => (isReady = true));
  await packager.waitForStart(1);
  expect(isReady).toBe(false);
  feed(20);
  expect(await ready).toBe(true);
  expect(lines(packager.playlist(), '#EXTINF')).toHaveLength(2);
  packager.stop();
});

test('the target duration is rounded, and does not shrink when a long segment has left the window (RFC 8216)', () => {
  const { clock, stream } = setUp();
  const packager = createHlsPackager({ stream, audio: true, clock });
  let at = start / 1000;
  const target = (): string | undefined => lines(packager.playlist(), '#EXT-X-TARGETDURATION')[0];
  /** Feeds key frames only. */
  const feedSegments = (count: number, seconds: number): void => {
    for (let segment = 0; segment < count; segment += 1, at += seconds)
      stream.input.onSample({
        kind: 'video',
        decodeTime: at * 90_000,
        compositionOffset: 0,
        duration: 9000,
        keyFrame: true,
        data: new Uint8Array(100),
      });
  };
  feedSegments(3, 2.004);
  expect(target()).toBe('#EXT-X-TARGETDURATION:2');
  feedSegments(1, 4);
  feedSegments(1, 2);
  expect(target()).toBe('#EXT-X-TARGETDURATION:4');
  feedSegments(20, 2);
  expect(target()).toBe('#EXT-X-TARGETDURATION:4');
  packager.stop();
});

test('a very long group of pictures is played in parts: no viewer waits longer than 6 s', async () => {
  const { clock, stream, feed } = setUp();
  const packager = createHlsPackager({ stream, audio: true, clock });
  feed(18);
  const ready = packager.waitForStart(1);
  clock.advance(6000);
  expect(await ready).toBe(true);
  packager.stop();
});

test('irregular frames leave no gap between two parts', () => {
  const { clock, stream, feed } = setUp();
  const packager = createHlsPackager({ stream, audio: true, clock });
  feed(3);
  const late = (seconds: number): void =>
    stream.input.onSample({
      kind: 'video',
      decodeTime: (start / 1000 + seconds) * 90_000,
      compositionOffset: 0,
      duration: 9000,
      keyFrame: false,
      data: new Uint8Array(100),
    });
  // Each claims 0.1 s, but the next arrives later.
  [0.45, 0.7, 0.95, 1.3].forEach(late);
  const first = Math.floor(start / 1000);
  const spans = Array.from({ length: 4 }, (_, part) => walkSegment(packager.part(first, part) ?? new Uint8Array()).fragments).flat();
  expect(spans.length).toBeGreaterThan(2);
  spans
    .slice(1)
    .forEach(({ decodeTime }, index) => expect(decodeTime).toBe((spans[index]?.decodeTime ?? 0) + (spans[index]?.duration ?? 0)));
});

test('a pause of the camera does not keep players three pauses behind; a camera with one frame per second has parts of a second', () => {
  const part = (duration: number) => ({ bytes: new Uint8Array(), duration, isIndependent: true });
  const segment = (sequence: number, durations: readonly number[]) => ({
    sequence,
    startMs: 0,
    parts: durations.map(part),
    isDiscontinuity: false,
    initHash: 'a',
    isComplete: true,
  });
  const paused = livePlaylist({
    segments: [segment(1, [0.2, 0.2, 0.2]), segment(2, [0.2, 3, 0.2]), segment(3, [0.2, 0.28, 0.2])],
    discontinuitySequence: 0,
    targetDuration: 3,
  });
  expect(paused).toContain('PART-HOLD-BACK=0.840');
  // RFC 8216bis: no part is longer than the target, so that segment is only available as a whole.
  expect(lines(paused, '#EXT-X-PART:').map((line) => /URI="(\d)/.exec(line)?.[1])).toEqual(['1', '1', '1', '3', '3', '3']);
  expect(lines(paused, '#EXTINF')).toHaveLength(3);
  expect(livePlaylist({ segments: [segment(1, [1, 1]), segment(2, [1, 1])], discontinuitySequence: 0, targetDuration: 3 })).toContain(
    'PART-HOLD-BACK=3.000',
  );
});

test('segments are cut at key frames and consist of their parts in order', () => {
  const { clock, stream, feed } = setUp();
  const packager = createHlsPackager({ stream, audio: true, clock });
  feed(45);
  const first = Math.floor(start / 1000);
  expect(lines(packager.playlist(), '#EXTINF')).toEqual(['#EXTINF:2.00000,', '#EXTINF:2.00000,']);
  const parts = Array.from({ length: 10 }, (_, part) => packager.part(first, part) ?? new Uint8Array());
  expect(packager.segment(first)).toEqual(Buffer.concat(parts));
  expect(packager.segment(first + 2)).toBeNull();
  expect(packager.part(first, 10)).toBeNull();
});

test('the window is bounded, whatever was sent', () => {
  const { clock, stream, feed } = setUp();
  const packager = createHlsPackager({ stream, audio: true, clock });
  feed(2000);
  const playlist = packager.playlist();
  expect(lines(playlist, '#EXTINF')).toHaveLength(7);
  const first = Number(lines(playlist, '#EXT-X-MEDIA-SEQUENCE:')[0]?.split(':')[1]);
  expect(packager.segment(first)).not.toBeNull();
  expect(packager.segment(first - 1)).toBeNull();
});

test('a blocked request is answered when its part is available, and after 6 s in any case', async () => {
  const { clock, stream, feed } = setUp();
  const packager = createHlsPackager({ stream, audio: true, clock });
  feed(3);
  const first = Math.floor(start / 1000);
  const part = packager.waitFor(first, 1);
  const segment = packager.waitFor(first, null);
  feed(2);
  expect(await part).toBe(true);
  feed(16);
  expect(await segment).toBe(true);
  const never = packager.waitFor(first + 1, 9);
  clock.advance(6000);
  expect(await never).toBe(false);
});

test('an offline camera has nothing to play as live, and comes back behind a discontinuity', async () => {
  const { clock, stream, feed } = setUp();
  const packager = createHlsPackager({ stream, audio: true, clock });
  feed(25);
  const last = packager.nextSequence - 1;
  stream.input.onEnd({ code: 'camera-offline', detail: '' });
  expect(packager.playlist()).toBeNull();
  expect(packager.part(last, 0)).toBeNull();
  const first = packager.waitForStart(1);
  clock.advance(6000);
  expect(await first).toBe(false);
  stream.input.onTracks({ video, audio: null });
  feed(35);
  const playlist = packager.playlist();
  expect(lines(playlist, '#EXT-X-MEDIA-SEQUENCE:')).toEqual([`#EXT-X-MEDIA-SEQUENCE:${last + 1}`]);
  expect(lines(playlist, '#EXT-X-DISCONTINUITY')).toEqual(['#EXT-X-DISCONTINUITY-SEQUENCE:1']);
  expect(lines(playlist, '#EXT-X-MAP')).toHaveLength(1);
});

test('a camera whose key frames are further apart than a segment may be is played from its substream; current viewers stay', () => {
  const { clock, streams, stream } = setUp();
  const low = streams.open('c1', 'low');
  const at = (seconds: number, keyFrame: boolean): void =>
    stream.input.onSample({
      kind: 'video',
      decodeTime: (start / 1000 + seconds) * 90_000,
      compositionOffset: 0,
      duration: 9000,
      keyFrame,
      data: new Uint8Array(100),
    });
  const hls = createHls({ streams, clock });
  at(0, true);
  at(3.9, false);
  hls.open('c1', true);
  expect([stream.subscribers, low.subscribers]).toEqual([1, 0]);
  // The first group is still incomplete, and no viewer has received any of it.
  at(4.1, false);
  hls.open('c1', true);
  expect(low.subscribers).toBe(1);
  // Another viewer without audio has the main stream's segment.
  at(5, true);
  at(6, true);
  hls.close();
  const again = createHls({ streams, clock });
  again.open('c1', false);
  at(8, true);
  at(13, true);
  again.open('c1', false);
  expect([stream.subscribers, low.subscribers]).toEqual([1, 0]);
  again.open('c1', true);
  expect(low.subscribers).toBe(1);
  again.close();
});

test.each([
  ['without sound: neither its init section nor any fragment has it', false, ['video']],
  ['with sound: its init section and its fragments have it', true, ['audio', 'video']],
] as const)('a camera that has sound can be played %s', (_, audio, kinds) => {
  const { clock, stream, feed } = setUp();
  stream.input.onTracks({ video, audio: aac });
  const packager = createHlsPackager({ stream, audio, clock });
  for (let second = 0; second < 4; second += 1) {
    feed(5);
    stream.input.onSample({
      kind: 'audio',
      decodeTime: (start / 1000 + second) * aac.sampleRate,
      compositionOffset: 0,
      duration: aac.sampleRate,
      keyFrame: true,
      data: new Uint8Array(9),
    });
    feed(5);
  }
  feed(1);
  const first = Math.floor(start / 1000);
  const [, hash = ''] = /URI="init-([0-9a-f]+)\.mp4"/.exec(packager.playlist() ?? '') ?? [];
  const init = Buffer.from(packager.init(hash) ?? []);
  expect([init.includes('avc1'), init.includes('mp4a')]).toEqual([true, audio]);
  const parts = Array.from({ length: 10 }, (_, part) => packager.part(first, part) ?? new Uint8Array());
  for (const media of [packager.segment(first) ?? new Uint8Array(), packager.segment(first + 1) ?? new Uint8Array(), Buffer.concat(parts)])
    expect([...new Set(walkSegment(media).fragments.map(({ kind }) => kind))].toSorted()).toEqual(kinds);
  packager.stop();
});

test('an HEVC camera is played from its substream, because a playlist can’t ask what its player decodes', () => {
  const { clock, streams, stream } = setUp();
  const hls = createHls({ streams, clock });
  stream.input.onTracks({ video: { ...video, codec: 'hvc1.1.6.L93.B0' }, audio: null });
  hls.open('c1', true);
  expect([stream.subscribers, streams.open('c1', 'low').subscribers]).toEqual([0, 1]);
  hls.close();
});

test('a packager ends half a minute after the last request, and unsubscribes from its camera', () => {
  const { clock, streams, stream, feed } = setUp();
  const hls = createHls({ streams, clock });
  feed(5);
  const packager = hls.open('c1', true);
  expect(hls.open('c1', true)).toBe(packager);
  expect(stream.subscribers).toBe(1);
  clock.advance(25_000);
  expect(hls.open('c1', true)).toBe(packager);
  clock.advance(25_000);
  expect(stream.subscribers).toBe(1);
  clock.advance(20_000);
  expect(stream.subscribers).toBe(0);
  hls.close();
  expect(clock.pending).toBe(0);
});
