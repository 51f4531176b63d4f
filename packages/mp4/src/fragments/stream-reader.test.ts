import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { Mp4Error } from '../mp4-error.ts';
import { readSampleEntry, type Mp4Track } from '../tracks/track-reader.ts';
import { createFragmentStreamReader, type StreamSample } from './stream-reader.ts';

const u32 = (...values: number[]): number[] =>
  values.flatMap((value) => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]);
const box = (type: string, ...body: number[][]): number[] => {
  const bytes = body.flat();
  return [...u32(bytes.length + 8), ...characters(type), ...bytes];
};
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);
const characters = (text: string): number[] => [...text].map((character) => character.charCodeAt(0));

/** Constrained baseline, 3.1. */
const avcc = [1, 0x42, 0xe0, 0x1f, 0xff, 0xe1, 0, 0];
const trak = (id: number, handler: string, entry: number[], timescale = 30_000): number[] =>
  box(
    'trak',
    box('tkhd', u32(0, 0, 0, id), zeros(68)),
    box(
      'mdia',
      box('mdhd', u32(0, 0, 0, timescale, 0), zeros(4)),
      box('hdlr', u32(0, 0), characters(handler), zeros(12)),
      box('minf', box('stbl', box('stsd', u32(0, 1), entry))),
    ),
  );
const picture = (type = 'avc1'): number[] =>
  box(type, zeros(24), [0x02, 0xd0, 0x05, 0x00], zeros(50), box('colr', u32(0)), box('avcC', avcc));
const moov = (entry = picture()): number[] =>
  box(
    'moov',
    box('mvhd', zeros(100)),
    trak(1, 'soun', box('mp4a', zeros(28))),
    trak(2, 'vide', entry),
    box('mvex', box('trex', u32(0, 2, 1, 1001, 3, 0x10000))),
  );
const start = [...box('ftyp', characters('isom'), zeros(8)), ...moov()];

/** A fragment of two frames with the file's defaults, the first one a key frame. */
function fragment(time: number): number[] {
  const moof = (offset: number): number[] =>
    box(
      'moof',
      box('mfhd', u32(0, 1)),
      box('traf', box('tfhd', u32(0x02_0000, 2)), box('tfdt', u32(0x0100_0000, 0, time)), box('trun', u32(0x000_005, 2, offset, 0))),
    );
  return [...moof(moof(0).length + 8), ...box('mdat', [1, 2, 3, 4, 5, 6])];
}

function readAll(
  bytes: readonly number[],
  sizes: readonly number[] = [bytes.length],
): { readonly tracks: readonly Mp4Track[]; readonly samples: readonly StreamSample[] } {
  const read = createFragmentStreamReader();
  const tracks: Mp4Track[] = [];
  const samples: StreamSample[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
    const size = Math.max(1, sizes[turn % sizes.length] ?? 1);
    const part = read(Uint8Array.from(bytes.slice(at, at + size)));
    tracks.push(...(part.tracks ?? []));
    samples.push(...part.samples);
    at += size;
  }
  return { tracks, samples };
}

