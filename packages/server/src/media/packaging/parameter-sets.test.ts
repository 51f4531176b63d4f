import { expect, test } from 'vitest';
import type { VideoTrack } from '../media-types.ts';
import { parameterSetsOf } from './parameter-sets.ts';

const track = (configuration: readonly number[]): VideoTrack => ({
  kind: 'video',
  codec: 'avc1.42c01e',
  width: 16,
  height: 16,
  configuration: Uint8Array.from(configuration),
});

test('each parameter set has its length before it', () => {
  const configuration = [1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 3, 0x67, 1, 2, 2, 0, 1, 0x68, 0, 2, 0x68, 9];
  expect([...parameterSetsOf(track(configuration))]).toEqual([0, 0, 0, 3, 0x67, 1, 2, 0, 0, 0, 1, 0x68, 0, 0, 0, 2, 0x68, 9]);
});

test('a configuration that cannot be read has none', () => {
  expect(parameterSetsOf(track([1])).byteLength).toBe(0);
});
