import { AppError } from '../../kernel/app-error.ts';
import type { ByteRange } from './byte-range.ts';
import type { OpenSegment } from './footage-source.ts';

/** Start and length of a part of a file, bytes. */
export type Piece = readonly [start: number, length: number];

/** A part of a file, or bytes that stand between its parts. */
export type FilePiece = Piece | Uint8Array;

/** Maximum number of bytes in memory at a time. */
const chunkBytes = 262_144;

/**
 * Reads the concatenated pieces of a segment, at the reader's pace.
 * @param range bytes within the concatenated pieces, both ends included
 * @throws when the segment is gone or shorter than its pieces
 */
export async function* readPieces(open: OpenSegment, pieces: readonly FilePiece[], range: ByteRange): AsyncGenerator<Uint8Array> {
  const file = await open();
  try {
    let offset = 0;
    for (const piece of joinPieces(pieces)) {
      const [start, length] = piece instanceof Uint8Array ? [0, piece.byteLength] : piece;
      const from = Math.max(0, range.start - offset);
      const to = Math.min(length, range.end + 1 - offset);
      offset += length;
      if (piece instanceof Uint8Array) {
        if (from < to) yield piece.subarray(from, to);
        continue;
      }
      for (let at = from; at < to; at += chunkBytes) {
        const length = Math.min(chunkBytes, to - at);
        const bytes = await file.read(start + at, length);
        if (bytes.byteLength < length) throw new Error('A file of footage is shorter than it was.');
        yield bytes;
      }
    }
  } finally {
    await file.close();
  }
}

/** Joins adjacent pieces: the samples of a fragment lie side by side, so one read covers them. */
function* joinPieces(pieces: readonly FilePiece[]): Generator<FilePiece> {
  let [start, length] = [0, 0];
  for (const piece of pieces) {
    if (piece instanceof Uint8Array) {
      if (length > 0) yield [start, length];
      length = 0;
      yield piece;
      continue;
    }
    const [nextStart, nextLength] = piece;
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
 * Returns the size of a segment in bytes.
 * @throws {AppError} not-found
 */
export async function sizeOf(open: OpenSegment): Promise<number> {
  try {
    const file = await open();
    await file.close();
    return file.size;
  } catch (error) {
    throw isMissing(error) ? new AppError('not-found') : error;
  }
}

/** Whether a file, or an object in a bucket, is not there. */
export function isMissing(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && (error.code === 'ENOENT' || (error instanceof AppError && error.code === 'not-found'))
  );
}
