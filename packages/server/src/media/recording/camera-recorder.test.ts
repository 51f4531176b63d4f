import { createManualClock } from '@watchpost/contract/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Sample, Tracks } from '../media-types.ts';
import { walkSegment } from '../packaging/segment-walker.ts';
import { createCameraRecorder, isTimeToCut } from './camera-recorder.ts';

const tracks: Tracks = {
  video: { kind: 'video', codec: 'avc1.42c01e', width: 16, height: 16, configuration: new Uint8Array([1]) },
  audio: null,
};
const second = 90_000;

function setUp(notBefore = 0) {
  const clock = createManualClock();
  const segments: { startMs: number; endMs: number | null; fragments: Uint8Array[] }[] = [];
  const writer = {
    queuedBytes: 0,
    open: (startMs: number) => void segments.push({ startMs, endMs: null, fragments: [] }),
    append: (bytes: Uint8Array) => void segments.at(-1)?.fragments.push(bytes),
    finish: (endMs: number) => {
      const last = segments.at(-1);
      if (last) last.endMs = endMs;
    },
  };
  const said: string[] = [];
  const recorder = createCameraRecorder({
    writer,
    clock,
    notBefore,
    onRecording: (at) => said.push(`recording ${at}`),
    onOffline: (at) => said.push(`offline ${at}`),
    onOverload: () => said.push('overload'),
  });
  recorder.onTracks(tracks);
  /** Feeds 10 frames per second, with a key frame every `gop` frames. */
  const feed = (fromSeconds: number, frames: number, gop: number): void => {
    for (let index = 0; index < frames; index++) {
      const sample: Sample = {
        kind: 'video',
        decodeTime: fromSeconds * second + index * 9000,
        compositionOffset: 0,
        duration: 9000,
        keyFrame: index % gop === 0,
        data: new Uint8Array(4),
      };
      recorder.onSample(sample, () => new Uint8Array());
    }
  };
  const spans = () => segments.map(({ startMs, endMs }) => [startMs, endMs]);
  return { clock, writer, recorder, feed, segments, spans, said };
}

test.each([
  [
    10,
    [
      [0, 4000],
      [4000, 8000],
      [8000, null],
    ],
  ],
  [
    20,
    [
      [0, 4000],
      [4000, 8000],
      [8000, null],
    ],
  ],
  [
    30,
    [
      [0, 6000],
      [6000, null],
    ],
  ],
  [
    35,
    [
      [0, 3500],
      [3500, 7000],
      [7000, 10_500],
      [10_500, null],
    ],
  ],
  [
    100,
    [
      [0, 10_000],
      [10_000, null],
    ],
  ],
  [400, [[0, null]]],
])('with a key frame every %i frames of 0.1 s', (gop, expected) => {
  const { feed, spans } = setUp();
  feed(0, 119, gop);
  expect(spans()).toEqual(expected);
});

test('segments are 4 to 6 s long wherever the key frames allow it', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 6 * second }), (gop) => {
      let elapsed = gop;
      while (!isTimeToCut(elapsed, gop)) elapsed += gop;
      expect(elapsed).toBeLessThanOrEqual(6.1 * second);
      const couldBeLonger = elapsed + gop <= 6 * second;
      if (couldBeLonger) expect(elapsed).toBeGreaterThanOrEqual(3.9 * second);
    }),
  );
});

test('fragments are at most a second long and restart at key frames', () => {
  const { feed, segments, recorder } = setUp();
  feed(0, 60, 25);
  recorder.stop();
  const fragments = segments.flatMap((segment) => segment.fragments.map((bytes) => walkSegment(bytes).fragments[0]));
  expect(Math.max(...fragments.map((fragment) => fragment?.duration ?? Infinity))).toBeLessThanOrEqual(second);
  expect(fragments.filter((fragment) => fragment?.keyFrame).map((fragment) => fragment?.decodeTime)).toEqual([0, 2.5 * second, 5 * second]);
});

test('however irregular the pictures, each lasts until the next, so that a segment has no gap', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: second }), { minLength: 30, maxLength: 200 }),
      fc.integer({ min: 2, max: 30 }),
      (steps, gop) => {
        const { recorder, segments } = setUp();
        let decodeTime = 0;
        steps.forEach((step, index) => {
          recorder.onSample(
            { kind: 'video', decodeTime, compositionOffset: 0, duration: 3600, keyFrame: index % gop === 0, data: new Uint8Array(4) },
            () => new Uint8Array(),
          );
          decodeTime += step;
        });
        for (const { fragments, endMs } of segments) {
          const walked = fragments.flatMap((bytes) => walkSegment(bytes).fragments);
          const ends = walked.map((fragment) => fragment.decodeTime + fragment.duration);
          expect(walked.slice(1).map((fragment) => fragment.decodeTime)).toEqual(ends.slice(0, -1));
          if (endMs !== null) expect(Math.floor((ends.at(-1) ?? 0) / 90)).toBe(endMs);
        }
      },
    ),
  );
});

test('new tracks end the segment where their first picture begins, earlier or later than the last frame claimed; equal tracks end nothing', () => {
  const { feed, spans, recorder } = setUp();
  feed(0, 15, 20);
  recorder.onTracks({ ...tracks });
  feed(1.5, 5, 100);
  expect(spans()).toEqual([[0, null]]);
  recorder.onTracks({ ...tracks, video: { ...tracks.video, configuration: new Uint8Array([2]) } });
  // 10 ms before the end of the last frame: nothing is lost, nothing overlaps.
  feed(1.99, 5, 20);
  expect(spans()).toEqual([
    [0, 1990],
    [1990, null],
  ]);
});

test('going offline ends the segment with its last frame; coming back begins a new one', () => {
  const { feed, spans, recorder, said } = setUp();
  feed(100, 15, 20);
  recorder.onOffline?.({ code: 'camera-offline', detail: '' });
  recorder.onTracks(tracks);
  feed(200, 5, 20);
  expect(spans()).toEqual([
    [100_000, 101_500],
    [200_000, null],
  ]);
  expect(said).toEqual(['recording 100000', 'offline 101500', 'recording 200000']);
});

test('a segment never contains a jump of the timeline, and footage never overlaps', () => {
  const { feed, spans } = setUp();
  feed(100, 10, 10);
  feed(3700, 10, 10);
  feed(90, 10, 10);
  feed(3700.5, 10, 10);
  feed(3701, 10, 10);
  expect(spans()).toEqual([
    [100_000, 101_000],
    [3_700_000, 3_701_000],
    [3_701_000, null],
  ]);
  const later = setUp(5000);
  later.feed(0, 80, 20);
  expect(later.spans()).toEqual([[6000, null]]);
});

test('when a viewer requests the most recent footage, the segment ends at the next key frame', () => {
  const { feed, spans, recorder } = setUp();
  feed(0, 10, 10);
  recorder.cutSoon();
  feed(1, 15, 10);
  expect(spans()).toEqual([
    [0, 1000],
    [1000, null],
  ]);
});

test('a disk that is too slow costs footage, never memory', () => {
  const { feed, spans, writer, clock, recorder, said } = setUp();
  feed(0, 15, 10);
  writer.queuedBytes = 20_000_000;
  feed(2, 20, 10);
  expect(spans()).toEqual([[0, 1500]]);
  recorder.pauseUntil(clock.monotonic() + 2000);
  writer.queuedBytes = 0;
  feed(4, 10, 10);
  clock.advance(2000);
  feed(6, 10, 10);
  expect(spans()).toEqual([
    [0, 1500],
    [6000, null],
  ]);
  expect(said).toEqual(['recording 0', 'overload', 'recording 6000']);
});
