import { expect, test } from 'vitest';
import type { Sample } from '../media-types.ts';
import { createLiveChannel } from './live-channel.ts';

const tracks = {
  video: { kind: 'video', codec: 'avc1.42c01e', width: 16, height: 16, configuration: new Uint8Array([1]) },
  audio: null,
} as const;
const frame = (seconds: number, keyFrame: boolean, size = 10_000): Sample => ({
  kind: 'video',
  decodeTime: seconds * 90_000,
  keyFrame,
  compositionOffset: 0,
  duration: 3600,
  data: new Uint8Array(size),
});

/** A connection that accepts a limited amount at a time. */
function setUp(room: number) {
  let buffered = 0;
  const sent: number[] = [];
  const discontinuities: number[] = [];
  const channel = createLiveChannel({
    tracks: () => undefined,
    fragment: ({ decodeTime, data }, _, discontinuity) => {
      buffered += data.byteLength;
      sent.push(decodeTime / 90_000);
      if (discontinuity) discontinuities.push(decodeTime / 90_000);
    },
    isCongested: () => buffered > room,
    isClear: () => buffered <= room / 4,
  });
  channel.onTracks(tracks);
  return {
    channel,
    sent,
    discontinuities,
    drain: () => void (buffered = 0),
    give: (...samples: Sample[]) => samples.forEach((sample) => channel.onSample(sample, () => new Uint8Array())),
  };
}
const group = (from: number, seconds: number, framesPerSecond = 25): Sample[] =>
  Array.from({ length: seconds * framesPerSecond }, (_, index) => frame(from + index / framesPerSecond, index === 0));

test('a viewer who joins late in a long group of pictures gets all of it, as fast as the connection accepts it', () => {
  const { channel, sent, discontinuities, drain, give } = setUp(1_500_000);
  // 10 s of 2 Mbit/s, delivered together.
  give(...group(0, 10));
  expect(sent.length).toBeLessThan(160);
  for (let second = 0; second < 5; second += 1) {
    drain();
    give(frame(10 + second, false));
  }
  expect(sent).toEqual([...group(0, 10).map(({ decodeTime }) => decodeTime / 90_000), 10, 11, 12, 13, 14]);
  expect([discontinuities, channel.needsKeyFrame]).toEqual([[], false]);
});

test('the next key frame ends the catch-up', () => {
  const { sent, discontinuities, drain, give } = setUp(1_500_000);
  give(...group(0, 20));
  drain();
  give(frame(20, true), frame(20.04, false));
  expect(sent.slice(-2)).toEqual([20, 20.04]);
  expect(discontinuities).toEqual([20]);
});

test('with long groups of pictures, a viewer on a slow connection does not wait for a key frame', () => {
  const { channel, sent, drain, give } = setUp(500_000);
  give(...group(0, 1), frame(20, true));
  give(...group(20, 5).slice(1));
  expect(channel.needsKeyFrame).toBe(false);
  drain();
  give(frame(25, false));
  drain();
  give(frame(25.04, false));
  drain();
  give(frame(25.08, false));
  expect(sent.slice(-3)).toEqual([25, 25.04, 25.08]);
});

test('memory is bounded: no more waits than is cached of a group of pictures', () => {
  const { channel, give } = setUp(1);
  give(frame(0, true), ...Array.from({ length: 14 }, (_, index) => frame(1 + index, false, 1_000_000)));
  expect(channel.needsKeyFrame).toBe(true);
});
