import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { walkBoxes } from '../boxes/box-reader.ts';
import { concatBytes } from '../boxes/box-writer.ts';
import { writeFragment } from '../fragments/fragment-writer.ts';
import { createFragmentStreamReader, type StreamSample } from '../fragments/stream-reader.ts';
import { writeVideoSampleEntry } from '../tracks/sample-entry-writer.ts';
import type { Mp4Track } from '../tracks/track-reader.ts';
import {
  audioTrackId,
  videoTrackId,
  writeFileType,
  writeFragmentedMovie,
  writeMediaHeader,
  writeMovie,
  type CompleteTrack,
  type MovieTrack,
} from './movie-writer.ts';
import { Mp4Error } from '../mp4-error.ts';
import { filterTracks } from './movie-filter.ts';
import { readChunks } from './sample-table-reader.ts';

const sampleEntries = [writeVideoSampleEntry({ type: 'avc1', width: 16, height: 16, configuration: new Uint8Array(8) })];

test('the chunks of a movie are read as they were written', () => {
  const chunk = fc.record({
    offset: fc.integer({ min: 0, max: 2 ** 40 }),
    sizes: fc.array(fc.nat(2 ** 24), { minLength: 1, maxLength: 5 }),
    entry: fc.nat(1),
  });
  fc.assert(
    fc.property(fc.array(chunk, { minLength: 1, maxLength: 20 }), (chunks) => {
      const sizes = chunks.flatMap((one) => one.sizes);
      const track: CompleteTrack = {
        kind: 'video',
        timescale: 90_000,
        width: 16,
        height: 16,
        sampleEntries: [...sampleEntries, ...sampleEntries],
        samples: {
          sizes,
          durations: sizes.map(() => 3600),
          compositionOffsets: sizes.map(() => 0),
          keyFrames: [0],
          chunks: chunks.map((one) => ({ offset: one.offset, samples: one.sizes.length, entry: one.entry })),
        },
        edits: [{ duration: sizes.length * 3600, mediaTime: 0 }],
      };
      const moov = writeMovie([track], 0);
      const [trak] = [...walkBoxes(moov, 8)].filter(({ type }) => type === 'trak');
      if (!trak) throw new Error('There is no trak.');
      const read = readChunks(moov, trak);
      expect(read.map(({ offset, size }) => [offset, size])).toEqual(
        chunks.map((one) => [one.offset, one.sizes.reduce((sum, size) => sum + size, 0)]),
      );
      const view = new DataView(moov.buffer);
      expect(read.map(({ offsetAt }) => Number(view.getBigUint64(offsetAt)))).toEqual(chunks.map(({ offset }) => offset));
    }),
  );
});

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;

/** Encodes two seconds with B-frames and audio by FFmpeg. */
function encode(): { readonly tracks: readonly Mp4Track[]; readonly samples: readonly StreamSample[] } {
  const { stdout } = spawnSync(
    'ffmpeg',
    [
      ...['-v', 'error', '-f', 'lavfi', '-i', 'testsrc2=size=160x90:rate=10:duration=2'],
      ...['-f', 'lavfi', '-i', 'sine=duration=2:sample_rate=16000'],
      ...[
        '-c:v',
        'libx264',
        '-bf',
        '2',
        '-g',
        '10',
        '-c:a',
        'aac',
        '-movflags',
        '+empty_moov+default_base_moof+frag_keyframe',
        '-f',
        'mp4',
        '-',
      ],
    ],
    { maxBuffer: 64e6 },
  );
  const { tracks, samples } = createFragmentStreamReader()(stdout);
  return { tracks: tracks ?? [], samples };
}

interface Probe {
  readonly streams: readonly { readonly codec_type: string; readonly nb_read_frames: string; readonly duration: string }[];
}

