import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createPhoneOrder } from './phone-camera-order.ts';
import type { PhoneSample } from './phone-camera-types.ts';

const sample = (kind: 'audio' | 'video', decodeTime: number): PhoneSample => ({
  kind,
  keyFrame: true,
  decodeTime,
  compositionOffset: 0,
  duration: 0.04,
  data: new Uint8Array(1),
});

test('audio waits for the video of the same time, and every sample arrives in order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 5, max: 60 }), (piece, count) => {
      const given: PhoneSample[] = [];
      const take = createPhoneOrder((next) => void given.push(next));
      // Audio arrives every 60 ms, video only in full pieces.
      let pictures = 0;
      for (let sounds = 0; sounds < count; sounds += 1) {
        take(sample('audio', sounds * 0.06));
        for (; pictures + piece <= sounds * 1.5; pictures += piece)
          for (let index = 0; index < piece; index += 1) take(sample('video', (pictures + index) * 0.04));
      }
      const times = given.map(({ decodeTime }) => decodeTime);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      const newest = given.findLast(({ kind }) => kind === 'video')?.decodeTime ?? -1;
      expect(given.filter(({ kind }) => kind === 'audio')).toHaveLength(newest < 0 ? 0 : Math.floor(newest / 0.06 + 1e-9) + 1);
    }),
  );
});
test('audio without video is dropped after 10 s', () => {
  const given: PhoneSample[] = [];
  const take = createPhoneOrder((next) => void given.push(next));
  for (let time = 0; time < 60; time += 1) take(sample('audio', time));
  take(sample('video', 60));
  expect(given.map(({ decodeTime }) => decodeTime)).toEqual([50, 51, 52, 53, 54, 55, 56, 57, 58, 59, 60]);
});
