import { box, fullBox, u16, u32, u64 } from './mp4-boxes.ts';

/** A track, without its samples. */
export interface MovieTrack {
  readonly id: number;
  readonly kind: 'video' | 'audio';
  /** Ticks a second. */
  readonly timescale: number;
  readonly width: number;
  readonly height: number;
  /** What its samples are decoded with: an stsd. */
  readonly description: Buffer;
}

/** Samples in decode order; times in ticks. */
export interface MovieSamples {
  /** From the beginning of the movie to the first one. */
  readonly start: number;
  readonly durations: readonly number[];
  readonly sizes: readonly number[];
  readonly compositionOffsets: readonly number[];
  /** Which of them are key frames. */
  readonly keyFrames: readonly number[];
  readonly chunks: readonly { readonly offset: number; readonly samples: number }[];
}

/** Ticks a second of the movie as a whole. */
export const movieTimescale = 1000;
const none: MovieSamples = { start: 0, durations: [], sizes: [], compositionOffsets: [], keyFrames: [], chunks: [] };
const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
const undetermined = 0x55c4; // the language code "und"

/** A movie whose samples are all known. @param createdAt Unix ms of its first picture */
export function plainMovie(tracks: readonly (MovieTrack & { readonly samples: MovieSamples })[], createdAt: number): Buffer {
  const duration = Math.max(...tracks.map((track) => shownDuration(track, track.samples)));
  return box('moov', movieHeader(tracks, createdAt, duration), ...tracks.map((track) => trackBox(track, track.samples, createdAt)));
}

/** A movie whose samples follow in fragments. */
export function fragmentedMovie(tracks: readonly MovieTrack[], createdAt: number): Buffer {
  const defaults = tracks.map(({ id }) => fullBox('trex', 0, 0, u32(id, 1, 0, 0, 0)));
  return box('moov', movieHeader(tracks, createdAt, 0), ...tracks.map((track) => trackBox(track, none, createdAt)), box('mvex', ...defaults));
}

/** Seconds since 1904, the epoch of the format. */
function fileTime(unixMs: number): number {
  return Math.max(0, Math.floor(unixMs / 1000) + 2_082_844_800);
}

function movieHeader(tracks: readonly MovieTrack[], createdAt: number, duration: number): Buffer {
  const time = fileTime(createdAt);
  return fullBox('mvhd', 0, 0, u32(time, time, movieTimescale, duration, 0x10000, 0x1000000, 0, 0), matrix, Buffer.alloc(24), u32(tracks.length + 1));
}

/** Movie ticks from the beginning of the movie to the track's end. */
function shownDuration({ timescale }: MovieTrack, { start, durations }: MovieSamples): number {
  return Math.round(((start + sum(durations)) / timescale) * movieTimescale);
}

function trackBox(track: MovieTrack, samples: MovieSamples, createdAt: number): Buffer {
  const { id, kind, timescale, width, height } = track;
  const isVideo = kind === 'video';
  const time = fileTime(createdAt);
  const header = fullBox('tkhd', 0, 3, u32(time, time, id, 0, shownDuration(track, samples), 0, 0), u16(0), u16(isVideo ? 0 : 1), u16(isVideo ? 0 : 0x100), u16(0), matrix, u32(width * 0x10000, height * 0x10000));
  const media = box(
    'mdia',
    fullBox('mdhd', 0, 0, u32(time, time, timescale, sum(samples.durations)), u16(undetermined), u16(0)),
    fullBox('hdlr', 0, 0, u32(0), Buffer.from(isVideo ? 'vide' : 'soun', 'latin1'), u32(0, 0, 0), Buffer.from('Watchpost\0', 'latin1')),
    box(
      'minf',
      isVideo ? fullBox('vmhd', 0, 1, Buffer.alloc(8)) : fullBox('smhd', 0, 0, u32(0)),
      box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))),
      sampleTable(track, samples),
    ),
  );
  return box('trak', header, ...(samples.durations.length === 0 ? [] : [box('edts', edits(track, samples))]), media);
}

/** Lets a track that starts late wait, and passes over what a reordered picture would be late. */
function edits(track: MovieTrack, samples: MovieSamples): Buffer {
  const { start, compositionOffsets, durations } = samples;
  const inMovie = (ticks: number): number => Math.round((ticks / track.timescale) * movieTimescale);
  const rows = [...(inMovie(start) > 0 ? [u32(inMovie(start), 0xffffffff, 0x10000)] : []), u32(inMovie(sum(durations)), compositionOffsets[0] ?? 0, 0x10000)];
  return fullBox('elst', 0, 0, u32(rows.length), ...rows);
}

function sampleTable({ kind, description }: MovieTrack, { durations, sizes, compositionOffsets, keyFrames, chunks }: MovieSamples): Buffer {
  const isReordered = compositionOffsets.some((offset) => offset !== 0);
  return box(
    'stbl',
    description,
    fullBox('stts', 0, 0, runs(durations)),
    ...(isReordered ? [fullBox('ctts', 0, 0, runs(compositionOffsets))] : []),
    fullBox('stsc', 0, 0, chunkRuns(chunks)),
    fullBox('stsz', 0, 0, u32(0, sizes.length, ...sizes)),
    fullBox('co64', 0, 0, u32(chunks.length), Buffer.concat(chunks.map(({ offset }) => u64(offset)))),
    // Of sound every frame decodes alone, which the absence of the table says.
    ...(kind === 'video' && sizes.length > 0 ? [fullBox('stss', 0, 0, u32(keyFrames.length, ...keyFrames.map((index) => index + 1)))] : []),
  );
}

/** The number of runs, then each as its length and value. */
function runs(values: readonly number[]): Buffer {
  const rows: { count: number; readonly value: number }[] = [];
  for (const value of values) {
    const last = rows.at(-1);
    if (last?.value === value) last.count += 1;
    else rows.push({ count: 1, value });
  }
  return u32(rows.length, ...rows.flatMap(({ count, value }) => [count, value]));
}

function chunkRuns(chunks: MovieSamples['chunks']): Buffer {
  const rows: number[] = [];
  chunks.forEach(({ samples }, index) => {
    if (chunks[index - 1]?.samples !== samples) rows.push(index + 1, samples, 1);
  });
  return u32(rows.length / 3, ...rows);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