/** Decodes every frame; fails on any message of FFmpeg. */
function probe(file: Uint8Array): Probe['streams'] {
  const entries = 'stream=codec_type,nb_read_frames,duration';
  const { stdout, stderr } = spawnSync('ffprobe', ['-v', 'warning', '-count_frames', '-show_entries', entries, '-of', 'json', '-'], {
    input: file,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  const { streams }: Probe = JSON.parse(stdout);
  return streams;
}

describe.skipIf(!hasFfmpeg)('FFmpeg decodes every frame', () => {
  const { tracks, samples } = hasFfmpeg ? encode() : { tracks: [], samples: [] };
  const movieTracks = tracks.map(({ kind, timescale, width, height, sampleEntry }): MovieTrack => {
    return { kind, timescale, width, height, sampleEntries: [sampleEntry] };
  });
  const runOf = ({ kind, timescale }: MovieTrack) => ({
    trackId: kind === 'video' ? videoTrackId : audioTrackId,
    samples: samples
      .filter(({ track }) => track.kind === kind)
      .map((sample) => ({
        ...sample,
        decodeTime: Math.round(sample.decodeTime * timescale),
        duration: Math.round(sample.duration * timescale),
        compositionOffset: Math.round(sample.compositionOffset * timescale),
      })),
  });

  test('of a fragmented movie', () => {
    const file = concatBytes([
      writeFileType('iso5', ['iso5', 'iso6', 'mp41']),
      writeFragmentedMovie(movieTracks, null),
      writeFragment(1, movieTracks.map(runOf)),
    ]);
    expect(probe(file).map(({ codec_type, nb_read_frames }) => [codec_type, Number(nb_read_frames)])).toEqual([
      ['video', 20],
      ['audio', samples.filter(({ track }) => track.kind === 'audio').length],
    ]);
  });

  test('of a plain movie, from the time that its edits show', () => {
    const complete = (mediaStart: number): CompleteTrack[] => {
      let offset = mediaStart;
      return movieTracks.map((track) => {
        const run = runOf(track).samples;
        const sizes = run.map(({ data }) => data.byteLength);
        const chunks = [{ offset, samples: sizes.length, entry: 0 }];
        offset += sizes.reduce((sum, size) => sum + size, 0);
        const durations = run.map(({ duration }) => duration);
        const mediaTime = run[0]?.compositionOffset ?? 0;
        return {
          ...track,
          samples: {
            sizes,
            durations,
            chunks,
            compositionOffsets: run.map(({ compositionOffset }) => compositionOffset),
            keyFrames: run.flatMap(({ keyFrame }, index) => (keyFrame ? [index] : [])),
          },
          edits: [{ duration: durations.reduce((sum, ticks) => sum + ticks, 0), mediaTime }],
        };
      });
    };
    const media = concatBytes(movieTracks.flatMap((track) => runOf(track).samples.map(({ data }) => data)));
    const fileType = writeFileType('isom', ['isom', 'iso2', 'avc1', 'mp41']);
    const mediaHeader = writeMediaHeader(media.byteLength);
    const headerBytes = fileType.byteLength + writeMovie(complete(0), 0).byteLength + mediaHeader.byteLength;
    const streams = probe(concatBytes([fileType, writeMovie(complete(headerBytes), 0), mediaHeader, media]));
    expect(streams.map(({ codec_type, nb_read_frames }) => [codec_type, Number(nb_read_frames)])).toEqual([
      ['video', 20],
      ['audio', samples.filter(({ track }) => track.kind === 'audio').length],
    ]);
    expect(Number(streams[0]?.duration)).toBeCloseTo(2, 1);
  });
});

const boxOf = (type: string, ...parts: (Uint8Array | readonly number[])[]): Uint8Array => {
  const content = concatBytes([
    Uint8Array.from(type, (character) => character.charCodeAt(0)),
    ...parts.map((part) => Uint8Array.from(part)),
  ]);
  const size = new Uint8Array(4);
  new DataView(size.buffer).setUint32(0, content.length + 4);
  return concatBytes([size, content]);
};
const numbers = (...values: readonly number[]): Uint8Array => {
  const view = new DataView(new ArrayBuffer(values.length * 4));
  values.forEach((value, index) => view.setUint32(index * 4, value));
  return new Uint8Array(view.buffer);
};

// The first of these filled the memory until the process ended.
test.each([
  ['four billion chunks', [0, 1, 1, 1, 1], [0, 0, 1, 10], [0, 0xffff_ffff, 0, 8]],
  ['four billion runs', [0, 0xffff_ffff, 1, 1, 1], [0, 0, 1, 10], [0, 1, 0, 8]],
  ['more samples than sizes', [0, 1, 1, 0xffff_ffff, 1], [0, 0, 1, 10], [0, 1, 0, 8]],
  ['a run beyond the last chunk', [0, 2, 1, 0, 1, 0x7fff_ffff, 0, 1], [0, 0, 1, 10], [0, 1, 0, 8]],
  ['runs that go backwards', [0, 2, 5, 1, 1, 1, 1, 1], [0, 0, 1, 10], [0, 1, 0, 8]],
  ['a table that is cut off', [0], [0, 0, 1, 10], [0, 1, 0, 8]],
])('sample tables with %s are damaged', (_, runs, sizes, offsets) => {
  const table = boxOf('stbl', boxOf('stsc', numbers(...runs)), boxOf('stsz', numbers(...sizes)), boxOf('co64', numbers(...offsets)));
  const trak = boxOf('trak', boxOf('mdia', boxOf('minf', table)));
  expect(() => readChunks(trak, { type: 'trak', start: 0, content: 8, end: trak.length })).toThrow(Mp4Error);
});

describe('filterTracks', () => {
  const filter = (moov: Uint8Array): Uint8Array => filterTracks(moov, { type: 'moov', start: 0, content: 8, end: moov.length }, () => true);
  test('boxes in themselves are copied, however deep', () => {
    let nested = boxOf('mvex');
    for (let depth = 0; depth < 200; depth += 1) nested = boxOf('mvex', nested);
    // Only the one in the movie means anything.
    const wrong = boxOf('mvex', boxOf('mvex', boxOf('trex')));
    expect(filter(boxOf('moov', nested))).toEqual(boxOf('moov', nested));
    expect(filter(boxOf('moov', wrong))).toEqual(boxOf('moov', wrong));
  });
  test.each([
    ['trex', boxOf('mvex', boxOf('trex', [0, 0, 0]))],
    ['tkhd', boxOf('trak', boxOf('tkhd', [0, 0, 0]))],
  ])('a %s that is too short is an Mp4Error', (_, child) => {
    expect(() => filter(boxOf('moov', child))).toThrow(Mp4Error);
  });
});
