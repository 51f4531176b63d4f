import { ascii, box, concatBytes, fullBox, u16, u32, u64, zeros } from '../boxes/box-writer.ts';
import { writeSampleTable, type SampleTable } from './sample-table-writer.ts';

/** Track ids are fixed, so a fragment belongs to a track whatever else its movie has. */
export const videoTrackId = 1;
/** Id of the audio track, see `videoTrackId`. */
export const audioTrackId = 2;

/** Ticks per second of the movie as a whole. */
export const movieTimescale = 1000;

/** A track of a movie that is written. */
export interface MovieTrack {
  readonly kind: 'video' | 'audio';
  /** Ticks per second. */
  readonly timescale: number;
  /** Display size, pixels; 0 for audio. */
  readonly width: number;
  readonly height: number;
  /** Whole boxes, one per decoder configuration. */
  readonly sampleEntries: readonly Uint8Array[];
}

/** A part of a track's media, in its ticks. */
export interface Edit {
  readonly duration: number;
  /** Start of the part in the media; null shows nothing meanwhile. */
  readonly mediaTime: number | null;
}

/** A track whose samples are all known. */
export interface CompleteTrack extends MovieTrack {
  readonly samples: SampleTable;
  readonly edits: readonly Edit[];
}

/**
 * Writes `ftyp`.
 * @param compatibleBrands four characters each
 */
export function writeFileType(majorBrand: string, compatibleBrands: readonly string[]): Uint8Array<ArrayBuffer> {
  return box('ftyp', ascii(majorBrand), u32(512), ascii(compatibleBrands.join('')));
}

/** Writes the header of an `mdat` of any length; its content follows. */
export function writeMediaHeader(contentBytes: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from([...u32(1), ...ascii('mdat'), ...u64(contentBytes + mediaHeaderBytes)]);
}
/** Length of the header of the `mdat` box, which counts in 64 bits. */
export const mediaHeaderBytes = 16;

/**
 * Writes the `moov` of a movie whose samples follow in fragments.
 * @param createdAt Unix ms; null omits the time, so that the same tracks yield the same bytes
 */
export function writeFragmentedMovie(tracks: readonly MovieTrack[], createdAt: number | null): Uint8Array<ArrayBuffer> {
  const time = createdAt === null ? 0 : fileTime(createdAt);
  return box(
    'moov',
    writeMovieHeader(time, 0, audioTrackId + 1),
    ...tracks.map((track) => {
      const { kind, timescale } = track;
      return box(
        'trak',
        // The track is enabled, in the movie and in its preview.
        writeTrackHeader(track, { flags: 7, time, duration: 0, alternateGroup: 0 }),
        writeMedia(kind, fullBox('mdhd', 0, 0, u32(time, time, timescale, 0), u16(undetermined, 0)), writeEmptyTable(track)),
      );
    }),
    box('mvex', ...tracks.map((track) => fullBox('trex', 0, 0, u32(trackIdOf(track), 1, 0, 0, 0)))),
  );
}

/**
 * Writes the `moov` of a movie whose samples are all known.
 * @param createdAt Unix ms
 */
export function writeMovie(tracks: readonly CompleteTrack[], createdAt: number): Uint8Array<ArrayBuffer> {
  const time = fileTime(createdAt);
  const duration = Math.max(...tracks.map(movieDuration));
  return box(
    'moov',
    writeMovieHeader(time, duration, Math.max(...tracks.map(trackIdOf)) + 1),
    ...tracks.map((track) => {
      const { kind, timescale, samples } = track;
      const mediaTicks = samples.durations.reduce((sum, ticks) => sum + ticks, 0);
      return box(
        'trak',
        writeTrackHeader(track, { flags: 3, time, duration: movieDuration(track), alternateGroup: kind === 'video' ? 0 : 1 }),
        box('edts', writeEdits(track)),
        writeMedia(
          kind,
          fullBox('mdhd', 1, 0, u64(time), u64(time), u32(timescale), u64(mediaTicks), u16(undetermined, 0)),
          box('stbl', writeSampleDescription(track), ...writeSampleTable(kind, samples)),
        ),
      );
    }),
  );
}

