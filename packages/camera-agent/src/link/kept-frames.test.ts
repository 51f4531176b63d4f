import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Frame } from '../sources/frame-source.ts';
import { createKeptFrames, type FrameTracks } from './kept-frames.ts';

const tracks: FrameTracks = { video: { kind: 'video', codec: 'avc1.4d401f', width: 640, height: 360, configuration: 'AQ==' }, audio: null };
const frame = (decodeTime: number, keyFrame: boolean, size = 10): Frame => ({
  kind: 'video',
  keyFrame,
  decodeTime,
  compositionOffset: 0,
  duration: 0.1,
  data: new Uint8Array(size),
});

test('keeps its seconds as whole groups of pictures, and finds the newest one', () => {
  const kept = createKeptFrames({ length: 3, bytes: 1e6 });
  for (let tenth = 5; tenth < 100; tenth += 1) kept.add(tracks, frame(tenth / 10, tenth % 10 === 0));
  // Frames before the first key frame can't be decoded.
  expect(kept.from(0)?.frame).toMatchObject({ decodeTime: 6, keyFrame: true });
  expect(kept.from(kept.newestKey ?? -1)?.frame).toMatchObject({ decodeTime: 9, keyFrame: true });
  expect(kept.newestTime).toBe(9.9);
  expect(kept.bytes).toBe(40 * 10);
});

test('a dropped number means the oldest kept frame; a future one means none', () => {
  const kept = createKeptFrames({ length: 1, bytes: 1e6 });
  for (let second = 0; second < 10; second += 1) kept.add(tracks, frame(second, true));
  const oldest = kept.from(0);
  expect(oldest?.frame.decodeTime).toBe(8);
  expect(kept.from((oldest?.number ?? 0) + 1)?.frame.decodeTime).toBe(9);
  expect(kept.from((oldest?.number ?? 0) + 2)).toBe(undefined);
});

test('in any case: never more bytes than the limit, always a key frame first, numbers without a gap', () => {
  const arrival = fc.record({ isKey: fc.boolean(), size: fc.integer({ min: 1, max: 400 }), step: fc.integer({ min: 0, max: 20 }) });
  fc.assert(
    fc.property(fc.array(arrival, { maxLength: 200 }), (arrivals) => {
      const kept = createKeptFrames({ length: 5, bytes: 1000 });
      let time = 0;
      for (const { isKey, size, step } of arrivals) {
        kept.add(tracks, frame((time += step / 10), isKey, size));
        expect(kept.bytes).toBeLessThanOrEqual(1000);
        const oldest = kept.from(0);
        expect(oldest?.frame.keyFrame ?? true).toBe(true);
        let bytes = 0;
        for (let entry = oldest, number = oldest?.number ?? 0; entry; entry = kept.from(++number)) {
          expect(entry.number).toBe(number);
          bytes += entry.frame.data.byteLength;
        }
        expect(bytes).toBe(kept.bytes);
      }
    }),
  );
});
