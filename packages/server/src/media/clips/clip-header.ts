import { ascii, box, concatBytes, fullBox, u16, u32 } from '../packaging/boxes.ts';
import type { ClipLayout, ClipTrack } from './clip-layout.ts';

/** Ticks a second of the movie as a whole. */
const movieTimescale = 1000;
const matrix = [...u32(0x10000), ...u32(0), ...u32(0), ...u32(0), ...u32(0x10000), ...u32(0), ...u32(0), ...u32(0), ...u32(0x40000000)];
const undetermined = 0x55c4; // the language code "und"

/**
 * Everything of a clip before its media: ftyp, moov and the header of mdat. A plain MP4 rather than a fragmented one,
 * because editors, messengers and phones seek in it without reading it whole.
 * @param createdAt Unix ms of the clip's first picture, which becomes the file's creation time
 */
export function buildClipHeader(layout: ClipLayout, createdAt: number): Uint8Array {
  const brand = box('ftyp', ascii('isom'), u32(512), ascii('isomiso2avc1mp41'));
  const media = mediaHeader(layout.mediaSize);
  // The tables hold absolute offsets, whose width does not depend on their values: built once to learn the length.
  const length = brand.byteLength + buildMoov(layout, createdAt, 0).byteLength + media.byteLength;
  return concatBytes([brand, buildMoov(layout, createdAt, length), media]);
}

/** Seconds since 1904, the epoch of the format. */
function fileTime(unixMs: number): number {
  return Math.max(0, Math.floor(unixMs / 1000) + 2_082_844_800);
}

function mediaHeader(size: number): Uint8Array {
  return Uint8Array.from([...u32(1), ...ascii('mdat'), ...u64(size + 16)]);
}

function u64(value: number): number[] {
  return [...u32(Math.floor(value / 2 ** 32)), ...u32(value % 2 ** 32)];
}

function buildMoov(layout: ClipLayout, createdAt: number, mediaStart: number): Uint8Array {
  const traks = layout.tracks.map((track, index) => buildTrak(track, index + 1, createdAt, mediaStart));
  const duration = Math.max(...layout.tracks.map(shownDuration));
  const time = u32(fileTime(createdAt));
  const header = fullBox('mvhd', 0, 0, time, time, u32(movieTimescale), u32(duration), u32(0x10000), u16(0x100), u16(0), u32(0), u32(0), matrix, Array<number>(24).fill(0), u32(layout.tracks.length + 1));
  return box('moov', header, ...traks);
}

/** Movie ticks from the clip's first picture to the end of the track. */
function shownDuration({ end, skip, timescale }: ClipTrack): number {
  return Math.max(1, Math.round(((end - skip) / timescale) * movieTimescale));
}

function buildTrak(track: ClipTrack, id: number, createdAt: number, mediaStart: number): Uint8Array {
  const { kind, timescale, width, height, end } = track;
  const isVideo = kind === 'video';
  const time = u32(fileTime(createdAt));
  const fixed = (value: number): number[] => [...u16(value), 0, 0];
  const information = box(
    'minf',
    isVideo ? fullBox('vmhd', 0, 1, Array<number>(8).fill(0)) : fullBox('smhd', 0, 0, u32(0)),
    box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, 1))),
    buildSampleTable(track, mediaStart),
  );
  return box(
    'trak',
    fullBox('tkhd', 0, 3, time, time, u32(id), u32(0), u32(shownDuration(track)), u32(0), u32(0), u16(0), u16(isVideo ? 0 : 1), u16(isVideo ? 0 : 0x100), u16(0), matrix, fixed(width), fixed(height)),
    box('edts', buildEdits(track)),
    box(
      'mdia',
      fullBox('mdhd', 1, 0, u64(fileTime(createdAt)), u64(fileTime(createdAt)), u32(timescale), u64(end), u16(undetermined), u16(0)),
      fullBox('hdlr', 0, 0, u32(0), ascii(isVideo ? 'vide' : 'soun'), u32(0), u32(0), u32(0), ascii('Watchpost'), [0]),
      information,
    ),
  );
}

/** Hides what is decoded but not shown, or waits for a track that starts late. */
function buildEdits(track: ClipTrack): Uint8Array {
  const { skip, end, timescale } = track;
  const edit = (duration: number, mediaTime: number): number[] => [...u64(duration), ...(mediaTime < 0 ? [...u32(0xffffffff), ...u32(0xffffffff)] : u64(mediaTime)), ...u16(1), ...u16(0)];
  const edits = skip >= 0 ? [edit(shownDuration(track), skip)] : [edit(Math.round((-skip / timescale) * movieTimescale), -1), edit(Math.round((end / timescale) * movieTimescale), 0)];
  return fullBox('elst', 1, 0, u32(edits.length), edits.flat());
}

function buildSampleTable(track: ClipTrack, mediaStart: number): Uint8Array {
  const { sampleEntries, sizes, compositionOffsets, keyFrames, chunks } = track;
  const offsets = Uint8Array.from(chunks.flatMap(({ offset }) => u64(mediaStart + offset)));
  const boxes = [
    fullBox('stsd', 0, 0, u32(sampleEntries.length), ...sampleEntries),
    fullBox('stts', 0, 0, ...runs(durationsOf(track))),
    ...(compositionOffsets.some((offset) => offset !== 0) ? [fullBox('ctts', 0, 0, ...runs(compositionOffsets))] : []),
    fullBox('stsc', 0, 0, ...chunkRuns(track)),
    fullBox('stsz', 0, 0, u32(0), u32(sizes.length), table(sizes)),
    fullBox('co64', 0, 0, u32(chunks.length), offsets),
    // Of sound every frame decodes alone, which the absence of the table says.
    ...(track.kind === 'video' ? [fullBox('stss', 0, 0, u32(keyFrames.length), table(keyFrames.map((index) => index + 1)))] : []),
  ];
  return box('stbl', ...boxes);
}

function durationsOf({ times, end }: ClipTrack): number[] {
  return times.map((time, index) => (times[index + 1] ?? end) - time);
}

/** Big-endian 32-bit numbers, without an array per number: clips have hundreds of thousands. */
function table(values: readonly number[]): Uint8Array {
  const result = new Uint8Array(values.length * 4);
  const view = new DataView(result.buffer);
  values.forEach((value, index) => view.setUint32(index * 4, value));
  return result;
}

/** The number of runs, then each as its length and value. */
function runs(values: readonly number[]): [number[], Uint8Array] {
  const rows: number[] = [];
  for (const value of values) {
    const last = rows.length - 1;
    if (rows[last] === value && last > 0) rows[last - 1] = (rows[last - 1] ?? 0) + 1;
    else rows.push(1, value);
  }
  return [u32(rows.length / 2), table(rows)];
}

function chunkRuns({ chunks }: ClipTrack): [number[], Uint8Array] {
  const rows: number[] = [];
  chunks.forEach(({ samples, entry }, index) => {
    const before = chunks[index - 1];
    if (before?.samples !== samples || before.entry !== entry) rows.push(index + 1, samples, entry + 1);
  });
  return [u32(rows.length / 3), table(rows)];
}
