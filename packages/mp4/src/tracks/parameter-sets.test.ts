import fc from 'fast-check';
import { expect, test } from 'vitest';
import { h264Codec, readParameterSets } from './parameter-sets.ts';

const unitsOf = (codec: string, configuration: readonly number[]): number[][] =>
  readParameterSets(codec, Uint8Array.from(configuration)).map((unit) => [...unit]);

test('H.264 has sequence and picture parameter sets', () => {
  const configuration = [1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 3, 0x67, 1, 2, 2, 0, 1, 0x68, 0, 2, 0x68, 9];
  expect(unitsOf('avc1.42c01e', configuration)).toEqual([[0x67, 1, 2], [0x68], [0x68, 9]]);
  expect(h264Codec(Uint8Array.from(configuration))).toBe('avc1.42c01e');
});

test('H.265 has arrays of parameter sets', () => {
  const configuration = [...Array<number>(22).fill(0), 2, 0xa0, 0, 1, 0, 2, 0x40, 1, 0xa1, 0, 1, 0, 3, 0x42, 1, 7];
  expect(unitsOf('hvc1.1.6.L93.B0', configuration)).toEqual([
    [0x40, 1],
    [0x42, 1, 7],
  ]);
});

test('a configuration that cannot be read has none, and is not an error', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 60 }),
      fc.constantFrom('avc1.42c01e', 'hvc1.1.6.L93.B0'),
      (configuration, codec) => {
        expect(unitsOf(codec, configuration).flat().length).toBeLessThanOrEqual(configuration.length);
      },
    ),
  );
  expect(unitsOf('avc1.42c01e', [1])).toEqual([]);
});
