import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { VideoTrack } from '../media-types.ts';
import { parameterSetsOf } from './parameter-sets.ts';

const track = (codec: string, configuration: readonly number[]): VideoTrack => ({ kind: 'video', codec, width: 16, height: 16, configuration: Uint8Array.from(configuration) });

test('of H.264: sequence and picture parameter sets, each with its length', () => {
  const configuration = [1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 3, 0x67, 1, 2, 2, 0, 1, 0x68, 0, 2, 0x68, 9];
  expect([...parameterSetsOf(track('avc1.42c01e', configuration))]).toEqual([0, 0, 0, 3, 0x67, 1, 2, 0, 0, 0, 1, 0x68, 0, 0, 0, 2, 0x68, 9]);
});

test('of H.265: all of its arrays', () => {
  const configuration = [...Array<number>(22).fill(0), 2, 0xa0, 0, 1, 0, 2, 0x40, 1, 0xa1, 0, 1, 0, 3, 0x42, 1, 7];
  expect([...parameterSetsOf(track('hvc1.1.6.L93.B0', configuration))]).toEqual([0, 0, 0, 2, 0x40, 1, 0, 0, 0, 3, 0x42, 1, 7]);
});

test('of anything else: none, and never an error', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 60 }), fc.constantFrom('avc1.42c01e', 'hvc1.1.6.L93.B0'), (configuration, codec) => {
      expect(parameterSetsOf(track(codec, configuration)).byteLength).toBeLessThanOrEqual(configuration.length * 3);
    }),
  );
  expect(parameterSetsOf(track('avc1.42c01e', [1])).byteLength).toBe(0);
});
