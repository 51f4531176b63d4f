import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createManualClock } from '../../testing/manual-clock.ts';
import type { Sample, Tracks } from '../media-types.ts';
import { createStreamRegistry } from '../stream/stream-registry.ts';
import { createHls } from './hls.ts';
import { walkSegment } from '../packaging/walk.ts';
import { livePlaylist } from './hls-playlist.ts';
import { createHlsPackager } from './hls-packager.ts';

const video = { kind: 'video', codec: 'avc1.42c01f', width: 640, height: 360, configuration: new Uint8Array([1, 66, 192, 31, 255, 225, 0, 0, 1, 0, 0]) } as const;
const tracks: Tracks = { video, audio: null };
const start = Date.UTC(2026, 0, 15, 12);

function setUp() {
  const clock = createManualClock(start);
  const streams = createStreamRegistry({ clock, log: pino({ level: 'silent' }) });
  const stream = streams.open('c1');
  let frame = 0;
  /** 10 frames a second, a key frame every 2 s. */
  const feed = (frames: number): void => {
    for (let count = 0; count < frames; count++, frame++) {
      const sample: Sample = { kind: 'video', decodeTime: (start / 1000 + frame / 10) * 90_000, compositionOffset: 0, duration: 9000, keyFrame: frame % 20 === 0, data: new Uint8Array(100) };
      stream.input.onSample(sample);
    }
  };
  stream.input.onTracks(tracks);
  return { clock, streams, stream, feed };
}

const lines = (playlist: string | null, prefix: string): string[] => (playlist ?? '').split('\n').filter((line) => line.startsWith(prefix));

test('a viewer starts with the first whole segment, which began with the running group of pictures, in parts of 0.2 s', async () => {
  const { clock, stream, feed } = setUp();
  feed(8);
  const packager = createHlsPackager({ stream, audio: true, clock });
  const ready = packager.waitForFirst();
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

test('a very long group of pictures is played in parts: nobody waits longer than 6 s', async () => {
  const { clock, stream, feed } = setUp();
  const packager = createHlsPackager({ stream, audio: true, clock });
  feed(18);
  const ready = packager.waitForFirst();
  clock.advance(6000);
  expect(await ready).toBe(true);
  packager.stop();
});

test('frames that come irregularly leave no hole between two parts', () => {
  const { clock, stream, feed } = setUp();
  const packager = createHlsPackager({ stream, audio: true, clock });
  feed(3);
  const late = (seconds: number): void => stream.input.onSample({ kind: 'video', decodeTime: (start / 1000 + seconds) * 90_000, compositionOffset: 0, duration: 9000, keyFrame: false, data: new Uint8Array(100) });
  // Each says 0.1 s, but the next comes later.
  [0.45, 0.7, 0.95, 1.3].forEach(late);
  const first = Math.floor(start / 1000);
  const spans = Array.from({ length: 4 }, (_, part) => walkSegment(packager.part(first, part) ?? new Uint8Array()).fragments).flat();
  expect(spans.length).toBeGreaterThan(2);
  spans.slice(1).forEach(({ decodeTime }, index) => expect(decodeTime).toBe((spans[index]?.decodeTime ?? 0) + (spans[index]?.duration ?? 0)));
});

test('a pause of the camera does not keep players three pauses behind; a camera of one frame a second has parts of a second', () => {
  const part = (duration: number) => ({ bytes: new Uint8Array(), duration, isIndependent: true });
  const segment = (sequence: number, durations: readonly number[]) => ({ sequence, startMs: 0, parts: durations.map(part), isDiscontinuity: false, initHash: 'a', isComplete: true });
  const paused = livePlaylist({ segments: [segment(1, [0.2, 0.2, 0.2]), segment(2, [0.2, 3, 0.2]), segment(3, [0.2, 0.28, 0.2])], discontinuitySequence: 0 });
  expect(paused).toContain('PART-HOLD-BACK=0.840');
  // RFC 8216bis: no part is longer than the target; that segment is had as a whole.
  expect(lines(paused, '#EXT-X-PART:').map((line) => /URI="(\d)/.exec(line)?.[1])).toEqual(['1', '1', '1', '3', '3', '3']);
  expect(lines(paused, '#EXTINF')).toHaveLength(3);
  expect(livePlaylist({ segments: [segment(1, [1, 1]), segment(2, [1, 1])], discontinuitySequence: 0 })).toContain('PART-HOLD-BACK=3.000');
});

test('segments are cut at key frames and are their parts, one after another', () => {
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

test('a blocked request is answered when its part is there, and after 6 s in any case', async () => {
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

test('a camera that is away has nothing to play as live, and comes back behind a discontinuity', async () => {
  const { clock, stream, feed } = setUp();
  const packager = createHlsPackager({ stream, audio: true, clock });
  feed(25);
  const last = packager.nextSequence - 1;
  stream.input.onEnd({ code: 'camera-offline', detail: '' });
  expect(packager.playlist()).toBeNull();
  expect(packager.part(last, 0)).toBeNull();
  const first = packager.waitForFirst();
  clock.advance(6000);
  expect(await first).toBe(false);
  stream.input.onTracks({ video, audio: null });
  feed(35);
  const playlist = packager.playlist();
  expect(lines(playlist, '#EXT-X-MEDIA-SEQUENCE:')).toEqual([`#EXT-X-MEDIA-SEQUENCE:${last + 1}`]);
  expect(lines(playlist, '#EXT-X-DISCONTINUITY')).toEqual(['#EXT-X-DISCONTINUITY-SEQUENCE:1']);
  expect(lines(playlist, '#EXT-X-MAP')).toHaveLength(1);
});

test('an HEVC camera is played from its low stream, for a playlist can’t ask what its player decodes', () => {
  const { clock, streams, stream } = setUp();
  const hls = createHls({ streams, clock });
  stream.input.onTracks({ video: { ...video, codec: 'hvc1.1.6.L93.B0' }, audio: null });
  hls.open('c1', true);
  expect([stream.subscribers, streams.open('c1', 'low').subscribers]).toEqual([0, 1]);
  hls.close();
});

test('a packager ends half a minute after the last request, and its camera is no longer subscribed to', () => {
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
