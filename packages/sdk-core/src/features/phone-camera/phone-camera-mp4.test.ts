import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createMp4Reader } from './phone-camera-mp4.ts';
import type { Mp4Piece } from './phone-camera-mp4.ts';

const u32 = (...values: number[]): number[] => values.flatMap((value) => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
const box = (type: string, ...body: number[][]): number[] => {
  const bytes = body.flat();
  return [...u32(bytes.length + 8), ...[...type].map((letter) => letter.charCodeAt(0)), ...bytes];
};
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
const letters = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

/** Constrained baseline, 3.1. */
const avcc = [1, 0x42, 0xe0, 0x1f, 0xff, 0xe1, 0, 0];
const trak = (id: number, handler: string, entry: number[]): number[] =>
  box('trak', box('tkhd', u32(0, 0, 0, id), zeros(68)), box('mdia', box('mdhd', u32(0, 0, 0, 30_000, 0), zeros(4)), box('hdlr', u32(0, 0), letters(handler), zeros(12)), box('minf', box('stbl', box('stsd', u32(0, 1), entry)))));
const picture = (type = 'avc1'): number[] => box(type, zeros(24), [0x02, 0xd0, 0x05, 0x00], zeros(50), box('colr', u32(0)), box('avcC', avcc));
const moov = (entry = picture()): number[] => box('moov', box('mvhd', zeros(100)), trak(1, 'soun', box('mp4a', zeros(28))), trak(2, 'vide', entry), box('mvex', box('trex', u32(0, 2, 1, 1001, 3, 0x10000))));
const start = [...box('ftyp', letters('isom'), zeros(8)), ...moov()];

/** Two frames by the file's defaults, the first one a key frame. */
function fragment(time: number): number[] {
  const moof = (offset: number): number[] => box('moof', box('mfhd', u32(0, 1)), box('traf', box('tfhd', u32(0x02_0000, 2)), box('tfdt', u32(0x0100_0000, 0, time)), box('trun', u32(0x000_005, 2, offset, 0))));
  return [...moof(moof(0).length + 8), ...box('mdat', [1, 2, 3, 4, 5, 6])];
}

function readAll(bytes: readonly number[], sizes: readonly number[] = [bytes.length]): Mp4Piece {
  const read = createMp4Reader();
  const pieces: Mp4Piece[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
    pieces.push(read(Uint8Array.from(bytes.slice(at, at + size))));
    at += size;
  }
  return { picture: pieces.find((piece) => piece.picture)?.picture ?? null, samples: pieces.flatMap(({ samples }) => samples) };
}

describe('a recorder’s file', () => {
  test('gives its picture and its frames at their times', () => {
    const { picture: found, samples } = readAll([...start, ...fragment(0), ...fragment(2002)]);
    expect(found).toMatchObject({ codec: 'avc1.42e01f', width: 720, height: 1280, configuration: Uint8Array.from(avcc) });
    expect(samples.map(({ keyFrame, decodeTime, duration, data }) => [keyFrame, Math.round(decodeTime * 30_000), Math.round(duration * 30_000), [...data]])).toEqual([
      [true, 0, 1001, [1, 2, 3]],
      [false, 1001, 1001, [4, 5, 6]],
      [true, 2002, 1001, [1, 2, 3]],
      [false, 3003, 1001, [4, 5, 6]],
    ]);
  });

  test('with everything said for each frame, from the file’s beginning, and B-frames', () => {
    const traf = (base: number): number[] =>
      box('traf', box('tfhd', u32(0x1, 2, 0, base)), box('tfdt', u32(0, 600)), box('trun', u32(0x0100_0f01, 2, 8, 300, 2, 0, 600, 500, 1, 0x10000, 0xffff_fff0)));
    const moof = (base: number): number[] => box('moof', traf(base));
    const mdatAt = start.length + moof(0).length;
    const { samples } = readAll([...start, ...moof(mdatAt), ...box('mdat', [7, 8, 9])]);
    expect(samples.map(({ keyFrame, decodeTime, compositionOffset, duration, data }) => [keyFrame, decodeTime * 30_000, compositionOffset * 30_000, duration * 30_000, [...data]])).toEqual([
      [true, 600, 600, 300, [7, 8]],
      [false, 900, 0, 500, [9]],
    ]);
  });

  test('in whatever pieces it comes, it is the same', () => {
    const all = [...start, ...fragment(0), ...fragment(2002)];
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 }), (sizes) => {
        expect(readAll(all, sizes)).toEqual(readAll(all));
      }),
    );
  });

  test.each([
    ['another codec', [...box('ftyp', zeros(16)), ...moov(picture('hvc1'))]],
    ['no MP4', letters('<html><body>nothing here</body></html>')],
    ['a frame beyond its fragment', [...start, ...fragment(0).slice(0, -14), ...box('mdat', [1, 2])]],
    ['a box larger than any picture', [...u32(0x7fff_ffff), ...letters('mdat'), ...zeros(8)]],
  ])('%s is refused', (_, bytes) => {
    expect(() => readAll(bytes)).toThrow(TypeError);
  });

  test('whatever comes, it is read or refused, never waited on for ever', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(start.length + 150), fc.nat(255)), { maxLength: 6 }), (changes) => {
        const bytes = [...start, ...fragment(0)];
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        try {
          readAll(bytes, [64]);
        } catch (error) {
          expect(error === null || error instanceof TypeError || error instanceof RangeError).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