function trackIdOf({ kind }: MovieTrack): number {
  return kind === 'video' ? videoTrackId : audioTrackId;
}

/** Converts Unix ms to seconds since 1904, the epoch of the format. */
function fileTime(unixMs: number): number {
  return Math.max(0, Math.floor(unixMs / 1000) + 2_082_844_800);
}

const matrix = u32(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);
const undetermined = 0x55c4; // the language code "und"

function writeMovieHeader(time: number, duration: number, nextTrackId: number): Uint8Array {
  const rateAndVolume = [...u32(0x10000), ...u16(0x100, 0)];
  return fullBox('mvhd', 0, 0, u32(time, time, movieTimescale, duration), rateAndVolume, zeros(8), matrix, zeros(24), u32(nextTrackId));
}

interface TrackHeader {
  readonly flags: number;
  readonly time: number;
  readonly duration: number;
  readonly alternateGroup: number;
}

function writeTrackHeader(track: MovieTrack, { flags, time, duration, alternateGroup }: TrackHeader): Uint8Array {
  const volume = track.kind === 'video' ? 0 : 0x100;
  return fullBox(
    'tkhd',
    0,
    flags,
    u32(time, time, trackIdOf(track), 0, duration),
    zeros(8),
    u16(0, alternateGroup, volume, 0),
    matrix,
    u16(track.width, 0, track.height, 0),
  );
}

function writeMedia(kind: MovieTrack['kind'], header: Uint8Array, sampleTable: Uint8Array): Uint8Array {
  const isVideo = kind === 'video';
  return box(
    'mdia',
    header,
    fullBox('hdlr', 0, 0, u32(0), ascii(isVideo ? 'vide' : 'soun'), zeros(12), ascii('Watchpost\0')),
    box(
      'minf',
      isVideo ? fullBox('vmhd', 0, 1, zeros(8)) : fullBox('smhd', 0, 0, u32(0)),
      box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))),
      sampleTable,
    ),
  );
}

function writeSampleDescription({ sampleEntries }: MovieTrack): Uint8Array {
  return fullBox('stsd', 0, 0, u32(sampleEntries.length), ...sampleEntries);
}

function writeEmptyTable(track: MovieTrack): Uint8Array {
  const empty = (type: string): Uint8Array => fullBox(type, 0, 0, u32(0));
  return box('stbl', writeSampleDescription(track), empty('stts'), empty('stsc'), fullBox('stsz', 0, 0, u32(0, 0)), empty('stco'));
}

/** Returns the movie ticks from the movie's start to the track's end. */
function movieDuration({ edits, timescale }: CompleteTrack): number {
  const ticks = edits.reduce((sum, { duration }) => sum + duration, 0);
  return Math.max(1, toMovieTicks(ticks, timescale));
}

function toMovieTicks(ticks: number, timescale: number): number {
  return Math.round((ticks / timescale) * movieTimescale);
}

function writeEdits({ edits, timescale }: CompleteTrack): Uint8Array {
  const rows = edits
    .map(({ duration, mediaTime }) => ({ duration: toMovieTicks(duration, timescale), mediaTime }))
    // A delay of less than a movie tick is dropped.
    .filter(({ duration, mediaTime }) => mediaTime !== null || duration > 0);
  return fullBox(
    'elst',
    1,
    0,
    u32(rows.length),
    concatBytes(
      rows.map(({ duration, mediaTime }) =>
        Uint8Array.from([...u64(duration), ...(mediaTime === null ? u32(0xffffffff, 0xffffffff) : u64(mediaTime)), ...u16(1, 0)]),
      ),
    ),
  );
}
