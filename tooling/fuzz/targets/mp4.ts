import {
  createFragmentStreamReader,
  filterTracks,
  findBox,
  Mp4Error,
  readChunks,
  readParameterSets,
  readSampleEntry,
  readTracks,
  walkBoxes,
  writeFragment,
  writeMovie,
} from '../../../packages/mp4/src/index.ts';
import { segmentTimes, walkSegment } from '../../../packages/server/src/media/packaging/segment-walker.ts';
import type { FuzzTarget, Parsed } from '../fuzz.ts';
import { boxStructure } from '../structures.ts';
import { avcConfiguration, bytesOf, fragmentedMovie, movieHead, movieTracks } from './samples.ts';

const tokens = [
  'moov',
  'trak',
  'tkhd',
  'mdhd',
  'stsd',
  'mvex',
  'trex',
  'moof',
  'traf',
  'tfhd',
  'tfdt',
  'trun',
  'mdat',
  'stsc',
  'stsz',
  'co64',
].map((type) => bytesOf(type));
const isMp4Error = (error: unknown): boolean => error instanceof Mp4Error;
const entry = movieTracks.find(({ kind }) => kind === 'video')?.sampleEntry ?? new Uint8Array();
const complete = writeMovie(
  [
    {
      kind: 'video',
      timescale: 90_000,
      width: 320,
      height: 180,
      sampleEntries: [entry],
      samples: {
        sizes: [10, 20, 30, 40],
        durations: [3600, 3600, 3600, 3600],
        compositionOffsets: [0, 0, 0, 0],
        keyFrames: [0],
        chunks: [
          { offset: 100, samples: 2, entry: 0 },
          { offset: 900, samples: 2, entry: 0 },
        ],
      },
      edits: [{ duration: 14_400, mediaTime: 0 }],
    },
  ],
  0,
);
const ownFragment = writeFragment(4, [
  {
    trackId: 1,
    samples: [{ decodeTime: 90_000, duration: 3600, compositionOffset: 0, keyFrame: true, data: Uint8Array.of(0, 0, 0, 2, 0x65, 0x88) }],
  },
]);

/** As FFmpeg writes it: values in the header of the track, an offset, flags of the first sample. */
const foreignFragment = bytesOf(
  [0, 0, 0, 84],
  'moof',
  [0, 0, 0, 76],
  'traf',
  [0, 0, 0, 28],
  'tfhd',
  [0, 2, 0, 0x38, 0, 0, 0, 1, 0, 0, 14, 16, 0, 0, 0, 3, 1, 1, 0, 0],
  [0, 0, 0, 16],
  'tfdt',
  [0, 0, 0, 0, 0, 0, 1, 0],
  [0, 0, 0, 24],
  'trun',
  [0, 0, 0, 5, 0, 0, 0, 2, 0, 0, 0, 92, 2, 0, 0, 0],
  [0, 0, 0, 14],
  'mdat',
  [1, 2, 3, 4, 5, 6],
);

export const mp4StreamTarget: FuzzTarget = {
  name: 'MP4 that arrives',
  samples: [
    fragmentedMovie,
    bytesOf(
      fragmentedMovie.subarray(0, findBox(fragmentedMovie, { content: 0, end: fragmentedMovie.length }, 'moov')?.end),
      ownFragment,
      foreignFragment,
    ),
  ],
  structure: boxStructure,
  tokens,
  parse: (input) => {
    const seen = new Set<string>();
    let bytes = 0;
    const read = createFragmentStreamReader();
    for (let at = 0; at < input.length; at += 4096) {
      const { tracks, samples } = read(input.subarray(at, at + 4096));
      for (const track of tracks ?? []) {
        const { type, configuration } = readSampleEntry(track);
        bytes += 32 + readParameterSets(type, configuration ?? new Uint8Array()).reduce((sum, unit) => sum + unit.length, 0);
        seen.add(`${track.kind} ${type.slice(0, 4)} ${configuration === null}`);
      }
      for (const { decodeTime, duration, compositionOffset, data } of samples) {
        if (![decodeTime, duration, compositionOffset].every((time) => Number.isFinite(time) && time >= 0))
          throw new RangeError(`a sample at ${decodeTime}`);
        bytes += 32;
        seen.add(`${data.length > 0} ${duration > 0} ${compositionOffset > 0}`);
      }
    }
    return { outcome: [...seen].toSorted((a, b) => (a < b ? -1 : 1)).join(), bytes };
  },
  isRefusal: isMp4Error,
};

function readMovie(input: Uint8Array): Parsed {
  const whole = { content: 0, end: input.length };
  const moov = findBox(input, whole, 'moov');
  if (!moov) return { outcome: 'none', bytes: 0 };
  const filtered = filterTracks(input, moov, (trackId) => trackId === 1);
  let bytes = filtered.length;
  const kinds = readTracks(input, moov).map((track) => {
    readSampleEntry(track);
    return track.kind;
  });
  for (const span of walkBoxes(input, moov.content, moov.end)) {
    if (span.type !== 'trak' || !findBox(input, span, 'mdia', 'minf', 'stbl', 'co64')) continue;
    bytes += 32 * readChunks(input, span).length;
  }
  return { outcome: kinds.join().slice(0, 40), bytes };
}

export const mp4MovieTarget: FuzzTarget = {
  name: 'MP4 movies',
  samples: [complete, movieHead, fragmentedMovie],
  structure: boxStructure,
  tokens,
  parse: readMovie,
  isRefusal: isMp4Error,
};

export const segmentTarget: FuzzTarget = {
  name: 'recorded segments',
  samples: [ownFragment, bytesOf([0, 0, 0, 29], 'freeinit=0123456789abcdef', ownFragment, ownFragment), foreignFragment, fragmentedMovie],
  structure: boxStructure,
  tokens,
  parse: (input) => {
    const walked = walkSegment(input);
    const times = segmentTimes(walked);
    let bytes = 0;
    for (const { samples, end } of walked.fragments) {
      bytes += 32 * (1 + samples.length);
      if (end > input.length || end > walked.wholeBytes) throw new RangeError('A fragment ends behind what is whole.');
    }
    return { outcome: `${Math.min(9, walked.fragments.length)} ${walked.initHash === null} ${times === null}`, bytes };
  },
  isRefusal: () => false,
};

export const configurationTarget: FuzzTarget = {
  name: 'decoder configurations',
  samples: [avcConfiguration],
  structure: (bytes) => bytes,
  tokens: [],
  parse: (input) => {
    const sets = [readParameterSets('avc1.4d401f', input), readParameterSets('hvc1.1.6.L93.B0', input)];
    return { outcome: sets.map(({ length }) => length).join(), bytes: sets.flat().reduce((sum, unit) => sum + unit.length, 0) };
  },
  isRefusal: () => false,
};
