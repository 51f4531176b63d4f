import { audioTrackId, videoTrackId, writeFragment } from '@watchpost/mp4';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keyFrameFragment, readFragments, videoTimescale } from './fragment-samples.ts';

const sample = fc.record({
  decodeTime: fc.integer({ min: 0, max: 2e14 }),
  compositionOffset: fc.nat(1e6),
  duration: fc.integer({ min: 1, max: 1e7 }),
  data: fc.uint8Array({ minLength: 1, maxLength: 40 }),
});

function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

test('reads written fragments at any offset: times, length and bytes', () => {
  fc.assert(
    fc.property(fc.array(sample, { minLength: 1, maxLength: 5 }), fc.nat(9), (samples, offset) => {
      const bytes = join(
        samples.map(({ duration, ...rest }) =>
          keyFrameFragment({ ...rest, time: 0, duration: 0, keyFrame: true, data: new Uint8Array(rest.data) }, duration),
        ),
      );
      const shifted = new Uint8Array(new ArrayBuffer(bytes.byteLength + offset), offset);
      shifted.set(bytes);
      const read = readFragments(shifted).flatMap((fragment) => fragment.samples);
      expect(read.map(({ data, ...rest }) => ({ ...rest, data: [...data] }))).toEqual(
        samples.map(({ data, ...rest }) => ({
          ...rest,
          time: ((rest.decodeTime + rest.compositionOffset) / videoTimescale) * 1000,
          keyFrame: true,
          data: [...data],
        })),
      );
    }),
  );
});

test('reads the server’s fragments: several samples, and audio without samples', () => {
  const samples = fc.array(
    fc.record({
      compositionOffset: fc.nat(1e6),
      duration: fc.integer({ min: 1, max: 1e7 }),
      keyFrame: fc.boolean(),
      data: fc.uint8Array({ maxLength: 40 }),
    }),
    {
      minLength: 1,
      maxLength: 5,
    },
  );
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2e14 }), samples, fc.nat(0xffffffff), (start, rows, sequence) => {
      let decodeTime = start;
      const written = rows.map((row) => {
        const timed = { ...row, decodeTime };
        decodeTime += row.duration;
        return timed;
      });
      const video = writeFragment(sequence, [{ trackId: videoTrackId, samples: written }]);
      const audio = writeFragment(sequence, [{ trackId: audioTrackId, samples: written }]);
      expect(readFragments(join([video, audio]))).toEqual([
        {
          isVideo: true,
          bytes: video,
          samples: written.map((row) => ({ ...row, time: ((row.decodeTime + row.compositionOffset) / videoTimescale) * 1000 })),
        },
        { isVideo: false, bytes: audio, samples: [] },
      ]);
    }),
  );
});

test('reads the complete fragments before a cut at any byte', () => {
  const one = keyFrameFragment(
    { time: 0, decodeTime: 90_000, duration: 0, compositionOffset: 0, keyFrame: true, data: Uint8Array.of(1, 2, 3) },
    3_600,
  );
  const two = join([one, one]);
  for (let length = 0; length <= two.byteLength; length += 1)
    expect(readFragments(two.slice(0, length))).toHaveLength(Math.floor(length / one.byteLength));
});

test('reads any bytes without an exception', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void readFragments(new Uint8Array(bytes))));
  const valid = keyFrameFragment(
    { time: 0, decodeTime: 90_000, duration: 0, compositionOffset: 0, keyFrame: true, data: new Uint8Array(30) },
    3_600,
  );
  fc.assert(
    fc.property(fc.nat(valid.byteLength - 1), fc.nat(255), (at, byte) => {
      const broken = valid.slice();
      broken[at] = byte;
      readFragments(broken);
    }),
    { numRuns: 2_000 },
  );
});