describe('a fragmented MP4', () => {
  test('yields its tracks and its samples with their times', () => {
    const { tracks, samples } = readAll([...start, ...fragment(0), ...fragment(2002)]);
    expect(tracks.map(({ id, kind, timescale }) => [id, kind, timescale])).toEqual([
      [1, 'audio', 30_000],
      [2, 'video', 30_000],
    ]);
    expect(tracks.map(readSampleEntry)).toMatchObject([
      { type: 'mp4a', configuration: null },
      { type: 'avc1', width: 720, height: 1280, configuration: Uint8Array.from(avcc) },
    ]);
    expect(
      samples.map(({ keyFrame, decodeTime, duration, data }) => [
        keyFrame,
        Math.round(decodeTime * 30_000),
        Math.round(duration * 30_000),
        [...data],
      ]),
    ).toEqual([
      [true, 0, 1001, [1, 2, 3]],
      [false, 1001, 1001, [4, 5, 6]],
      [true, 2002, 1001, [1, 2, 3]],
      [false, 3003, 1001, [4, 5, 6]],
    ]);
  });

  test('may declare every value per sample, offsets from the start of the file, and negative composition offsets', () => {
    const traf = (base: number): number[] =>
      box(
        'traf',
        box('tfhd', u32(0x1, 2, 0, base)),
        box('tfdt', u32(0, 600)),
        box('trun', u32(0x0100_0f01, 2, 8, 300, 2, 0, 600, 500, 1, 0x10000, 0xffff_fff0)),
      );
    const moof = (base: number): number[] => box('moof', traf(base));
    const mdatAt = start.length + moof(0).length;
    const { samples } = readAll([...start, ...moof(mdatAt), ...box('mdat', [7, 8, 9])]);
    expect(
      samples.map(({ keyFrame, decodeTime, compositionOffset, duration, data }) => [
        keyFrame,
        decodeTime * 30_000,
        compositionOffset * 30_000,
        duration * 30_000,
        [...data],
      ]),
    ).toEqual([
      [true, 600, 600, 300, [7, 8]],
      [false, 900, 0, 500, [9]],
    ]);
  });

  test('reads the same however it is cut into chunks', () => {
    const all = [...start, ...fragment(0), ...fragment(2002)];
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 }), (sizes) => {
        expect(readAll(all, sizes)).toEqual(readAll(all));
      }),
    );
  });

  test.each([
    ['HTML', characters('<html><body>nothing here</body></html>')],
    ['a sample outside its fragment', [...start, ...fragment(0).slice(0, -14), ...box('mdat', [1, 2])]],
    ['a box larger than any key frame', [...u32(0x7fff_ffff), ...characters('mdat'), ...zeros(8)]],
    ['a track without a timescale', [...box('moov', trak(1, 'vide', picture(), 0))]],
  ])('is rejected: %s', (_, bytes) => {
    expect(() => readAll(bytes)).toThrow(Mp4Error);
  });

  test('is read or rejected with an Mp4Error, whatever bytes change', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(start.length + 150), fc.nat(255)), { maxLength: 6 }), (changes) => {
        const bytes = [...start, ...fragment(0)];
        for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
        expectReadOrRejected(() => readAll(bytes, [64]));
      }),
      { numRuns: 300 },
    );
  });

  test('is read or rejected with an Mp4Error, whatever boxes it has', () => {
    const names = [
      'moov',
      'trak',
      'tkhd',
      'mdia',
      'mdhd',
      'hdlr',
      'minf',
      'stbl',
      'stsd',
      'moof',
      'traf',
      'tfhd',
      'tfdt',
      'trun',
      'mdat',
      'mvex',
      'trex',
    ];
    const content = fc.array(fc.nat(255), { maxLength: 40 });
    const tree = fc.letrec<{ box: number[]; leaf: number[]; node: number[] }>((tie) => ({
      box: fc.oneof({ maxDepth: 5, depthIdentifier: 'box' }, tie('leaf'), tie('node')),
      leaf: fc.tuple(fc.constantFrom(...names), content).map(([type, bytes]) => box(type, bytes)),
      node: fc
        .tuple(fc.constantFrom(...names), content, fc.array(tie('box'), { maxLength: 3, depthIdentifier: 'box' }))
        .map(([type, bytes, inner]) => box(type, bytes, ...inner)),
    })).box;
    fc.assert(fc.property(fc.array(tree, { maxLength: 5 }), (boxes) => expectReadOrRejected(() => readAll(boxes.flat()))));
  });
});

function expectReadOrRejected(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(Mp4Error);
  }
}

describe('sizes that a file only claims', () => {
  const moofOf = (...runs: number[][]): number[] =>
    box('moof', box('mfhd', u32(0, 1)), box('traf', box('tfhd', u32(0x02_0010, 2, 1)), box('tfdt', u32(0, 0)), ...runs));
  const run = (count: number, offset: number): number[] => box('trun', u32(1, count, offset));

  test.each([
    ['200,001 samples', [run(200_001, 8)]],
    ['many samples in each of many runs', Array.from({ length: 50 }, () => run(199_000, 8))],
  ])('%s in a few bytes are refused', (_, runs) => {
    expect(() => readAll([...start, ...moofOf(...runs)])).toThrow(Mp4Error);
  });
  test('samples without a byte are refused', () => {
    const empty = box('moof', box('traf', box('tfhd', u32(0x02_0000, 1)), box('tfdt', u32(0, 0)), box('trun', u32(0, 1000))));
    expect(() => readAll([...start, ...empty])).toThrow(Mp4Error);
  });
  test('150,000 samples of a byte each are read', () => {
    const moof = moofOf(run(150_000, 0));
    const bytes = Uint8Array.from([...start, ...moofOf(run(150_000, moof.length + 8)), ...u32(150_008), ...characters('mdat')]);
    const whole = new Uint8Array(bytes.length + 150_000);
    whole.set(bytes);
    expect(createFragmentStreamReader()(whole).samples).toHaveLength(150_000);
  });
  test('more than 32 tracks are refused', () => {
    const tracks = Array.from({ length: 33 }, (_, index) => trak(index + 1, 'soun', box('mp4a', zeros(28))));
    expect(() => readAll(box('moov', box('mvhd', zeros(100)), ...tracks))).toThrow(Mp4Error);
  });
  test('a box that arrives byte by byte is copied a few times, not once for each byte', () => {
    const set = vi.spyOn(Uint8Array.prototype, 'set');
    const slice = vi.spyOn(Uint8Array.prototype, 'slice');
    try {
      const bytes = Uint8Array.from([...start, ...box('free', zeros(20_000)), ...fragment(0)]);
      const read = createFragmentStreamReader();
      let samples = 0;
      for (let at = 0; at < bytes.length; at += 1) samples += read(bytes.subarray(at, at + 1)).samples.length;
      expect(samples).toBe(2);
      const copied =
        set.mock.calls.reduce((sum, [source]) => sum + source.length, 0) +
        slice.mock.results.reduce((sum, { value }) => sum + (value instanceof Uint8Array ? value.length : 0), 0);
      expect(copied).toBeLessThan(bytes.length * 8);
    } finally {
      set.mockRestore();
      slice.mockRestore();
    }
  });
});
