import { open, type FileHandle } from 'node:fs/promises';
import {
  Mp4Error,
  movieTimescale,
  readMoof,
  readTracks,
  requireBox,
  walkBoxes,
  writeMediaHeader,
  writeMovie,
  type CompleteTrack,
  type Mp4Track,
  type ReadRun,
} from '@watchpost/mp4';

export interface Sealed {
  /** ms */
  readonly duration: number;
  readonly bytes: number;
}

interface Piece {
  readonly at: number;
  readonly runs: readonly ReadRun[];
}

const maxIndexBytes = 8 * 1024 * 1024;

/**
 * Turns an unfinished recording into a plain MP4 without moving a byte: appends an index of all samples, then turns the free
 * space in front into the header of an mdat around the fragments. Cuts off a fragment that a power cut left incomplete. Sealing a
 * recording twice changes nothing.
 * @param startAt Unix ms
 * @returns null without a complete fragment
 * @throws {Mp4Error} when the file is not a recording
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
    const moov = await readBytes(file, space.end, head.end - space.end);
    const tracks = readTracks(moov, { type: 'moov', start: 0, content: 8, end: moov.length })
      .map((track) => completeTrack(track, pieces))
      .filter(({ samples }) => samples.sizes.length > 0);
    if (!tracks.some(({ kind }) => kind === 'video')) return null;
    const movie = writeMovie(tracks, startAt);
    await file.truncate(end);
    await file.write(movie, 0, movie.length, end);
    await file.datasync();
    const header = writeMediaHeader(end - space.end);
    await file.write(header, 0, header.length, space.at);
    await file.datasync();
    return { duration: durationOf(movie), bytes: end + movie.length };
  } finally {
    await file.close();
  }
}

interface FoundBox {
  readonly type: string;
  readonly at: number;
  readonly end: number;
}

/** Reads the complete boxes from an offset on, at most `count`. */
async function readBoxes(file: FileHandle, from: number, size: number, count: number): Promise<FoundBox[]> {
  const boxes: FoundBox[] = [];
  for (let at = from; boxes.length < count && at + 16 <= size;) {
    const header = await readBytes(file, at, 16);
    const length = header.readUInt32BE(0) === 1 ? Number(header.readBigUInt64BE(8)) : header.readUInt32BE(0);
    if (length < 8 || at + length > size) break;
    boxes.push({ type: header.toString('latin1', 4, 8), at, end: at + length });
    at += length;
  }
  return boxes;
}

/** Finds the complete fragments, and the end of the last one. */
async function readPieces(
  file: FileHandle,
  from: number,
  size: number,
): Promise<{ readonly pieces: readonly Piece[]; readonly end: number }> {
  const pieces: Piece[] = [];
  let end = from;
  for (;;) {
    const [moof, media] = await readBoxes(file, end, size, 2);
    if (moof?.type !== 'moof' || media?.type !== 'mdat') return { pieces, end };
    const bytes = await readBytes(file, moof.at, moof.end - moof.at);
    const runs = readMoof(bytes, { type: 'moof', start: 0, content: 8, end: bytes.length });
    if (!runs) throw new Mp4Error('This is not a fragment of a recording.');
    pieces.push({ at: moof.at, runs });
    end = media.end;
  }
}

function completeTrack({ id, kind, timescale, width, height, sampleEntry }: Mp4Track, pieces: readonly Piece[]): CompleteTrack {
  const runs = pieces.flatMap((piece) =>
    piece.runs.flatMap(({ trackId, decodeTime, samples }) => {
      const [first] = samples;
      return trackId === id && first ? [{ decodeTime, samples, offset: piece.at + first.start }] : [];
    }),
  );
  const samples = runs.flatMap((run) => run.samples);
  const durations = samples.map(({ duration }) => duration);
  const startDelay = runs[0]?.decodeTime ?? 0;
  return {
    kind,
    timescale,
    width,
    height,
    sampleEntries: [sampleEntry],
    samples: {
      durations,
      sizes: samples.map(({ size }) => size),
      compositionOffsets: samples.map(({ compositionOffset }) => compositionOffset),
      keyFrames: samples.flatMap(({ keyFrame }, index) => (keyFrame ? [index] : [])),
      chunks: runs.map((run) => ({ offset: run.offset, samples: run.samples.length, entry: 0 })),
    },
    // Delays a track that starts late, and skips the offset that reordering adds before the first frame.
    edits: [
      { duration: startDelay, mediaTime: null },
      { duration: durations.reduce((sum, ticks) => sum + ticks, 0), mediaTime: samples[0]?.compositionOffset ?? 0 },
    ],
  };
}

async function readDuration(file: FileHandle, from: number, size: number): Promise<number> {
  return durationOf(await readBytes(file, from, size - from));
}

/** ms */
function durationOf(movie: Uint8Array): number {
  const [moov] = walkBoxes(movie);
  if (!moov) throw new Mp4Error('The recording has no index.');
  const { content } = requireBox(movie, moov, 'mvhd');
  const ticks = new DataView(movie.buffer, movie.byteOffset).getUint32(content + 16);
  return Math.round((ticks / movieTimescale) * 1000);
}

/** @throws {Mp4Error} when the file exceeds the index limit, or on a read beyond its end */
export async function readBytes(file: FileHandle, at: number, length: number): Promise<Buffer> {
  if (length > maxIndexBytes) throw new Mp4Error('The index of the recording is too long.');
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, at);
  if (bytesRead < length) throw new Mp4Error('The recording is shorter than its index says.');
  return bytes;
}
