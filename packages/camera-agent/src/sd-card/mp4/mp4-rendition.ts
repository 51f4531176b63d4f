import { open } from 'node:fs/promises';
import { boxesIn, child, Mp4Error } from '../../sources/mp4-tracks.ts';
import { box, mediaHeader } from './mp4-boxes.ts';
import { readBytes } from './mp4-seal.ts';

/** A recording as it is played: its index in front, and of its tracks only those that may be heard. */
export interface Rendition {
  readonly size: number;
  /** @param end included */
  read(start: number, end: number): Promise<Buffer>;
}

interface Part {
  /** In the rendition. */
  readonly at: number;
  /** In the file. */
  readonly from: number;
  readonly length: number;
}

/**
 * Reads the index of a sealed recording; of its pictures and its sound only what is asked for later.
 * @throws {Mp4Error} when it is none
 */
export async function openRendition(path: string, withAudio: boolean): Promise<Rendition> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    const brandLength = (await readBytes(file, 0, 8)).readUInt32BE(0);
    const brand = await readBytes(file, 0, brandLength);
    const media = await readBytes(file, brandLength, 16);
    if (media.toString('latin1', 4, 8) !== 'mdat' || media.readUInt32BE(0) !== 1) throw new Mp4Error('The recording is not finished.');
    const movieAt = brandLength + Number(media.readBigUInt64BE(8));
    const movie = await readBytes(file, movieAt, size - movieAt);
    return layOut(path, brand, movie, withAudio);
  } finally {
    await file.close();
  }
}

function layOut(path: string, brand: Buffer, movie: Buffer, withAudio: boolean): Rendition {
  const kept = [...boxesIn(movie, 8)].filter(([type, inner]) => type !== 'trak' || withAudio || isVideo(inner)).map(([, inner]) => Buffer.from(inner));
  // Views of `moov`: what is written to them, it has.
  const moov = box('moov', ...kept);
  const tracks = [...boxesIn(moov, 8)].filter(([type]) => type === 'trak').map(([, trak]) => chunksOf(trak));
  const chunks = tracks.flat().toSorted((a, b) => a.from - b.from);
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  const header = mediaHeader(length);
  let at = brand.length + moov.length + header.length;
  const parts: Part[] = [];
  for (const { from, length: bytes, moveTo } of chunks) {
    moveTo(at);
    parts.push({ at, from, length: bytes });
    at += bytes;
  }
  const head = Buffer.concat([brand, moov, header]);
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
      if (bytesRead < to - from) throw new Mp4Error('The recording is shorter than it says.');
    }
    return result;
  } finally {
    await file.close();
  }
}

function isVideo(trak: Buffer): boolean {
  return child(child(trak, 8, 'mdia'), 8, 'hdlr').toString('latin1', 16, 20) === 'vide';
}

interface Chunk {
  readonly from: number;
  readonly length: number;
  /** Writes where it is now into the index. */
  moveTo(at: number): void;
}

function chunksOf(trak: Buffer): Chunk[] {
  const table = child(child(child(trak, 8, 'mdia'), 8, 'minf'), 8, 'stbl');
  const [runs, sizes, offsets] = ['stsc', 'stsz', 'co64'].map((name) => child(table, 8, name));
  if (!runs || !sizes || !offsets) throw new Mp4Error('The recording has no index.');
  const count = offsets.readUInt32BE(12);
  const samplesIn = samplesPerChunk(runs, count);
  let sample = 0;
  return Array.from({ length: count }, (_, index) => {
    let length = 0;
    for (let left = samplesIn[index] ?? 0; left > 0; left -= 1) length += sizes.readUInt32BE(20 + 4 * sample++);
    const entry = 16 + 8 * index;
    return { from: Number(offsets.readBigUInt64BE(entry)), length, moveTo: (at) => void offsets.writeBigUInt64BE(BigInt(at), entry) };
  });
}

function samplesPerChunk(runs: Buffer, chunks: number): number[] {
  const rows = Array.from({ length: runs.readUInt32BE(12) }, (_, index) => ({ first: runs.readUInt32BE(16 + index * 12), samples: runs.readUInt32BE(20 + index * 12) }));
  return rows.flatMap(({ first, samples }, index) => Array<number>((rows[index + 1]?.first ?? chunks + 1) - first).fill(samples));
}
