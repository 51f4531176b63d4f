import { concatBytes, writeFileType, writeFragment, writeFragmentedMovie, writeVideoSampleEntry, videoTrackId } from '@watchpost/mp4';
import { expect, test } from 'vitest';
import { createMp4Reader } from './phone-camera-mp4.ts';

/** Constrained baseline, level 3.1. */
const configuration = Uint8Array.of(1, 0x42, 0xe0, 0x1f, 0xff, 0xe1, 0, 0);
const recording = (type: 'avc1' | 'hvc1'): Uint8Array => {
  const entry = writeVideoSampleEntry({ type, width: 720, height: 1280, configuration });
  const movie = writeFragmentedMovie([{ kind: 'video', timescale: 30_000, width: 720, height: 1280, sampleEntries: [entry] }], null);
  const samples = [
    { decodeTime: 3000, duration: 1000, compositionOffset: 0, keyFrame: true, data: Uint8Array.of(1, 2) },
    { decodeTime: 4000, duration: 1000, compositionOffset: 500, keyFrame: false, data: Uint8Array.of(3) },
  ];
  return concatBytes([writeFileType('isom', ['isom']), movie, writeFragment(1, [{ trackId: videoTrackId, samples }])]);
};

test('a recording yields its video track and its frames in seconds', () => {
  const { video, samples } = createMp4Reader()(recording('avc1'));
  expect(video).toEqual({ codec: 'avc1.42e01f', width: 720, height: 1280, configuration });
  expect(samples).toEqual([
    { kind: 'video', keyFrame: true, decodeTime: 0.1, compositionOffset: 0, duration: 1 / 30, data: Uint8Array.of(1, 2) },
    { kind: 'video', keyFrame: false, decodeTime: 4 / 30, compositionOffset: 1 / 60, duration: 1 / 30, data: Uint8Array.of(3) },
  ]);
});

test('a recording in another codec is rejected', () => {
  expect(() => createMp4Reader()(recording('hvc1'))).toThrow('no H.264');
});
