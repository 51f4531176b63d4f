import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ArchiveSegment } from '@watchpost/sdk-core';
import { gapBetween, mergeSegments, segmentAt, segmentEnd } from './archive-plan.ts';

const segment = (startMs: number, durationMs = 4_000): ArchiveSegment => ({
  url: `${startMs}.m4s`,
  startMs,
  durationMs,
  initUrl: 'init.mp4',
  discontinuity: false,
});
const segments = [segment(0), segment(4_000), segment(20_000)];

test('returns the segment that contains the moment, or the next one', () => {
  expect(segmentAt(segments, 0)?.startMs).toBe(0);
  expect(segmentAt(segments, 3_999)?.startMs).toBe(0);
  expect(segmentAt(segments, 4_000)?.startMs).toBe(4_000);
  expect(segmentAt(segments, 9_000)?.startMs).toBe(20_000);
  expect(segmentAt(segments, 24_000)).toBeNull();
  expect(segmentAt([], 0)).toBeNull();
});

test('never returns a segment that has ended, nor a later one than necessary', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 50 }), fc.integer({ min: 0, max: 1_100 }), (starts, time) => {
      const sorted = mergeSegments(
        [],
        starts.map((start) => segment(start, 1)),
      );
      expect(segmentAt(sorted, time)).toBe(sorted.find((entry) => segmentEnd(entry) > time) ?? null);
    }),
  );
});

test('newer information replaces older', () => {
  expect(mergeSegments([segment(4_000, 1_000)], [segment(4_000), segment(0)]).map(segmentEnd)).toEqual([4_000, 8_000]);
});

test('small holes are not gaps', () => {
  expect(gapBetween(8_000, segment(9_000))).toBeNull();
  expect(gapBetween(8_000, segment(20_000))).toEqual({ from: 8_000, to: 20_000 });
});
