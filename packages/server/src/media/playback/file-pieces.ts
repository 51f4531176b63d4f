import { open, stat } from 'node:fs/promises';
import { AppError } from '../../kernel/app-error.ts';
import type { ByteRange } from './byte-range.ts';

/** Start and length of a part of a file, bytes. */
export type Piece = readonly [start: number, length: number];

/** Maximum number of bytes in memory at a time. */
const chunkBytes = 262_144;

/**
 * Reads the concatenated pieces of a file from disk, at the reader's pace.
 * @param range bytes within the concatenated pieces, both ends included
 * @throws when the file is gone or shorter than its pieces
 */
export async function* readPieces(file: string, pieces: readonly Piece[], range: ByteRange): AsyncGenerator<Uint8Array> {
  const handle = await open(file);
  try {
    let offset = 0;
    for (const [start, length] of joinPieces(pieces)) {
      const from = Math.max(0, range.start - offset);
      const to = Math.min(length, range.end + 1 - offset);
      offset += length;
      for (let at = from; at < to; at += chunkBytes) {
        const bytes = Buffer.allocUnsafe(Math.min(chunkBytes, to - at));
        const { bytesRead } = await handle.read(bytes, 0, bytes.byteLength, start + at);
        if (bytesRead < bytes.byteLength) throw new Error('A file of footage is shorter than it was.');
        yield bytes;
      }
    }
  } finally {
    await handle.close();
  }
}

/** Joins adjacent pieces: the samples of a fragment lie side by side, so one read covers them. */
function* joinPieces(pieces: readonly Piece[]): Generator<Piece> {
  let [start, length] = [0, 0];
  for (const [nextStart, nextLength] of pieces) {
    if (nextStart === start + length) {
      length += nextLength;
      continue;
    }
    if (length > 0) yield [start, length];
    [start, length] = [nextStart, nextLength];
  }
  if (length > 0) yield [start, length];
}

/**
 * Returns the size of a file in bytes.
 * @throws {AppError} not-found
 */
export async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    throw isMissing(error) ? new AppError('not-found') : error;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
