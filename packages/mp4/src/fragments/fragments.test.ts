import fc from 'fast-check';
import { expect, test } from 'vitest';
import { walkBoxes } from '../boxes/box-reader.ts';
import { readMoof } from './fragment-reader.ts';
import { writeFragment, type FragmentSample } from './fragment-writer.ts';

const sampleArbitrary = fc.record({
  duration: fc.integer({ min: 1, max: 1e6 }),
  compositionOffset: fc.nat(1e6),
  keyFrame: fc.boolean(),
  data: fc.uint8Array({ maxLength: 60 }),
});
const runArbitrary = fc.record({
  trackId: fc.integer({ min: 1, max: 0xffffffff }),
  decodeTime: fc.integer({ min: 0, max: 9e14 }),
  rows: fc.array(sampleArbitrary, { minLength: 1, maxLength: 12 }),
});

function timed(decodeTime: number, rows: readonly Omit<FragmentSample, 'decodeTime'>[]): FragmentSample[] {
  let time = decodeTime;
  return rows.map((row) => {
    const sample = { ...row, decodeTime: time };
    time += row.duration;
    return sample;
  });
}

test('a fragment is read as it was written: times, flags and bytes of every run', () => {
  fc.assert(
    fc.property(fc.array(runArbitrary, { minLength: 1, maxLength: 3 }), fc.nat(0xffffffff), (runs, sequence) => {
      const bytes = writeFragment(
        sequence,
        runs.map(({ trackId, decodeTime, rows }) => ({ trackId, samples: timed(decodeTime, rows) })),
      );
      const [moof, mdat] = walkBoxes(bytes);
      if (!moof) throw new Error('There is no moof.');
      expect(mdat).toMatchObject({ type: 'mdat', start: moof.end, end: bytes.length });
      const read = readMoof(bytes, moof);
      expect(
        read?.map(({ samples, ...run }) => ({
          ...run,
          rows: samples.map(({ start, size, ...sample }) => ({ ...sample, data: bytes.slice(start, start + size) })),
        })),
      ).toEqual(runs);
    }),
  );
});

test('a moof that is cut off or changed is never read beyond its end', () => {
  const bytes = writeFragment(1, [
    { trackId: 1, samples: timed(0, [{ duration: 5, compositionOffset: 0, keyFrame: true, data: Uint8Array.of(1) }]) },
  ]);
  const [moof] = walkBoxes(bytes);
  if (!moof) throw new Error('There is no moof.');
  const size = moof.end;
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(size - 1), fc.nat(255)), { maxLength: 5 }), fc.nat(size), (changes, end) => {
      const broken = bytes.slice(0, end);
      for (const [at, value] of changes) if (at < end) broken[at] = value;
      readMoof(broken, { type: 'moof', start: 0, content: Math.min(8, end), end });
    }),
    { numRuns: 500 },
  );
});

test('a run without samples cannot be written', () => {
  expect(() => writeFragment(1, [{ trackId: 1, samples: [] }])).toThrow(TypeError);
});
