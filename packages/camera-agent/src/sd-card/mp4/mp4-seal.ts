import { open, type FileHandle } from 'node:fs/promises';
import { boxesIn, child, Mp4Error } from '../../sources/mp4-tracks.ts';
import { mediaHeader } from './mp4-boxes.ts';
import { readMoof, type ReadRun } from './mp4-fragment.ts';
import { movieTimescale, plainMovie, type MovieSamples, type MovieTrack } from './mp4-movie.ts';

export interface Sealed {
  /** ms */
  readonly duration: number;
  readonly bytes: number;
}

interface Piece {
  readonly at: number;
  readonly runs: readonly ReadRun[];
}

/** A header that is longer than this is none. */
const longestHeader = 8 * 1024 * 1024;

/**
 * Makes a plain MP4 of what a writer wrote, without moving a byte of it: an index of all samples goes behind the pieces, then the free
 * space in front becomes the header of an mdat around them. What a power cut left behind is cut off first; done twice, it is done once.
 * @param startAt Unix ms
 * @returns null when there is not one whole piece
 * @throws {Mp4Error} when it is no recording
 */
export async function sealRecording(path: string, startAt: number): Promise<Sealed | null> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const [brand, space] = await readBoxes(file, 0, size, 2);
    if (brand?.type !== 'ftyp' || !space) return null;
    if (space.type === 'mdat') return { duration: await readDuration(file, space.end, size), bytes: size };
    const [head] = await readBoxes(file, space.end, size, 1);
    if (space.type !== 'free' || head?.type !== 'moov') return null;
    const { pieces, end } = await readPieces(file, head.end, size);
    const tracks = readTracks(await readBytes(file, space.end, head.end - space.end)).map((track) => ({ ...track, samples: samplesOf(track, pieces) })).filter(({ samples }) => samples.sizes.length > 0);
    if (!tracks.some(({ kind }) => kind === 'video')) return null;
    const movie = plainMovie(tracks, startAt);
    await file.truncate(end);
    await file.write(movie, 0, movie.length, end);
    await file.datasync();
    const header = mediaHeader(end - space.end);
    await file.write(header, 0, header.length, space.at);
    await file.datasync();
    return { duration: movie.readUInt32BE(8 + durationInMovie), bytes: end + movie.length };
  } finally {
    await file.close();
  }
}

/** Where an mvhd has the duration. */
const durationInMovie = 24;

interface FoundBox {
  readonly type: string;
  readonly at: number;
  readonly end: number;
}

/** Whole boxes from a place on, at most `count`. */
async function readBoxes(file: FileHandle, from: number, size: number, count: number): Promise<FoundBox[]> {
  const boxes: FoundBox[] = [];
  for (let at = from; boxes.length < count && at + 16 <= size; ) {
    const header = await readBytes(file, at, 16);
    const length = header.readUInt32BE(0) === 1 ? Number(header.readBigUInt64BE(8)) : header.readUInt32BE(0);
    if (length < 8 || at + length > size) break;
    boxes.push({ type: header.toString('latin1', 4, 8), at, end: at + length });
    at += length;
  }
  return boxes;
}

/** The whole pieces, and where the last of them ends. */
async function readPieces(file: FileHandle, from: number, size: number): Promise<{ readonly pieces: readonly Piece[]; readonly end: number }> {
  const pieces: Piece[] = [];
  let end = from;
  for (;;) {
    const [moof, media] = await readBoxes(file, end, size, 2);
    if (moof?.type !== 'moof' || media?.type !== 'mdat') return { pieces, end };
    pieces.push({ at: moof.at, runs: readMoof(await readBytes(file, moof.at, moof.end - moof.at)) });
    end = media.end;
  }
}

function readTracks(moov: Buffer): MovieTrack[] {
  return [...boxesIn(moov, 8)].filter(([type]) => type === 'trak').map(([, trak]) => {
    const header = child(trak, 8, 'tkhd');
    const media = child(trak, 8, 'mdia');
    return {
      id: header.readUInt32BE(20),
      kind: child(media, 8, 'hdlr').toString('latin1', 16, 20) === 'vide' ? 'video' : 'audio',
      timescale: child(media, 8, 'mdhd').readUInt32BE(20),
      width: header.readUInt16BE(84),
      height: header.readUInt16BE(88),
      description: child(child(child(media, 8, 'minf'), 8, 'stbl'), 8, 'stsd'),
    };
  });
}

function samplesOf({ id }: MovieTrack, pieces: readonly Piece[]): MovieSamples {
  const runs = pieces.flatMap((piece) => piece.runs.filter(({ trackId }) => trackId === id).map((run) => ({ ...run, offset: piece.at + run.offset })));
  const all = runs.flatMap(({ samples }) => samples);
  return {
    start: runs[0]?.decodeTime ?? 0,
    durations: all.map(({ duration }) => duration),
    sizes: all.map(({ size }) => size),
    compositionOffsets: all.map(({ compositionOffset }) => compositionOffset),
    keyFrames: all.flatMap(({ isKey }, index) => (isKey ? [index] : [])),
    chunks: runs.map(({ offset, samples }) => ({ offset, samples: samples.length })),
  };
}

async function readDuration(file: FileHandle, from: number, size: number): Promise<number> {
  const movie = await readBytes(file, from, size - from);
  return Math.round((child(movie, 8, 'mvhd').readUInt32BE(durationInMovie) / movieTimescale) * 1000);
}

/** @throws {Mp4Error} for more than a header has, or beyond the end */
export async function readBytes(file: FileHandle, at: number, length: number): Promise<Buffer> {
  if (length > longestHeader) throw new Mp4Error('The index of the recording is too long.');
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, at);
  if (bytesRead < length) throw new Mp4Error('The recording is shorter than it says.');
  return bytes;
}
