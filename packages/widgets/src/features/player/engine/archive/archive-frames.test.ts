import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keyFrameFragment, readFragments } from '../media/fragment-samples.ts';
import { createFrameTimes, prepareSegment } from './archive-frames.ts';

const start = 1_700_000_000_000;
const ticks = (milliseconds: number): number => milliseconds * 90;

/** A frame this many ms after the start. */
function frame(after: number, keyFrame: boolean): Uint8Array<ArrayBuffer> {
  const bytes = keyFrameFragment(
    { time: 0, decodeTime: ticks(start + after), duration: 0, compositionOffset: 0, keyFrame: true, data: Uint8Array.of(after & 255) },
    ticks(40),
  );
  if (!keyFrame) new DataView(bytes.buffer).setUint32(96, 0x01010000);
  return bytes;
}
function sound(after: number): Uint8Array<ArrayBuffer> {
  const bytes = frame(after, true);
  new DataView(bytes.buffer).setUint32(44, 2);
  return bytes;
}
const segment = new Uint8Array(
  [frame(0, true), sound(0), frame(40, false), frame(80, false), frame(2_000, true), frame(2_040, false)].flatMap((part) => [...part]),
);

describe('a segment', () => {
  test('is returned unchanged, with the times of its frames', () => {
    expect(prepareSegment(segment, false, start + 4_000)).toEqual({
      parts: [segment],
      frames: [0, 40, 80, 2_000, 2_040].map((after) => start + after),
    });
  });

  test('keeps, for fast playback, its key frames, each lasting until the next or the end, and the sound that the track needs', () => {
    const { parts, frames } = prepareSegment(segment, true, start + 4_000);
    expect(frames).toEqual([start, start + 2_000]);
    const read = parts.flatMap((part) => readFragments(part));
    expect(read.flatMap(({ samples }) => samples).map(({ decodeTime, duration }) => [decodeTime / 90 - start, duration / 90])).toEqual([
      [0, 2_000],
      [2_000, 2_000],
    ]);
    expect(read.filter(({ isVideo }) => !isVideo)).toHaveLength(1);
  });

  test('is returned whole when it can’t be parsed', () => {
    const strange = Uint8Array.of(1, 2, 3);
    expect(prepareSegment(strange, true, start)).toEqual({ parts: [strange], frames: [] });
  });
});

describe('frame by frame', () => {
  const uneven = [0, 40, 95, 130, 400];
  const times = createFrameTimes();
  times.add(uneven.slice(2).map((after) => start + after));
  times.add(uneven.slice(0, 3).map((after) => start + after));
  test.each([
    [0, 1, 60],
    [41, 1, 112.5],
    // In the middle of a visible frame.
    [110, 1, 150],
    [110, -1, 60],
    [110, 0, 112.5],
    [131, -1, 112.5],
    [401, 1, null],
    [1, -1, null],
    [-500, 1, null],
    [-500, -1, null],
    // A media time that the browser rounded down.
    [94.2, 1, 150],
  ] as const)('from %d ms, %d: %s', (shown, direction, expected) => {
    expect(times.inside(start + shown, direction)).toBe(expected === null ? null : start + expected);
  });

  test('a step forward and back returns to a point well inside the same frame, however uneven the frames', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 5, max: 2_000 }), { minLength: 3, maxLength: 40 }), fc.nat(), (distances, from) => {
        const some = createFrameTimes();
        let end = start;
        const frames = distances.map((distance) => (end += distance));
        some.add(frames);
        const index = 1 + (from % (frames.length - 2));
        const frame = frames[index] ?? 0;
        const on = some.inside(frame, 1) ?? 0;
        const back = some.inside(on, -1) ?? 0;
        expect(back - frame).toBeGreaterThan(2);
        expect(back).toBeLessThan(frames[index + 1] ?? 0);
      }),
    );
  });

  test('of frames too close to distinguish only the last counts, so every step moves', () => {
    const some = createFrameTimes();
    some.add([100, 140, 140.2]);
    some.add([180]);
    expect([some.inside(181, -1), some.inside(141.2, -1), some.inside(141.2, 1)]).toEqual([140.2 + 19.9, 120, 200]);
  });

  test('frames that the browser did not take are skipped; those that it took stay, whatever happens to them later', () => {
    const some = createFrameTimes();
    some.add([100, 200, 300, 400]);
    expect(some.after(100)).toBe(200);
    some.confirm((frame) => frame < 150 || frame > 350);
    expect([some.after(100), some.inside(400, -1)]).toEqual([400, 120]);
    some.confirm(() => false);
    expect(some.after(100)).toBe(400);
  });

  test('removes earlier frames', () => {
    const some = createFrameTimes();
    some.add([100, 200, 300]);
    some.trim(200);
    expect([some.first, some.inside(300, -1), some.inside(200, -1)]).toEqual([200, 220, null]);
    some.clear();
    expect([some.first, some.perSecond]).toEqual([null, null]);
  });
});
