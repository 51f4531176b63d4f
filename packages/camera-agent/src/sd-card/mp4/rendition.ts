import { open } from 'node:fs/promises';
import { filterTracks, Mp4Error, readChunks, videoTrackId, walkBoxes, writeMediaHeader } from '@watchpost/mp4';
import { readBytes } from './seal-recording.ts';

/** A recording as a player receives it: with its index in front, and without its audio track where access excludes sound. */
export interface Rendition {
  readonly size: number;
  /** @param end inclusive */
  read(start: number, end: number): Promise<Buffer>;
}

interface Part {
  /** Offset in the rendition. */
  readonly at: number;
  /** Offset in the file. */
  readonly from: number;
  readonly length: number;
}

/**
 * Reads the index of a sealed recording; its media is read on demand.
 * @throws {Mp4Error} when the file is not a sealed recording
 */
export async function openRendition(path: string, withAudio: boolean): Promise<Rendition> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const fileTypeBytes = (await readBytes(file, 0, 8)).readUInt32BE(0);
    const fileType = await readBytes(file, 0, fileTypeBytes);
    const media = await readBytes(file, fileTypeBytes, 16);
    if (media.toString('latin1', 4, 8) !== 'mdat' || media.readUInt32BE(0) !== 1) throw new Mp4Error('The recording is not finished.');
    const movieAt = fileTypeBytes + Number(media.readBigUInt64BE(8));
    const movie = await readBytes(file, movieAt, size - movieAt);
    return layOut(path, fileType, movie, withAudio);
  } finally {
    await file.close();
  }
}

function layOut(path: string, fileType: Buffer, movie: Buffer, withAudio: boolean): Rendition {
  const source = { type: 'moov', start: 0, content: 8, end: movie.length };
  const moov = filterTracks(movie, source, (trackId) => withAudio || trackId === videoTrackId);
  const tracks = [...walkBoxes(moov, 8)].filter(({ type }) => type === 'trak');
  const chunks = tracks.flatMap((trak) => readChunks(moov, trak)).toSorted((a, b) => a.offset - b.offset);
  const header = writeMediaHeader(chunks.reduce((sum, { size }) => sum + size, 0));
  const offsets = new DataView(moov.buffer);
  let at = fileType.length + moov.length + header.length;
  const parts: Part[] = [];
  for (const { offset, size, offsetAt } of chunks) {
    offsets.setBigUint64(offsetAt, BigInt(at));
    parts.push({ at, from: offset, length: size });
    at += size;
  }
  const head = Buffer.concat([fileType, moov, header]);
  return { size: at, read: (start, end) => read(path, head, parts, start, Math.min(end, at - 1)) };
}

async function read(path: string, head: Buffer, parts: readonly Part[], start: number, end: number): Promise<Buffer> {
  const result = Buffer.alloc(end - start + 1);
  if (start < head.length) head.copy(result, 0, start, Math.min(head.length, end + 1));
  const file = await open(path);
  try {
    for (const part of parts) {
      const from = Math.max(start, part.at);
      const to = Math.min(end + 1, part.at + part.length);
      if (from >= to) continue;
      const { bytesRead } = await file.read(result, from - start, to - from, part.from + from - part.at);
      if (bytesRead < to - from) throw new Mp4Error('The recording is shorter than its index says.');
    }
    return result;
  } finally {
    await file.close();
  }
}
